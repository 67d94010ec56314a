// The time that a scenario leaves, beside the recorded time that all shares are of.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { formatTime, secondsOf, wholeTicks } from '../quantities.ts'

/**
 * Returns what the shares are of where a scenario changes the time of the call graph: "Shares are of 9.09 s
 * recorded; 4.51 s under this scenario."; "" if it changes none, and without a rate.
 *
 * @param measured the analysis without a scenario
 */
export function scenarioTotal(analyzed: AnalyzedProfile, measured: AnalyzedProfile): string {
  const { profile, printedTicks } = analyzed
  const text = (ticks: number): string => formatTime(secondsOf(ticks, profile.rate), profile.abbreviation)
  const [own, before] = [text(printedTicks), text(measured.printedTicks)]
  if (!(profile.rate > 0) || own === before) return ''
  return `Shares are of ${text(wholeTicks(profile))} recorded; ${own} under this scenario.`
}
