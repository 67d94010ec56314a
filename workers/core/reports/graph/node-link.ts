// Lists the nodes of the graph with the arcs between them, as well as a summary of what it omits.
import { arcTicks, membersOf } from '../../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { NodeLinkChoice } from './graph-choice.ts'
import { type HotPath, hotPathOf } from './hot-path.ts'
import { sizeOfCycle } from '../cycle-size.ts'
import { type Selection, selectFunctions } from './select-nodes.ts'
import { findWayDown } from './calls-down-and-back.ts'
import { cycleTicks, STEP, totalTicks, weigh, type Weights } from './weights.ts'
import { isEstimatedArc } from '../../trust/bounds/certain-parts.ts'
import { groupAt } from '../../base/csr.ts'
import { isStaticArc } from '../static-calls.ts'
import { countActive, isActive } from '../listing/active-functions.ts'
import {
  type NodeLink,
  nodesByFunction,
  type DrawnNode,
  functionsOfNode,
  type DrawnArc,
  type DrawnCycle,
  type LeftOut,
} from './drawing.ts'

/**
 * Returns what the graph draws: nodes, arcs and open cycles in drawing order, and what it omits. Without
 * anything to draw, `nodes` is empty. Yields every few thousand functions or arcs, so that the caller can do
 * other work.
 */
export function* listNodeLink(analyzed: AnalyzedProfile, choice: NodeLinkChoice): Generator<void, NodeLink> {
  const weights = yield* weigh(analyzed)
  const hotPath = yield* hotPathOf(analyzed)
  const selection = yield* selectFunctions(analyzed, weights, hotPath, choice)
  const nodes = listNodes(analyzed, weights, hotPath, selection)
  const nodeOf = nodesByFunction(analyzed, nodes)
  yield
  const withStubs = countLeftOut(analyzed, nodes, nodeOf)
  const arcs = withWayDown(analyzed, withStubs, listArcs(analyzed, weights, hotPath, nodes, nodeOf))
  const leftOut = yield* sumLeftOut(analyzed, nodeOf)
  return {
    measure: weights.measure,
    nodes: withStubs,
    arcs,
    cycles: listCycles(analyzed, weights, nodes),
    layoutArcs: countLayoutArcs(withStubs, arcs, selection),
    functions: nodeOf.size,
    focus: choice.focus === null ? NONE : (nodeOf.get(choice.focus) ?? NONE),
    hotPathStop: hotPath.stop,
    leftOut: {
      ...leftOut,
      selfShare: weights.hundred > 0 && weights.measure === 'time' ? leftOut.selfTicks / weights.hundred : 0,
      arcs: analyzed.profile.arcs.length - arcs.reduce((sum, one) => sum + one.arcs.length, 0),
      overLimit: selection.overLimit,
    },
  }
}

function listNodes(
  analyzed: AnalyzedProfile,
  weights: Weights,
  hotPath: HotPath,
  { functions, closed }: Selection,
): DrawnNode[] {
  const { times, cycles } = analyzed
  const isHot = new Set(hotPath.functions)
  const hotCycles = new Set(hotPath.functions.map((f) => cycles.cycleOf[f]))
  const share = (weight: number): number => (weights.hundred > 0 ? weight / weights.hundred : 0)
  const selfShare = (ticks: Ticks): number => (weights.measure === 'time' ? share(ticks) : 0)
  const ofFunctions = Array.from(functions, (f): WeighedNode => ({
    weight: weights.ofFunction(f),
    node: {
      function: f,
      closed: NONE,
      selfTicks: times.propagatedSelf[f],
      totalTicks: totalTicks(analyzed, f),
      selfShare: selfShare(times.propagatedSelf[f]),
      totalShare: share(weights.ofFunction(f)),
      cycle: cycles.cycleOf[f],
      isHot: isHot.has(f),
      ...NOT_COUNTED,
    },
  }))
  const ofCycles = Array.from(closed, (cycle): WeighedNode => {
    const lead = hottestMember(analyzed, weights, cycle)
    let selfTicks = 0
    for (const member of membersOf(cycles, cycle)) selfTicks += times.propagatedSelf[member]
    return {
      weight: weights.ofCycle(cycle),
      node: {
        function: lead,
        closed: cycle,
        selfTicks,
        totalTicks: cycleTicks(analyzed, cycle),
        selfShare: selfShare(selfTicks),
        totalShare: share(weights.ofCycle(cycle)),
        cycle: NONE,
        isHot: hotCycles.has(cycle),
        ...NOT_COUNTED,
      },
    }
  })
  return [...ofFunctions, ...ofCycles]
    .sort((a, b) => b.weight - a.weight || a.node.function - b.node.function)
    .map(({ node }) => node)
}

