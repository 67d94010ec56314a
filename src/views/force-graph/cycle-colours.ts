// The colours of cycles: a cycle has the same colour in every drawing, unless another drawn cycle has it.
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'

const COLOURS = 5

/** Returns the colours of the drawn cycles. With more cycles than colours, some share one. */
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
