// Bounds of the time that functions, cycles and arcs were on the stack.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type LowerBounds, lowerBoundsOf } from './lower-bound.ts'
import { type UpperBounds, upperBoundOf, upperBoundsOf } from './upper-bound.ts'

/**
 * Bounds of an analysis. A function that takes `Bounds | null` takes null while they are not computed: then only self time is
 * certain, and all of the time is possible.
 */
export type Bounds = LowerBounds & UpperBounds

/** Budget of an export, in words that all passes for upper bounds may join: up to ten seconds. */
const MOST_JOINED = 1e9
/**
 * Budget of a page: about a second. All bounds are exact if functions with samples × (functions + arcs)
 * is below 3 × 10⁹: 26,000 functions with samples in a program of 20,000 functions and 100,000 arcs.
 */
export const MOST_JOINED_IN_PAGE = 1e8

/**
 * Computes the bounds of each function's and cycle's time on the stack; yields every few thousand functions or
 * arcs. Limit: relies on counted calls. A call from code compiled without -pg is not recorded.
 *
 * @param mostJoined limit of the work for exact upper bounds
 */
export function* boundsOf(analyzed: AnalyzedProfile, mostJoined = MOST_JOINED): Generator<void, Bounds> {
  const lower = yield* lowerBoundsOf(analyzed)
  return { ...lower, ...(yield* upperBoundsOf(analyzed, mostJoined)) }
}

/**
 * Returns bounds in which the upper one of a function is the best possible, the given ones if it is already.
 * Yields every few thousand functions or arcs. Cost: a walk over all that the function reaches.
 */
export function* tightenBounds(
  analyzed: AnalyzedProfile,
  bounds: Bounds,
  f: FunctionIndex,
): Generator<void, Bounds> {
  if (bounds.isLoose[f] !== 1) return bounds
  const most = bounds.most.with(f, yield* upperBoundOf(analyzed, f))
  return { ...bounds, most, isLoose: bounds.isLoose.with(f, 0) }
}

/** Returns the lower bound of a whole cycle's time on the stack, in ticks. */
export const leastOfCycle = ({ profile }: AnalyzedProfile, { least }: Bounds, cycle: CycleIndex): Ticks =>
  least[profile.functions.length + cycle]
