// Functions and arcs of the graph, a summary of what it omits, and cut arcs between drawn
// functions.
import { arcTicks } from '../../analysis/analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE, type None } from '../../base/columns.ts'
import { finish } from '../../base/yielder.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, ArcsByFunction, FunctionIndex } from '../../profile/call-graph-profile.ts'
import {
  cycleTicks,
  type HotPath,
  type HotPathStop,
  hotPathInSteps,
  type NodeLinkChoice,
  selectFunctions,
  STEP,
  totalTicks,
  weigh,
  type Weights,
} from './selection.ts'
import { isEstimatedArc } from '../bounds.ts'
import { hueOfFunction } from '../groups.ts'
import { isStaticArc } from '../sources.ts'
import { countActive, isActive } from '../listing/listing.ts'
import { allNamed } from '../../profile/name-index.ts'

/** A drawn function. */
export interface DrawnFunction {
  readonly function: FunctionIndex
  readonly selfTicks: Ticks
  /** Self and child time; a member of a cycle inherits from outside the cycle only. */
  readonly totalTicks: Ticks
  /** Shares of the whole, 0–1, in the drawing's measure. */
  readonly selfShare: number
  readonly totalShare: number
  readonly cycle: CycleIndex | None
  readonly isHot: boolean
  /** Hue of its group; NONE (−1) without one. */
  readonly hue: number
  /** Number of distinct callers and callees that are not drawn. */
  readonly callersLeftOut: number
  readonly calleesLeftOut: number
}

/** A drawn arc. */
export interface DrawnArc {
  readonly arc: ArcIndex
  /** Indexes in `nodes`. */
  readonly parent: number
  readonly child: number
  /** Times the arc was traversed. */
  readonly count: number
  /** Time passed; 0 for direct recursion and inside a cycle. */
  readonly ticks: Ticks
  /** Share of the whole, 0–1, in the drawing's measure. */
  readonly share: number
  readonly kind: 'ordinary' | 'cycle' | 'self'
  /** Whether it is a static call, which has no count. */
  readonly isStatic: boolean
  /** Whether the time passed is an estimate, because its child has other callers. */
  readonly isEstimate: boolean
  readonly isHot: boolean
}

/** A drawn cycle. */
export interface DrawnCycle {
  readonly cycle: CycleIndex
  /** Indexes in `nodes`. */
  readonly members: readonly number[]
  /** Number of members that are not drawn. */
  readonly membersLeftOut: number
  readonly totalTicks: Ticks
  /** Share of the whole, 0–1, in the drawing's measure. */
  readonly totalShare: number
}

/** Everything that the graph draws. */
export interface NodeLink {
  /** What sizes represent: calls only if no time was sampled. */
  readonly measure: 'time' | 'calls'
  /** Nodes, heaviest first. */
  readonly nodes: readonly DrawnFunction[]
  /** Arcs in drawing order: lightest first, the hot path last. */
  readonly arcs: readonly DrawnArc[]
  readonly cycles: readonly DrawnCycle[]
  /** Index of the focused function in `nodes`, or NONE. */
  readonly focus: number
  /** Where the hot path stops because a cycle's few entries decide how it goes on. */
  readonly hotPathStop: HotPathStop | null
  readonly leftOut: LeftOut
}

/** What the graph omits. */
export interface LeftOut {
  /** Active functions that are not drawn, and their self time. */
  readonly functions: number
  readonly selfTicks: Ticks
  /** Arcs that are not drawn. */
  readonly arcs: number
  /** Functions that reach the threshold but exceed the limit. */
  readonly overLimit: number
}

/**
 * Returns what the graph draws: functions, arcs and cycles in drawing order, and what it omits. Without
 * anything to draw, `nodes` is empty.
 */
export function listNodeLink(analyzed: AnalyzedProfile, choice: NodeLinkChoice): NodeLink {
  return finish(nodeLinkInSteps(analyzed, choice))
}

/**
 * Computes `listNodeLink` in steps: yields every few thousand functions or arcs, so that the caller can do
 * other work.
 */
