// Selects the surroundings of one function: callers upwards, callees downwards.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import { largestRows } from '../../base/largest-rows.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { functionsOf, blockOf } from './blocks.ts'
import type { ChosenNodes } from './chosen-nodes.ts'
import type { NodeLinkChoice } from './graph-choice.ts'
import type { Weights } from './weights.ts'

/**
 * Largest number of drawn callers or callees of the focus, and of each function farther away; the
 * rest is a stub.
 */
export const MOST_NEAR = 12
const MOST_FAR = 6

/**
 * Adds callers upwards and callees downwards, breadth first, heaviest arcs first. Neighbours of
 * the focus are drawn whatever they weigh, functions farther away if they reach the threshold. A
 * small cycle is added as a whole; of a large one around the focus only what is reached, because it would
 * fill the drawing.
 *
 * @returns the number of functions in reach for which there was no room
 */
export function addAround(
  analyzed: AnalyzedProfile,
  weights: Weights,
  choice: NodeLinkChoice,
  focus: FunctionIndex,
  chosen: ChosenNodes,
): number {
  const cycle = analyzed.cycles.cycleOf[focus]
  const whole = cycle === NONE ? weights.ofFunction(focus) : weights.ofCycle(cycle)
  const least = choice.threshold * whole
  const start = chosen.add(focus)
  const reach = { callers: start, callees: start }
  const depths = { callers: choice.callersDepth, callees: choice.calleesDepth }
  let overLimit = 0
  const addNext = (side: keyof typeof reach, depth: number): FunctionIndex[] => {
    const most = depth === 1 ? MOST_NEAR : MOST_FAR
    const next: FunctionIndex[] = []
    for (const other of reach[side].flatMap((f) => neighbours(analyzed, weights, f, side, most, chosen))) {
      if (chosen.has(other) || (depth > 1 && weights.ofFunction(other) < least)) continue
      const added = chosen.add(other)
      if (added.length === 0) overLimit++
      next.push(...added)
    }
    return next
  }
  for (let depth = 1; depth <= Math.max(depths.callers, depths.callees); depth++) {
    if (depth <= depths.callers) reach.callers = addNext('callers', depth)
    if (depth <= depths.callees) reach.callees = addNext('callees', depth)
  }
  return overLimit
}

/**
 * Returns callers or callees by the weight of the arc (time passed, then calls), without the function itself;
 * those of the whole cycle if it is drawn as one node.
 *
 * @param isLeft which of them to return; by default all
 */
export function neighbours(
  analyzed: AnalyzedProfile,
  weights: Weights,
  f: FunctionIndex,
  side: 'callers' | 'callees',
  most: number,
  chosen: ChosenNodes,
  isLeft: (other: FunctionIndex) => boolean = () => true,
): FunctionIndex[] {
  const { profile, cycles } = analyzed
  const { arcs } = profile
  const rows = side === 'callers' ? profile.arcsByChild : profile.arcsByParent
  const end = side === 'callers' ? arcs.parent : arcs.child
  const cycle = cycles.cycleOf[f]
  const isClosed = cycle !== NONE && chosen.closed.has(cycle)
  const candidates: number[] = []
  for (const own of isClosed ? functionsOf(analyzed, blockOf(analyzed, f)) : [f]) {
    for (let at = rows.offsets[own]; at < rows.offsets[own + 1]; at++) {
      const other = end[rows.items[at]]
      const isOwn = isClosed ? cycles.cycleOf[other] === cycle : other === f
      if (!isOwn && isLeft(other)) candidates.push(rows.items[at])
    }
  }
  const weight = (arc: number): number =>
    weights.ofArc(arc as ArcIndex) + arcs.count[arc as ArcIndex] * Number.EPSILON
  return largestRows(candidates, weight, most).map((arc) => end[arc as ArcIndex])
}
