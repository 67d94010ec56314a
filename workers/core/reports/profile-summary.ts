// The facts in the header of a profile.
import type { ProfileTotals } from '../profile/call-graph-profile.ts'
import { countActive } from './listing/active-functions.ts'
import type { Analysis } from './listing/listing.ts'
import {
  formatCount,
  formatCounted,
  formatDuration,
  formatExact,
  formatFixed,
  formatSeconds,
  secondsOf,
  wholeTicks,
} from '../quantities.ts'
import { formatError, formatSamples } from './explain/sampling.ts'
import { sumOfFunctions } from './explain/whole.ts'
import { visibleText } from '../base/visible-text.ts'

/** One fact of the header. */
export interface SummaryFact {
  /** The fact in a few words: "2.71 s", "1,234 functions". */
  readonly text: string
  /** What it means, for a tooltip; no full stop. */
  readonly explanation: string
  /** True for the number of runs. */
  readonly isOfRuns?: true
}

/** The parts of an input file that the summary uses. */
interface SummedFile {
  readonly name: string
  readonly kind: string
  readonly problem: unknown
}

/**
 * Returns the facts in the header, in their order: time and samples (only with a histogram), functions,
 * arcs, cycles, runs. A listing has no samples, and instead of runs the fact that it is a listing.
 *
 * @param files files of the profile, if known: a sum is recognised by its name alone
 */
export function profileSummary(
  { analyzed, listing }: Analysis,
  files: readonly SummedFile[] = [],
): readonly SummaryFact[] {
  const { profile, cycles } = analyzed
  const { totals, rate, abbreviation } = profile
  const facts: SummaryFact[] = []
  if (profile.hasHistogram) {
    const seconds = secondsOf(totals.ticks, rate)
    const recorded = formatSeconds(secondsOf(wholeTicks(profile), rate), abbreviation)
    const isFaster = analyzed.scenario.faster.length > 0
    const sum = sumOfFunctions(analyzed, listing.flat)
    const text = formatSeconds(seconds, abbreviation)
    const exact = seconds > 0 ? `${formatFixed(seconds, 2)} ${abbreviation}` : text
    const isInMinutes = text === exact && abbreviation === 's' && seconds >= 60
    const long = isInMinutes ? ` (${formatDuration(seconds)})` : text === exact ? '' : ` (${exact})`
    facts.push({
      text: text === recorded ? text : `${text} of ${recorded}`,
      explanation: profile.listed
        ? `Time in all functions, as the listing has it${long}`
        : isFaster
          ? `Time under this scenario${long}, of all recorded samples: 100% of every share on the page is ${recorded}`
          : `Time of all samples${long}: ${formatSamples(totals.ticks)} ÷ ${formatExact(rate)} per second, about ± ${formatError(totals.ticks, rate, abbreviation)} (one standard deviation)${sum ? `. ${sum.besideTotal}` : ''}`,
    })
    if (!profile.listed) facts.push(samplesFact(totals, isFaster))
  }
  facts.push(
    {
      text: formatCounted(countActive(profile), 'function'),
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

/**
 * Times count without excluded samples. If others were recorded, both numbers are shown, or they
 * would seem to disagree.
 */
function samplesFact({ recordedTicks, ticks }: ProfileTotals, isFaster: boolean): SummaryFact {
  const own = recordedTicks - ticks
  if (isFaster || Math.round(own) <= 0) {
    return {
      text: formatCounted(recordedTicks, 'sample'),
      explanation: 'Samples the files recorded: 100% of every share on the page',
    }
  }
  return {
    text: `${formatCount(Math.round(ticks))} of ${formatCounted(recordedTicks, 'sample')}`,
    explanation: `Samples that count, of those the files recorded: ${formatExact(own)} fell into the profiler’s own routines, whose time gprof leaves out. Shares are of all that were recorded`,
  }
}

/** `gprof -s` writes a sum into a file like any other, without the number of its runs. */
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
