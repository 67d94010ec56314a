// Tooltips of a cycle that is one node, with those of its arcs.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { membersOf } from '../../analysis/arc-times.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import { NONE } from '../../base/columns.ts'
import { explainTotalOfCycle } from '../explain/total.ts'
import { briefName } from '../../names/brief-name.ts'
import { displayName } from '../../names/names.ts'
import { formatCount, formatCounted, formatSeconds, secondsOf } from '../../quantities.ts'
import { describeArc, type TipText } from './drawing-text.ts'
import type { DrawnArc, DrawnNode, NodeLink } from './drawing.ts'
import { sizeOfCycle } from '../cycle-size.ts'
import { cycleTicks } from './weights.ts'

/** Members named in a tooltip. */
const NAMED = 4

/** Returns the tooltip of a cycle that is one node: its time, its calls, and its members with the most self time. */
export function describeCycle(analyzed: AnalyzedProfile, bounds: Bounds | null, cycle: CycleIndex): TipText {
  const { profile, cycles, times } = analyzed
  const { rate, abbreviation, functions } = profile
  const members = [...membersOf(cycles, cycle)].sort(
    (a, b) => times.propagatedSelf[b] - times.propagatedSelf[a] || a - b,
  )
  const self = members.reduce((sum, f) => sum + times.propagatedSelf[f], 0)
  const time = (ticks: number): string => formatSeconds(secondsOf(ticks, rate), abbreviation)
  const hottest = members.slice(0, NAMED).map((f) => briefName(displayName(functions, f)))
  const more = members.length - hottest.length
  return {
    title: `cycle ${cycle + 1}`,
    lines: [
      `total ${time(cycleTicks(analyzed, cycle))}, self ${time(self)}`,
      `${formatCounted(cycles.calls[cycle], 'call')} from outside, ${formatCount(cycles.internalCalls[cycle])} inside`,
      `${formatCounted(sizeOfCycle(analyzed, cycle), 'function')}: ${hottest.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`,
    ],
    formula: '',
    note: rate > 0 ? explainTotalOfCycle(analyzed, bounds, cycle).total : '',
  }
}

/**
 * Returns the title and the tooltip of a drawn arc: those of the arc itself between two functions, sums for
 * arcs to or from a cycle that is one node.
 */
export function describeDrawnArc(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  { nodes }: Pick<NodeLink, 'nodes'>,
  { arc, arcs, parent, child, count, ticks }: DrawnArc,
): TipText {
  const [from, to] = [nodes[parent], nodes[child]]
  if (from.closed === NONE && to.closed === NONE) return describeArc(analyzed, bounds, arc)
  const { rate, abbreviation, functions } = analyzed.profile
  const nameOf = ({ function: f, closed }: DrawnNode): string =>
    closed === NONE ? displayName(functions, f) : `cycle ${closed + 1}`
  const along = arcs.length === 1 ? '' : ` along ${formatCounted(arcs.length, 'arc')}`
  const passed = rate > 0 ? `, ${formatSeconds(secondsOf(ticks, rate), abbreviation)} passed` : ''
  return {
    title: `${nameOf(from)} → ${nameOf(to)}`,
    lines: [`${formatCounted(count, 'call')}${along}${passed}`],
    formula: '',
    note: arcs.length === 1 ? '' : 'Open the cycle to see each arc.',
  }
}
