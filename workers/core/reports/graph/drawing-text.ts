// Texts of the graph: labels, heat classes, what is not drawn, tooltips, changes by a scenario.
import { arcTicks, passesTime } from '../../analysis/arc-times.ts'
import { measuredArc } from '../../analysis/apply-scenario.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { explainFlatCell } from '../explain/flat-cells.ts'
import { explainArc } from '../explain-entry.ts'
import { explainPassed } from '../explain/total.ts'
import type { Analysis, Listing } from '../listing/listing.ts'
import type { FunctionGroups } from '../groups.ts'
import { keyOfGroup } from '../group-rows.ts'
import { briefName } from '../../names/brief-name.ts'
import { displayName } from '../../names/names.ts'
import { isStaticArc, staticCallText } from '../static-calls.ts'
import type { NodeLinkChoice } from './graph-choice.ts'
import type { DrawnArc, DrawnCycle, DrawnNode, NodeLink } from './drawing.ts'
import { sizeOfCycle } from '../cycle-size.ts'
import { listedTotal } from './weights.ts'
import {
  formatCount,
  formatCounted,
  formatSeconds,
  formatShare,
  formatShareOf,
  secondsOf,
  shareOf,
} from '../../quantities.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import { NONE } from '../../base/columns.ts'

/** Text of a tooltip; `formula` and `note` are "" if there is nothing to say. */
export interface TipText {
  readonly title: string
  readonly lines: readonly string[]
  readonly formula: string
  readonly note: string
}

/** Formats a threshold from 0 to 1 as people set it: "0.1%", "5%". */
export function formatThreshold(threshold: number): string {
  return `${Number((threshold * 100).toPrecision(6))}%`
}

/**
 * Returns a node's total share as text: "12.3%", or "≈ 12.3%" for an estimate; "" in a drawing of calls.
 *
 * @param isEstimate whether the time on the stack is not known exactly (`boundsOfNode`)
 */
export function totalFigure(
  { measure }: Pick<NodeLink, 'measure'>,
  { totalShare }: Pick<DrawnNode, 'totalShare'>,
  isEstimate: boolean,
): string {
  return measure === 'calls' ? '' : `${isEstimate ? '≈ ' : ''}${formatShare(totalShare)}`
}

/**
 * Returns the second line of a node's label: "≈ 42.0% · self 4.2%", or "42.0%" without self time; "" for a
 * drawing of calls.
 */
export function nodeFigures(
  nodeLink: Pick<NodeLink, 'measure'>,
  node: Pick<DrawnNode, 'totalShare' | 'selfShare'>,
  isEstimate: boolean,
): string {
  const total = totalFigure(nodeLink, node, isEstimate)
  return total !== '' && node.selfShare > 0 ? `${total} · ${selfFigure(node)}` : total
}

/** Returns a node's share of self time as text: "self 4.2%". */
export function selfFigure({ selfShare }: Pick<DrawnNode, 'selfShare'>): string {
  return `self ${formatShare(selfShare)}`
}

/**
 * Returns a cycle's labels, longest first: "cycle 1 · 58% · 20 of 267 members", "cycle 1 · 58%", "cycle 1".
 * A drawing of calls has no shares.
 */
export function cycleLabels({ measure }: NodeLink, cycle: DrawnCycle): readonly string[] {
  const { members, membersLeftOut } = cycle
  const name = `cycle ${cycle.cycle + 1}`
  const withShare = measure === 'time' ? `${name} · ${formatShare(cycle.totalShare)}` : name
  const all = formatCount(members.length + membersLeftOut)
  const part = membersLeftOut === 0 ? '' : ` · ${formatCount(members.length)} of ${all} members`
  return [withShare + part, withShare, name]
}

/**
 * Returns how much is drawn: "31 of 33 functions, 98.0% of self time", "83 of 90 functions (60 in cycle 3),
 * 98.0% of self time"; of calls without the time.
 */
export function describeExtent(
  analyzed: AnalyzedProfile,
  { nodes, functions, leftOut, measure }: NodeLink,
): string {
  const all = formatCounted(functions + leftOut.functions, 'function')
  const extent = `${formatCount(functions)} of ${all}${describeClosed(analyzed, nodes)}`
  const share = nodes.reduce((sum, node) => sum + node.selfShare, 0)
  return measure === 'calls' ? extent : `${extent}, ${formatShare(share)} of self time`
}

function describeClosed(analyzed: AnalyzedProfile, nodes: NodeLink['nodes']): string {
  const closed = nodes.flatMap((node) => (node.closed === NONE ? [] : [node.closed]))
  if (closed.length === 0) return ''
  const members = closed.reduce((sum, cycle) => sum + sizeOfCycle(analyzed, cycle), 0)
  const where = closed.length === 1 ? `cycle ${(closed[0] ?? 0) + 1}` : formatCounted(closed.length, 'cycle')
  return ` (${formatCount(members)} in ${where})`
}

