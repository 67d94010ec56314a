// What a file of estimated stacks says about itself, in a few lines of plain text.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { formatFixed, formatSeconds, percentOf, secondsOf } from '../quantities.ts'
import { DEEPEST, type EstimatedStacks } from './estimated-stacks.ts'
import { UNTOLD_NAME } from './frames.ts'

export const ESTIMATED = 'stacks estimated from call counts'

/** Ticks by which a listing's rows, rounded up and down to hundredths of a second, may well differ from its total. */
const roundingOf = ({ profile }: AnalyzedProfile): number =>
  0.01 * profile.rate * Math.sqrt(profile.functions.length)

export function estimateNote(stacks: EstimatedStacks): readonly string[] {
  const { analyzed, limits, ticks, untoldTicks } = stacks
  const { rate, abbreviation, totals } = analyzed.profile
  const time = (value: number): string => formatSeconds(secondsOf(value, rate), abbreviation)
  const lines = [
    'The stacks are an estimate. A gmon.out holds none: it has the time of each function, measured, and how often each caller called it.',
    'As in gprof, the time of a function is divided among its callers by their calls, as if every call cost the same.',
    `Paths with less than ${formatFixed(limits.least * 100, 3)} % of the time, or beyond the ${limits.most} heaviest, or deeper than ${DEEPEST}, are not told apart: ${time(untoldTicks)} of ${time(ticks)} (${formatFixed(percentOf(untoldTicks, ticks), 2)} %) stand below "${UNTOLD_NAME}", each function with its own time.`,
  ]
  const outside = totals.ticks - ticks
  if (outside >= (analyzed.profile.listed ? roundingOf(analyzed) : 0.5)) {
    lines.push(`Not in here: ${time(outside)} outside every function, or left out on purpose.`)
  }
  if (analyzed.profile.listed) {
    lines.push(
      'Read from a gprof listing: times are rounded to hundredths, and totals may differ by as much.',
    )
  }
  return lines
}
