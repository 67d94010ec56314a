// The size of cycles, and which are small enough to be open from the start.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'

/** Largest number of members of a cycle that is open from the start, in the graph and in the flame view. */
export const OPEN_SIZE = 6

/** Returns the number of members of a cycle. */
export function sizeOfCycle({ cycles }: Pick<AnalyzedProfile, 'cycles'>, cycle: CycleIndex): number {
  const { offsets } = cycles.members
  return offsets[cycle + 1] - offsets[cycle]
}
