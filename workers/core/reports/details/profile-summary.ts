// Summary of the profile: facts in the header, and the functions with the most self time, total
// time and calls.
import { visibleText } from '../../base/text.ts'
import type { FunctionIndex, ProfileTotals } from '../../profile/call-graph-profile.ts'
import {
  formatCount,
  formatCounted,
  formatDuration,
  formatExact,
  formatFixed,
  formatSeconds,
  fractionOf,
  percentOf,
  secondsOf,
} from '../quantities.ts'
import { formatError, formatSamples, sumOfFunctions } from './explain-sampling.ts'
import type { Analysis, Listing } from '../listing/listing.ts'
import { NONE } from '../../base/columns.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { EntryIndex } from '../listing/entries.ts'
import { displayName } from '../names/names.ts'

/** One fact of the header. */
export interface SummaryFact {
  readonly text: string
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
 * Returns the facts in the header.
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
    const isFaster = analyzed.scenario.faster.length > 0
    const sum = sumOfFunctions(analyzed, listing.flat)
    const long = abbreviation === 's' && seconds >= 60 ? ` (${formatDuration(seconds)})` : ''
    facts.push({
      text: formatSeconds(seconds, abbreviation),
      explanation: profile.listed
        ? `Time in all functions, as the listing has it${long}`
        : isFaster
          ? `Time of all samples less what faster functions save${long}`
          : `Time of all samples${long}: ${formatSamples(totals.ticks)} ÷ ${formatExact(rate)} per second, about ± ${formatError(totals.ticks, rate, abbreviation)}${sum ? `. ${sum.besideTotal}` : ''}`,
    })
    if (!profile.listed) facts.push(samplesFact(totals, isFaster))
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

/**
 * Times count without excluded samples. If others were recorded, both numbers are shown, or they
 * would seem to disagree.
 */
function samplesFact({ recordedTicks, ticks }: ProfileTotals, isFaster: boolean): SummaryFact {
  const own = recordedTicks - ticks
  if (isFaster || Math.round(own) <= 0) {
    return { text: formatCounted(recordedTicks, 'sample'), explanation: 'Samples the files recorded' }
  }
  return {
    text: `${formatCount(Math.round(ticks))} of ${formatCounted(recordedTicks, 'sample')}`,
    explanation: `Samples that count, of those the files recorded: ${formatExact(own)} fell into the profiler’s own routines, whose time gprof leaves out`,
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

// Highlights: the first few functions by self time, total time or calls.

/** One function of a highlight list. */
export interface Highlight {
  readonly f: FunctionIndex
  readonly name: string
  readonly time: string
  readonly percent: string
  readonly selfFraction: number
  readonly totalFraction: number
}

/** Returns the first `limit` functions of the flat profile; empty if no function took time. */
export function hottest(analyzed: AnalyzedProfile, listing: Listing, limit: number): readonly Highlight[] {
  const { selfTicks } = analyzed.profile.functions
  const found: Highlight[] = []
  for (const row of listing.flat.printed.subarray(0, limit)) {
    const f = row as FunctionIndex
    if (!(selfTicks[f] > 0)) continue
    const one = highlight(analyzed, f, selfTicks[f], selfTicks[f], analyzed.profile.totals.ticks)
    found.push(withPrinted(one, analyzed.asPrinted?.flatPercent[f]))
  }
  return found
}

/** Returns the functions with the most calls, for a profile without samples. */
export function mostCalled(analyzed: AnalyzedProfile, listing: Listing, limit: number): readonly Highlight[] {
  const { calls } = analyzed.profile.functions
  const rows = Array.from(listing.flat.printed.subarray(0, limit), (row) => row as FunctionIndex)
  const most = rows.reduce((so, f) => Math.max(so, calls[f]), 0)
  return rows
    .filter((f) => calls[f] > 0)
    .map((f) => ({
      f,
      name: displayName(analyzed.profile.functions, f),
      time: `${formatCount(calls[f])} ×`,
      percent: '',
      // Counted exactly: no part of the bar is an estimate.
      selfFraction: fractionOf(calls[f], most),
      totalFraction: fractionOf(calls[f], most),
    }))
}

/**
 * Returns the first `limit` functions of the call graph, whole cycles excluded: those with the
 * most total time. Empty if no calls are known, because the list would repeat `hottest`.
 */
export function longest(analyzed: AnalyzedProfile, listing: Listing, limit: number): readonly Highlight[] {
  if (!analyzed.profile.hasArcs) return []
  const { entries } = listing
  const found: Highlight[] = []
  for (let at = 0; at < entries.printed.length && found.length < limit; at++) {
    const f = entries.functionOf[entries.printed[at] as EntryIndex]
    if (f === NONE) continue
    const one = totalHighlight(analyzed, f)
    if (one.totalFraction > 0) found.push(one)
  }
  return found
}

/** Returns a function with its total time and the percentage of its entry in the call graph. */
export function totalHighlight(analyzed: AnalyzedProfile, f: FunctionIndex): Highlight {
  const self = analyzed.profile.functions.selfTicks[f]
  const one = highlight(analyzed, f, self, self + analyzed.times.childTicks[f], analyzed.printedTicks)
  return withPrinted(one, analyzed.asPrinted?.entryPercent[f])
}

/**
 * Replaces a share with the one that a listing printed, which its rounded times would not
 * reproduce.
 */
function withPrinted(one: Highlight, percent: number | undefined): Highlight {
  if (percent === undefined || Number.isNaN(percent)) return one
  const totalFraction = fractionOf(percent, 100)
  return {
    ...one,
    percent: `${formatFixed(percent, 1)} %`,
    selfFraction: Math.min(one.selfFraction, totalFraction),
    totalFraction,
  }
}

function highlight(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  selfTicks: number,
  totalTicks: number,
  whole: number,
): Highlight {
  const { functions, rate, abbreviation } = analyzed.profile
  return {
    f,
    name: displayName(functions, f),
    time: formatSeconds(secondsOf(totalTicks, rate), abbreviation),
    percent: `${formatFixed(percentOf(totalTicks, whole), 1)} %`,
    selfFraction: fractionOf(selfTicks, whole),
    totalFraction: fractionOf(totalTicks, whole),
  }
}