const NOT_COUNTED = { callersLeftOut: 0, calleesLeftOut: 0 }

interface WeighedNode {
  readonly weight: number
  readonly node: DrawnNode
}

/** Returns the member with the most self time, of equal ones the one with the most total time. */
function hottestMember(
  { cycles }: AnalyzedProfile,
  weights: Pick<Weights, 'ofSelf' | 'ofFunction'>,
  cycle: CycleIndex,
): FunctionIndex {
  let lead = cycles.members.items[cycles.members.offsets[cycle]]
  for (const f of membersOf(cycles, cycle)) {
    const more = weights.ofSelf(f) - weights.ofSelf(lead) || weights.ofFunction(f) - weights.ofFunction(lead)
    if (more > 0) lead = f
  }
  return lead
}

/** Counts the callers and callees of each node that are not drawn. */
function countLeftOut(
  analyzed: AnalyzedProfile,
  nodes: readonly DrawnNode[],
  nodeOf: ReadonlyMap<FunctionIndex, number>,
): DrawnNode[] {
  const { arcs, arcsByParent, arcsByChild } = analyzed.profile
  return nodes.map((node) => {
    const callers = new Set<FunctionIndex>()
    const callees = new Set<FunctionIndex>()
    for (const f of functionsOfNode(analyzed, node)) {
      for (const arc of groupAt(arcsByChild, f))
        if (!nodeOf.has(arcs.parent[arc])) callers.add(arcs.parent[arc])
      for (const arc of groupAt(arcsByParent, f))
        if (!nodeOf.has(arcs.child[arc])) callees.add(arcs.child[arc])
    }
    return { ...node, callersLeftOut: callers.size, calleesLeftOut: callees.size }
  })
}

function listArcs(
  analyzed: AnalyzedProfile,
  weights: Weights,
  hotPath: HotPath,
  nodes: readonly DrawnNode[],
  nodeOf: ReadonlyMap<FunctionIndex, number>,
): DrawnArc[] {
  const { arcs, arcsByParent } = analyzed.profile
  const { cycleOf } = analyzed.cycles
  const byEnds = new Map<string, ArcIndex[]>()
  nodes.forEach((node, parent) => {
    for (const f of functionsOfNode(analyzed, node)) {
      for (const arc of groupAt(arcsByParent, f)) {
        const child = nodeOf.get(arcs.child[arc])
        // Calls inside a cycle that is one node are not drawn.
        if (child === undefined || (child === parent && node.closed !== NONE)) continue
        const key = `${parent} ${child}`
        const others = byEnds.get(key)
        if (others) others.push(arc)
        else byEnds.set(key, [arc])
      }
    }
  })
  const drawn = Array.from(byEnds.values(), (all): DrawnArc => {
    const [arc = 0 as ArcIndex] = all.toSorted(
      (a, b) => weights.ofArc(b) - weights.ofArc(a) || arcs.count[b] - arcs.count[a] || a - b,
    )
    const parent = nodeOf.get(arcs.parent[arc]) ?? NONE
    const child = nodeOf.get(arcs.child[arc]) ?? NONE
    const cycle = cycleOf[arcs.parent[arc]]
    const isInside = cycle !== NONE && cycle === cycleOf[arcs.child[arc]]
    const sum = (of: (one: ArcIndex) => number): number => all.reduce((total, one) => total + of(one), 0)
    return {
      arc,
      arcs: all,
      parent,
      child,
      count: sum((one) => arcs.count[one]),
      ticks: sum((one) => arcTicks(analyzed, one)),
      share: weights.hundred > 0 ? sum(weights.ofArc) / weights.hundred : 0,
      isStatic: all.every((one) => isStaticArc(analyzed, one)),
      isEstimate: all.some((one) => isEstimatedArc(analyzed, one)),
      kind: child === parent ? 'self' : isInside ? 'cycle' : 'ordinary',
      isBack: false,
      isHot: all.some((one) => hotPath.arcs.has(one)),
    }
  })
  return drawn.sort(
    (a, b) => Number(a.isHot) - Number(b.isHot) || a.share - b.share || a.count - b.count || a.arc - b.arc,
  )
}

