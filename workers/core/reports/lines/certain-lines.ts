// What of the time of lines is certain: their own, and that of what is called from nowhere else.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex } from '../../profile/tables.ts'
import { certainPartOfArc, partOf } from '../certain/certain-parts.ts'
import type { LineFacts } from './line-facts.ts'

/**
 * Of their self time and what their calls hand to them, 0–1. Lines of which the profile does not tell for sure that they made a
 * call have nothing of it for certain.
 *
 * @param certain what `certainTicks` has answered; null while it is not known
 */
export function certainPartOfLines(
  analyzed: AnalyzedProfile,
  certain: Float64Array | null,
  lines: readonly LineFacts[],
): number {
  let self = 0
  let below = 0
  let sure = 0
  const counted = new Map<ArcIndex, number>()
  for (const line of lines) {
    self += line.self
    below += line.below
    for (const { arc, count, ofCalls, ofTicks, isSure } of line.calls) {
      if (!isSure) continue
      const all = (counted.get(arc) ?? 0) + count
      counted.set(arc, all)
      if (all === ofCalls) sure += certainPartOfArc(analyzed, certain, arc) * ofTicks
    }
  }
  return partOf(self + sure, self + below)
}