/**
 * Returns how much is drawn and how much the limit omits: "Showing 25 of 1,709 functions, 38% of self time. 99
 * more are above 1%."
 *
 * @param choice the options of the drawing
 */
export function describeDrawn(
  analyzed: AnalyzedProfile,
  nodeLink: NodeLink,
  { focus, threshold }: NodeLinkChoice,
): string {
  const { overLimit } = nodeLink.leftOut
  const shown = `Showing ${describeExtent(analyzed, nodeLink)}.`
  if (overLimit === 0) return shown
  const where =
    focus !== null ? 'in reach' : threshold > 0 ? `above ${formatThreshold(threshold)}` : 'not shown'
  return `${shown} ${formatCount(overLimit)} more ${overLimit === 1 ? 'is' : 'are'} ${where}.`
}

/**
 * Returns sentences about what the drawing cannot show and where its hot path stops early; empty if it
 * shows all.
 */
export function describeLimits(analyzed: AnalyzedProfile, nodeLink: NodeLink): string[] {
  const notes: string[] = []
  if (nodeLink.measure === 'calls') notes.push('No samples: sizes show calls.')
  if (!analyzed.profile.hasArcs) notes.push(explainNoArcs(analyzed))
  const stop = explainHotPathStop(analyzed, nodeLink)
  if (stop !== '') notes.push(stop)
  return notes
}

/** A group of drawn functions. */
export interface DrawnGroup {
  readonly label: string
  /** See `FunctionGroups`. */
  readonly hue: number
}

/** Returns the groups (source files, namespaces, modules) of the drawn functions, those with most self time first. */
export function drawnGroups(source: FunctionGroups, { nodes }: NodeLink): readonly DrawnGroup[] {
  const groups = new Map<string, DrawnGroup & { self: number; total: number }>()
  for (const { function: f, ...shares } of nodes) {
    const group = source.groupOf(f)
    const key = keyOfGroup(group)
    const known = groups.get(key) ?? { label: group.label, hue: source.hueOf(f), self: 0, total: 0 }
    known.self += shares.selfShare
    known.total += shares.totalShare
    groups.set(key, known)
  }
  return [...groups.values()].sort((a, b) => b.self - a.self || b.total - a.total)
}

/** Explains why the hot path stops early; "" if it does not, or if it is not drawn. */
function explainHotPathStop(analyzed: AnalyzedProfile, { hotPathStop, nodes }: NodeLink): string {
  const { profile, cycles } = analyzed
  if (!hotPathStop) return ''
  const { at } = hotPathStop
  const own = cycles.cycleOf[at]
  if (!nodes.some((node) => node.function === at || (own !== NONE && node.closed === own))) return ''
  const name = briefName(displayName(profile.functions, at))
  if (hotPathStop.kind === 'spread') {
    const { callees, largestTicks } = hotPathStop
    const largest = formatShareOf(profile, largestTicks)
    return `${own === NONE ? name : `cycle ${own + 1}`} spreads over ${formatCounted(callees, 'callee')}, the largest ${largest}.`
  }
  const { cycle } = hotPathStop
  const entries = formatCounted(cycles.calls[cycle], 'call')
  const inside = formatCounted(cycles.internalCalls[cycle], 'call')
  return `The hot path stops at ${name}: only ${entries} enter cycle ${cycle + 1}, for ${inside} inside. How its time divides among its callers is a guess.`
}

/** Explains why callers are unknown, for a profile without arcs. */
export function explainNoArcs({ profile }: AnalyzedProfile): string {
  return profile.listed
    ? 'The listing has no call graph: callers are not known.'
    : 'The files hold no arcs: callers are not known. Was the program compiled with -pg?'
}

/**
 * Explains why nothing is drawn, and what would change that. For a drawing without nodes.
 *
 * @param choice the options of the drawing
 */
export function explainEmpty(analyzed: AnalyzedProfile, choice: NodeLinkChoice): string {
  const { profile, printedTicks } = analyzed
  if (!(printedTicks > 0) && !profile.hasArcs) {
    return 'The files hold neither samples nor arcs: there is nothing to draw. Run the program longer, or compile it with -pg.'
  }
  const what = printedTicks > 0 ? 'of the time' : 'of the calls'
  return `No function reaches ${formatThreshold(choice.threshold)} ${what}. Lower the threshold.`
}