/** Marks the arcs that lead back up inside open cycles. */
function withWayDown(
  analyzed: AnalyzedProfile,
  nodes: readonly DrawnNode[],
  arcs: readonly DrawnArc[],
): readonly DrawnArc[] {
  const { profile, cycles } = analyzed
  const back = new Set<DrawnArc>()
  const inside = new Map<CycleIndex, DrawnArc[]>()
  for (const arc of arcs) {
    const cycle = nodes[arc.parent].cycle
    if (arc.kind !== 'cycle' || cycle === NONE) continue
    const others = inside.get(cycle)
    if (others) others.push(arc)
    else inside.set(cycle, [arc])
  }
  for (const [cycle, own] of inside) {
    const members = [...nodes.keys()].filter((node) => nodes[node].cycle === cycle)
    const entering = members.map((node) => {
      let calls = 0
      for (const arc of groupAt(profile.arcsByChild, nodes[node].function))
        if (cycles.cycleOf[profile.arcs.parent[arc]] !== cycle)
          calls += profile.arcs.count[arc] || Number.EPSILON
      return calls
    })
    const isBack = findWayDown(
      entering,
      own.map(({ parent, child, count }) => ({
        from: members.indexOf(parent),
        to: members.indexOf(child),
        calls: count,
      })),
    )
    own.forEach((arc, at) => {
      if (isBack[at]) back.add(arc)
    })
  }
  return arcs.map((arc) => (back.has(arc) ? { ...arc, isBack: true } : arc))
}

function countLayoutArcs(
  nodes: readonly DrawnNode[],
  arcs: readonly DrawnArc[],
  { first, drawingOf }: Selection,
): number {
  const ends = nodes.map(({ function: f, closed, cycle }) => {
    if (closed !== NONE) return first.closed.has(closed) ? `cycle ${closed}` : null
    if (!first.functions.has(f)) return null
    return cycle !== NONE && drawingOf(cycle) === 'opened' ? `cycle ${cycle}` : `${f}`
  })
  const pairs = new Set<string>()
  for (const { kind, parent, child } of arcs) {
    const [from, to] = [ends[parent], ends[child]]
    if (kind === 'ordinary' && from !== null && to !== null) pairs.add(`${from} ${to}`)
  }
  return pairs.size
}

function listCycles(analyzed: AnalyzedProfile, weights: Weights, nodes: readonly DrawnNode[]): DrawnCycle[] {
  const membersOfCycle = new Map<CycleIndex, number[]>()
  nodes.forEach(({ cycle }, node) => {
    if (cycle === NONE) return
    const members = membersOfCycle.get(cycle)
    if (members) members.push(node)
    else membersOfCycle.set(cycle, [node])
  })
  return [...membersOfCycle]
    .sort(([a], [b]) => a - b)
    .map(([cycle, members]) => ({
      cycle,
      members,
      membersLeftOut: sizeOfCycle(analyzed, cycle) - members.length,
      totalTicks: cycleTicks(analyzed, cycle),
      totalShare: weights.hundred > 0 ? weights.ofCycle(cycle) / weights.hundred : 0,
    }))
}

function* sumLeftOut(
  { profile, times }: AnalyzedProfile,
  nodeOf: ReadonlyMap<FunctionIndex, number>,
): Generator<void, Pick<LeftOut, 'functions' | 'selfTicks'>> {
  const { length } = profile.functions
  let selfTicks = 0
  let active = 0
  for (let from = 0; from < length; from += STEP) {
    if (from > 0) yield
    active += countActive(profile, from, Math.min(length, from + STEP))
  }
  for (let f = 0 as FunctionIndex; f < length; f = (f + 1) as FunctionIndex) {
    if (f % STEP === STEP - 1) yield
    selfTicks += times.propagatedSelf[f]
  }
  let drawn = 0
  for (const f of nodeOf.keys()) {
    selfTicks -= times.propagatedSelf[f]
    if (isActive(profile, f)) drawn++
  }
  return { functions: active - drawn, selfTicks: Math.max(0, selfTicks) }
}