export function* nodeLinkInSteps(
  analyzed: AnalyzedProfile,
  choice: NodeLinkChoice,
): Generator<void, NodeLink> {
  const weights = yield* weigh(analyzed)
  const hotPath = yield* hotPathInSteps(analyzed)
  const selection = yield* selectFunctions(analyzed, weights, hotPath, choice)
  const functions = [...selection.functions].sort(
    (a, b) => weights.ofFunction(b) - weights.ofFunction(a) || a - b,
  )
  const nodeOf = new Map(functions.map((f, node) => [f, node]))
  const nodes = listNodes(analyzed, weights, hotPath, functions, nodeOf)
  yield
  const arcs = listArcs(analyzed, weights, hotPath, functions, nodeOf)
  const leftOut = yield* sumLeftOut(analyzed, nodes)
  return {
    measure: weights.measure,
    nodes,
    arcs,
    cycles: listCycles(analyzed, weights, nodes),
    focus: choice.focus === null ? NONE : (nodeOf.get(choice.focus) ?? NONE),
    hotPathStop: hotPath.stop,
    leftOut: {
      ...leftOut,
      arcs: analyzed.profile.arcs.length - arcs.length,
      overLimit: selection.overLimit,
    },
  }
}

function listNodes(
  analyzed: AnalyzedProfile,
  weights: Weights,
  hotPath: HotPath,
  functions: readonly FunctionIndex[],
  nodeOf: ReadonlyMap<FunctionIndex, number>,
): DrawnFunction[] {
  const { arcs, arcsByParent, arcsByChild } = analyzed.profile
  const isHot = new Set(hotPath.functions)
  const countLeftOut = (rows: ArcsByFunction, f: FunctionIndex, end: 'parent' | 'child'): number => {
    let count = 0
    for (let at = rows.offsets[f]; at < rows.offsets[f + 1]; at++) {
      if (!nodeOf.has(arcs[end][rows.items[at]])) count++
    }
    return count
  }
  const share = (weight: number): number => (weights.whole > 0 ? weight / weights.whole : 0)
  return functions.map((f) => ({
    function: f,
    selfTicks: analyzed.times.propagatedSelf[f],
    totalTicks: totalTicks(analyzed, f),
    selfShare: weights.measure === 'time' ? share(analyzed.times.propagatedSelf[f]) : 0,
    totalShare: share(weights.ofFunction(f)),
    cycle: analyzed.cycles.cycleOf[f],
    isHot: isHot.has(f),
    hue: hueOfFunction(analyzed.profile, f),
    callersLeftOut: countLeftOut(arcsByChild, f, 'parent'),
    calleesLeftOut: countLeftOut(arcsByParent, f, 'child'),
  }))
}

function listArcs(
  analyzed: AnalyzedProfile,
  weights: Weights,
  hotPath: HotPath,
  functions: readonly FunctionIndex[],
  nodeOf: ReadonlyMap<FunctionIndex, number>,
): DrawnArc[] {
  const { arcs, arcsByParent } = analyzed.profile
  const { cycleOf } = analyzed.cycles
  const drawn: DrawnArc[] = []
  functions.forEach((f, parent) => {
    for (let at = arcsByParent.offsets[f]; at < arcsByParent.offsets[f + 1]; at++) {
      const arc = arcsByParent.items[at]
      const childFunction = arcs.child[arc]
      const child = nodeOf.get(childFunction)
      if (child === undefined) continue
      const isInside = cycleOf[f] !== NONE && cycleOf[f] === cycleOf[childFunction]
      drawn.push({
        arc,
        parent,
        child,
        count: arcs.count[arc],
        ticks: arcTicks(analyzed, arc),
        share: weights.whole > 0 ? weights.ofArc(arc) / weights.whole : 0,
        isStatic: isStaticArc(analyzed, arc),
        isEstimate: isEstimatedArc(analyzed, arc),
        kind: child === parent ? 'self' : isInside ? 'cycle' : 'ordinary',
        isHot: hotPath.arcs.has(arc),
      })
    }
  })
  return drawn.sort(
    (a, b) => Number(a.isHot) - Number(b.isHot) || a.share - b.share || a.count - b.count || a.arc - b.arc,
  )
}

