// The header's facts about the profile as a whole.
import { visibleText } from '../../base/visible-text.ts'
import type { ProfileTotals } from '../../profile/call-graph-profile.ts'
import {
  formatCount,
  formatCounted,
  formatDuration,
  formatExact,
  formatSeconds,
  secondsOf,
} from '../quantities.ts'
import { formatError, formatSamples } from './explain-sampling.ts'
import type { Analysis } from '../listing/listing.ts'
import { sumOfFunctions } from './sum-of-functions.ts'

export interface SummaryFact {
  readonly text: string
  readonly explanation: string
  /** It counts the runs. */
  readonly isOfRuns?: true
}

/** A file the profile was made of, as far as it matters here. */
interface SummedFile {
  readonly name: string
  readonly kind: string
  readonly problem: unknown
}

/** @param files those the profile was made of, if they are known: a sum is told by its name alone */
export function profileSummary(
  { analyzed, listing }: Analysis,
  files: readonly SummedFile[] = [],
): readonly SummaryFact[] {
  const { profile, cycles } = analyzed
  const { totals, rate, abbreviation } = profile
  const facts: SummaryFact[] = []
  if (profile.hasHistogram) {
    const seconds = secondsOf(totals.ticks, rate)
    const sum = sumOfFunctions(analyzed, listing.flat)
    const long = abbreviation === 's' && seconds >= 60 ? ` (${formatDuration(seconds)})` : ''
    facts.push({
      text: formatSeconds(seconds, abbreviation),
      explanation: profile.listed
        ? `Time in all functions, as the listing has it${long}`
        : `Time of all samples${long}: ${formatSamples(totals.ticks)} ÷ ${formatExact(rate)} per second, about ± ${formatError(totals.ticks, rate, abbreviation)}${sum ? `. ${sum.besideTotal}` : ''}`,
    })
    if (!profile.listed) facts.push(samplesFact(totals))
  }
  facts.push(
    {
      text: formatCounted(listing.entries.takingPart, 'function'),
      explanation: `Functions that were called, took time or called others, of ${formatCounted(profile.functions.length, 'function')} in the program`,
    },
    { text: formatCounted(profile.arcs.length, 'arc'), explanation: 'Different caller–callee pairs' },
    {
      text: formatCounted(cycles.length, 'cycle'),
      explanation: 'Groups of functions that can all reach one another by calls',
    },
    profile.listed
      ? { text: 'gprof listing', explanation: 'What it is read from: rounded numbers, no samples' }
      : runsFact(totals.runs, files),
  )
  return facts
}

/** Times are of the samples that count: where others were recorded, both stand there, or the two seem to disagree. */
function samplesFact({ recordedTicks, ticks }: ProfileTotals): SummaryFact {
  const own = recordedTicks - ticks
  if (Math.round(own) <= 0) {
    return { text: formatCounted(recordedTicks, 'sample'), explanation: 'Samples the files recorded' }
  }
  return {
    text: `${formatCount(Math.round(ticks))} of ${formatCounted(recordedTicks, 'sample')}`,
    explanation: `Samples that count, of those the files recorded: ${formatExact(own)} fell into the profiler’s own routines, whose time gprof leaves out`,
  }
}

/** `gprof -s` writes a sum into a file like any other; how many runs are in it stands nowhere. */
function runsFact(runs: number, files: readonly SummedFile[]): SummaryFact {
  const sums = files.filter(
    ({ name, kind, problem }) => kind === 'profile' && problem === null && /\.sum$/i.test(name),
  )
  const [first] = sums
  if (!first) {
    return {
      text: formatCounted(runs, 'run'),
      explanation: 'Profile files summed; one that is a sum itself counts as one',
      isOfRuns: true,
    }
  }
  const others = runs - sums.length
  const summed = formatCounted(sums.length, 'sum of runs', 'sums of runs')
  return {
    text:
      others > 0 ? `${formatCounted(others, 'run')} + ${summed}` : sums.length === 1 ? 'sum of runs' : summed,
    explanation: `${visibleText(first.name)} is by its name what gprof -s writes; it does not say of how many runs`,
    isOfRuns: true,
  }
}
