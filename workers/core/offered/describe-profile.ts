// What a profile holds, in a few words beside its file's name.
import type { RawProfile } from '../formats/format.ts'
import { formatCounted } from '../reports/quantities.ts'

/** `detail` and what the profile holds: "GNU gmon.out · 100 Hz · 250 samples · 12 arcs". */
export function describeProfile(detail: string, profile: RawProfile, samples: number): string {
  const rate = profile.histograms[0]?.rate
  const parts = [detail]
  if (rate !== undefined) parts.push(`${rate} Hz`, formatCounted(samples, 'sample'))
  parts.push(formatCounted(profile.arcs.length, 'arc'))
  return parts.join(' · ')
}