function listCycles(
  analyzed: AnalyzedProfile,
  weights: Weights,
  nodes: readonly DrawnFunction[],
): DrawnCycle[] {
  const membersOf = new Map<CycleIndex, number[]>()
  nodes.forEach(({ cycle }, node) => {
    if (cycle === NONE) return
    const members = membersOf.get(cycle)
    if (members) members.push(node)
    else membersOf.set(cycle, [node])
  })
  const { offsets } = analyzed.cycles.members
  return [...membersOf]
    .sort(([a], [b]) => a - b)
    .map(([cycle, members]) => ({
      cycle,
      members,
      membersLeftOut: offsets[cycle + 1] - offsets[cycle] - members.length,
      totalTicks: cycleTicks(analyzed, cycle),
      totalShare: weights.whole > 0 ? weights.ofCycle(cycle) / weights.whole : 0,
    }))
}

function* sumLeftOut(
  { profile, times }: AnalyzedProfile,
  nodes: readonly DrawnFunction[],
): Generator<void, Pick<LeftOut, 'functions' | 'selfTicks'>> {
  const { length } = profile.functions
  let selfTicks = 0
  let takingPart = 0
  for (let from = 0; from < length; from += STEP) {
    if (from > 0) yield
    takingPart += countActive(profile, from, Math.min(length, from + STEP))
  }
  for (let f = 0 as FunctionIndex; f < length; f = (f + 1) as FunctionIndex) {
    if (f % STEP === STEP - 1) yield
    selfTicks += times.propagatedSelf[f]
  }
  for (const node of nodes) selfTicks -= node.selfTicks
  const drawn = nodes.filter((node) => isActive(profile, node.function)).length
  return { functions: takingPart - drawn, selfTicks: Math.max(0, selfTicks) }
}

// Cut arcs between drawn functions: shown as removed, so that they can be restored.

/** A cut arc between drawn functions. */
export interface DrawnCut {
  /**
   * Arc of the plain profile, because the scenario's profile lacks it. NONE for a static call,
   * which neither has.
   */
  readonly arc: ArcIndex | None
  /** Indexes in `nodes`. */
  readonly parent: number
  readonly child: number
}

/**
 * Returns the cut arcs between drawn functions, recorded ones first.
 *
 * @param now the analysis under the scenario
 * @param plain the analysis without a scenario
 */
export function listDrawnCuts(now: AnalyzedProfile, plain: AnalyzedProfile, { nodes }: NodeLink): DrawnCut[] {
  const nodeOf = new Map<FunctionIndex, number>(nodes.map((node, at) => [node.function, at]))
  const cuts: DrawnCut[] = []
  const { arcs } = plain.profile
  for (const row of measuredCuts(now)) {
    if (row === NONE || row >= arcs.length) continue
    const arc = row as ArcIndex
    const parent = nodeOf.get(arcs.parent[arc])
    const child = nodeOf.get(arcs.child[arc])
    if (parent !== undefined && child !== undefined) cuts.push({ arc, parent, child })
  }
  return [...cuts, ...staticCuts(now, plain, nodeOf)]
}

/** Returns the cut arcs as ArcIndex of the profile before folding; NONE for those that folding made. */
function measuredCuts({ cutArcs, folding }: AnalyzedProfile): readonly number[] {
  return Array.from(cutArcs, (row) => (folding ? folding.measuredArcs[row as ArcIndex] : row))
}

/**
 * Static calls follow the recorded arcs and are in neither profile once they are cut, so they are
 * found by name.
 */
function* staticCuts(
  now: AnalyzedProfile,
  { profile }: AnalyzedProfile,
  nodeOf: ReadonlyMap<FunctionIndex, number>,
): Generator<DrawnCut> {
  const { arcs, arcsByParent, functions } = profile
  if (!measuredCuts(now).some((row) => row >= arcs.length)) return
  for (const { parent, child } of now.scenario.cutArcs) {
    const children = allNamed(functions.names, child)
    for (const from of allNamed(functions.names, parent)) {
      const recorded = new Set<FunctionIndex>()
      for (let at = arcsByParent.offsets[from]; at < arcsByParent.offsets[from + 1]; at++) {
        recorded.add(arcs.child[arcsByParent.items[at]])
      }
      for (const to of children) {
        const [drawnFrom, drawnTo] = [nodeOf.get(from), nodeOf.get(to)]
        if (drawnFrom === undefined || drawnTo === undefined || recorded.has(to)) continue
        yield { arc: NONE, parent: drawnFrom, child: drawnTo }
      }
    }
  }
}
