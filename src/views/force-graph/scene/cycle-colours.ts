// Which of the cycles' colours each cycle of a drawing has: its own wherever it is drawn, unless another has that one.
import type { CycleIndex } from '../../../../workers/core/analysis/analyzed-profile.ts'

const COLOURS = 5

/** Cycles that are drawn, in order; with more of them than colours, some share one. */
export function cycleColours(cycles: readonly CycleIndex[]): ReadonlyMap<CycleIndex, number> {
  const colours = new Map<CycleIndex, number>()
  let taken = new Set<number>()
  for (const cycle of cycles) {
    if (taken.size === COLOURS) taken = new Set()
    let colour = cycle % COLOURS
    while (taken.has(colour)) colour = (colour + 1) % COLOURS
    taken.add(colour)
    colours.set(cycle, colour)
  }
  return colours
}
