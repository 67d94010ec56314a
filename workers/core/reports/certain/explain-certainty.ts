// Whether a time that holds what was called is certain, in a sentence: what its bar shows solid and hatched.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { ASSUMPTION, exactSeconds } from '../details/explain-sampling.ts'

/**
 * @param part how much of it is certain, 0–1
 * @param where what runs there: "below it", "on this path"
 */
export function explainCertainty(
  analyzed: AnalyzedProfile,
  ticks: number,
  part: number,
  where: string,
): string {
  if (ticks <= 0) return ''
  if (part === 1) return `Certain, as far as calls were counted: nobody else calls what runs ${where}.`
  if (part <= 0) return ASSUMPTION
  return `At least ${exactSeconds(analyzed, part * ticks)} for certain, the rest by assumption. ${ASSUMPTION}`
}