function describeNode(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  listing: Listing,
  f: FunctionIndex,
): TipText {
  const { functions, rate, abbreviation } = analyzed.profile
  const { times, cycles } = analyzed
  const calls = functions.calls[f]
  const selfCalls = functions.selfCalls[f]
  const total = explainFlatCell(analyzed, bounds, listing.flat, f, 'total')
  const time = (ticks: number): string => formatSeconds(secondsOf(ticks, rate), abbreviation)
  const called = calls + selfCalls === 0 ? 'calls not known' : formatCounted(calls, 'call')
  const recursion = selfCalls === 0 ? '' : ` + ${formatCount(selfCalls)} of itself`
  const self = times.propagatedSelf[f]
  return {
    title: displayName(functions, f),
    lines: [
      `total ${time(self + times.propagatedChild[f])}, self ${time(self)}`,
      `${called}${recursion}${cycles.cycleOf[f] < 0 ? '' : `, in cycle ${cycles.cycleOf[f] + 1}`}`,
    ],
    formula: total.formula,
    note: total.note,
  }
}

/**
 * Returns the tooltip of an arc: its calls and the time it passes, with formula and certainty. Without a
 * rate, and for an arc that passes no time, it has the calls only.
 */
export function describeArc(analyzed: AnalyzedProfile, bounds: Bounds | null, arc: ArcIndex): TipText {
  const { arcs, functions, rate, abbreviation } = analyzed.profile
  const title = `${displayName(functions, arcs.parent[arc])} → ${displayName(functions, arcs.child[arc])}`
  const isStatic = isStaticArc(analyzed, arc)
  const calls = isStatic
    ? staticCallText(analyzed, arcs.parent[arc], arcs.child[arc])
    : formatCounted(arcs.count[arc], 'call')
  const self = explainArc(analyzed, bounds, arc, 'self')
  const children = explainArc(analyzed, bounds, arc, 'children')
  if (isStatic || !passesTime(analyzed, arc) || !(rate > 0)) {
    return { title, lines: [calls], formula: '', note: self?.note ?? '' }
  }
  const ticks = arcTicks(analyzed, arc)
  return {
    title,
    lines: [`${calls}, ${formatSeconds(secondsOf(ticks, rate), abbreviation)} passed`],
    formula: [self?.formula && `self ${self.formula}`, children?.formula && `callees ${children.formula}`]
      .filter((part) => part)
      .join('\n'),
    note: explainPassed(analyzed, bounds, arc, 'both'),
  }
}

/** Returns the number of calls on an arc: "1,234×". */
export function arcFigures({ count }: DrawnArc): string {
  return `${formatCount(count)}×`
}

/** Lower ends of the classes 1 to 5 as shares of the whole; the last class is open. */
export const HEAT_STEPS = [0.001, 0.02, 0.05, 0.1, 0.2] as const

/** Returns the heat class of a share of self time (0–1): 0 (almost nothing) to 5 (a fifth or more). */
export function heatClass(share: number): number {
  return HEAT_STEPS.filter((step) => share >= step).length
}

/**
 * Returns a node's figures (`nodeFigures`) as measured; undefined if they are the same. A closed cycle has
 * none: as measured it may be another one.
 *
 * @param plain the analysis as measured
 * @param node a node of the drawing under the scenario
 */
export function previousFigures(
  plain: AnalyzedProfile,
  nodeLink: NodeLink,
  node: DrawnNode,
  isEstimate: boolean,
): string | undefined {
  if (node.closed !== NONE) return undefined
  const { profile, times } = plain
  const before = {
    selfShare: shareOf(profile, times.propagatedSelf[node.function]),
    totalShare: shareOf(profile, listedTotal(plain, node.function)),
  }
  const figures = nodeFigures(nodeLink, before, isEstimate)
  return figures === nodeFigures(nodeLink, node, isEstimate) ? undefined : figures
}

/**
 * Returns a function's tooltip, with the measured numbers that differ.
 *
 * @param now the analysis on screen
 * @param plain the analysis as measured; undefined without a scenario
 */
export function describeNodeChange(
  now: Analysis,
  bounds: Bounds | null,
  plain: Analysis | undefined,
  f: FunctionIndex,
): TipText {
  const tip = describeNode(now.analyzed, bounds, now.listing, f)
  return plain ? withLines(tip, describeNode(plain.analyzed, null, plain.listing, f)) : tip
}

/**
 * Returns an arc's tooltip, with the measured numbers that differ.
 *
 * @param analyzed the analysis on screen, to which `arc` belongs
 * @param plain the analysis as measured; undefined without a scenario
 */
export function describeArcChange(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  plain: Analysis | undefined,
  arc: ArcIndex,
): TipText {
  const tip = describeArc(analyzed, bounds, arc)
  const there = plain ? measuredArc(analyzed, arc) : NONE
  return plain && there !== NONE ? withLines(tip, describeArc(plain.analyzed, null, there)) : tip
}

function withLines(tip: TipText, plain: TipText): TipText {
  const differing = plain.lines.filter((line, at) => line !== tip.lines[at])
  return differing.length === 0
    ? tip
    : { ...tip, lines: [...tip.lines, `As measured: ${differing.join('; ')}`] }
}
