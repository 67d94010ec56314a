// What 100 % is. gprof has two of them, and so have we: in the flat profile it is all samples, in the call graph what the
// functions it shows add up to, which is more or less by what bins are rounded, and less where samples fell beside all
// functions. Shares of self time are of the one, shares of total time of the other, wherever they stand.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { Ticks } from '../base/units.ts'
import type { FunctionIndex } from '../profile/tables.ts'
import { exactSeconds } from './details/explain-sampling.ts'

/** Of a function's total time. Of one whose time the call graph leaves out, or shows in part, it is all samples. */
export function wholeOfTotal({ profile, times, printedTicks }: AnalyzedProfile, f: FunctionIndex): Ticks {
  return times.fraction[f] >= 1 ? printedTicks : profile.totals.ticks
}

/** Less is no other number, of one digit after the point. */
const ALIKE = 0.0004

/** Why a share is not the same in both tables; "" where they read alike, or a listing printed them. */
export function explainWhole(analyzed: AnalyzedProfile): string {
  const { profile, printedTicks, asPrinted } = analyzed
  const { totals } = profile
  if (asPrinted || !(printedTicks > 0) || Math.abs(totals.ticks / printedTicks - 1) < ALIKE) return ''
  const [samples, functions] = [totals.ticks, printedTicks].map((ticks) => exactSeconds(analyzed, ticks))
  return ` As with gprof, 100 % is ${samples} of samples in the flat profile, ${functions} of functions in the call graph.`
}
