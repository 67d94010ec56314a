// Blocks of the call graph: a function outside cycles, or a whole cycle, so that calls between blocks make
// no cycles.
import { membersOf } from '../../analysis/arc-times.ts'
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { NONE } from '../../base/columns.ts'
import { groupAt } from '../../base/csr.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { Weights } from './weights.ts'

/** Number of a block: a FunctionIndex, or for a cycle the number of functions plus its CycleIndex. */
export type Block = number

/** Returns the block of a function. */
export function blockOf({ profile, cycles }: AnalyzedProfile, f: FunctionIndex): Block {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE ? f : profile.functions.length + cycle
}

/** Returns the cycle of a block; NONE for a function. */
export function cycleOfBlock({ profile }: AnalyzedProfile, block: Block): CycleIndex | typeof NONE {
  const { length } = profile.functions
  return block < length ? NONE : ((block - length) as CycleIndex)
}

/** Returns the functions of a block. */
export function functionsOf(analyzed: AnalyzedProfile, block: Block): Iterable<FunctionIndex> {
  const cycle = cycleOfBlock(analyzed, block)
  return cycle === NONE ? [block as FunctionIndex] : membersOf(analyzed.cycles, cycle)
}

/** Returns the total weight of a block. */
export function weightOfBlock(analyzed: AnalyzedProfile, weights: Weights, block: Block): number {
  const cycle = cycleOfBlock(analyzed, block)
  return cycle === NONE ? weights.ofFunction(block as FunctionIndex) : weights.ofCycle(cycle)
}

/** Returns the members of a function's cycle; the function alone outside cycles. */
export function membersWith({ cycles }: AnalyzedProfile, f: FunctionIndex): Iterable<FunctionIndex> {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE ? [f] : membersOf(cycles, cycle)
}

/** Returns the arcs of a caller. */
export function arcsFrom({ profile }: AnalyzedProfile, f: FunctionIndex): Iterable<ArcIndex> {
  return groupAt(profile.arcsByParent, f)
}
