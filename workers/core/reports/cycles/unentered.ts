// A cycle that nobody outside calls → why it has no self time as a whole, though its members have. gprof shares a cycle's own time
// out among the calls into it; where there are none it is left without.
import type { AnalyzedProfile, CycleIndex } from '../../analysis/analyzed-profile.ts'
import { formatFixed, secondsOf } from '../quantities.ts'

/** "" of a cycle that is called from outside, or where there is no time to account for. */
export function tellUnentered({ cycles, times, profile }: AnalyzedProfile, cycle: CycleIndex): string {
  if (cycles.calls[cycle] > 0 || !(profile.rate > 0)) return ''
  const { offsets, items } = cycles.members
  let ticks = 0
  for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++) ticks += times.propagatedSelf[items[at]]
  if (ticks === 0) return ''
  const held = `${formatFixed(secondsOf(ticks, profile.rate), 2)} ${profile.abbreviation}`
  return `Nobody outside calls it, so its own time is passed to nobody and, as in gprof, not counted for it as a whole. Its members have ${held} of their own.`
}
