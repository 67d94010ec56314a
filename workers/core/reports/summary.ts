// Summary of a profile: the few sentences that answer what takes the time, for whom, and how far the
// numbers can be trusted. Each names the view that proves it. All rules and their thresholds are here.
import { arcTicks, passesTime } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import type { SuggestedCuts } from '../analysis/cuts/suggest-cuts.ts'
import { groupAt } from '../base/sorting.ts'
import { stringAt } from '../base/string-table.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { HotLines } from '../profile/lines/all-lines.ts'
import type { Notice, NoticeCode, NoticeOf } from '../problems/problem.ts'
import { foldedSelfRange, isMember } from './bounds.ts'
import { listCycles } from './cycles.ts'
import { hottest, mostCalled } from './details.ts'
import { hotLinesUnder } from './line-facts.ts'
import { type Analysis, parentLines } from './listing/listing.ts'
import { briefName, displayName, shortenName } from './names/names.ts'
import {
  formatCount,
  formatCounted,
  formatFixed,
  formatShareOf,
  percentOf,
  secondsOf,
  shareOf,
} from './quantities.ts'
import { cycleTicksOf } from './share-ticks.ts'
import { fileOfPath, shownPath } from './sources.ts'

/** What a sentence is about. */
export type SummaryKind =
  | 'mismatch'
  | 'damage'
  | 'forks'
  | 'function'
  | 'calls'
  | 'line'
  | 'cycle'
  | 'slow-run'
  | 'sampling'
  | 'no-calls'
  | 'bins'

/** The place that proves a sentence: a view by its id, or the notices. */
export type SummaryPlace = 'flat-profile' | 'call-graph' | 'cycles' | 'runs' | 'source' | 'notices'

/** A part of a sentence: plain text, or a name from the profile. */
export type SummaryPart = string | { readonly name: string }

/** One sentence of the summary. */
export interface SummarySentence {
  readonly kind: SummaryKind
  readonly parts: readonly SummaryPart[]
  readonly place: SummaryPlace
  /** The function to select there, or null. */
  readonly f: FunctionIndex | null
}

/** What the summary is made of. Null for what is not read or not computed. */
export interface SummaryInput extends Analysis {
  readonly notices: readonly Notice[]
  /** As measured. */
  readonly hotLines: HotLines | null
  /** Cuts of the cycle that `cycleToCut` returns. */
  readonly cuts: SuggestedCuts | null
}

/** The most sentences of a summary. */
export const MOST_SENTENCES = 6

/** With this many samples, the error of a time is a third of it. */
const RELIABLE_SAMPLES = 9

/** A caller that gets this part of a function's passed time is named. */
const MAIN_CALLER = 0.75

/** A cycle with this part of all time hides much of who pays. */
const LARGE_CYCLE = 0.1

/** A longer name would fill a line. */
const MOST_CHARACTERS = 40

/**
 * Returns the sentences of the summary, most important first, at most six. A rule that does not apply adds
 * none. Without `hotLines` no sentence names a line, and without `cuts` the one about the cycle names no
 * arc.
 */
export function summarize(input: SummaryInput): readonly SummarySentence[] {
  const { analyzed, notices } = input
  return [
    mismatch(notices),
    damage(notices),
    forks(notices),
    hottestFunction(input) ?? mostCalledFunction(input),
    input.hotLines && hottestLine(analyzed, input.hotLines),
    largestCycle(input),
    slowRun(notices),
    sampling(input),
    missingCalls(notices),
    coarseBins(notices),
  ]
    .filter((sentence) => sentence !== null)
    .slice(0, MOST_SENTENCES)
}

/** Returns a sentence as plain text. */
export const summaryText = ({ parts }: SummarySentence): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.name)).join('')

/**
 * Returns the sentences as items of a Markdown list, with names as code; one string each, without a line
 * break.
 */
export function summaryMarkdown(sentences: readonly SummarySentence[]): readonly string[] {
  const markdownOf = (part: SummaryPart): string => (typeof part === 'string' ? part : codeSpan(part.name))
  return sentences.map(({ parts }) => `- ${parts.map(markdownOf).join('')}`)
}

/** A code span ends at the first run of backticks that is as long as its own. */
function codeSpan(name: string): string {
  const longest = (name.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${name} ${fence}` : `${fence}${name}${fence}`
}

// Notices that come first: the numbers may be wrong.

function find<C extends NoticeCode>(notices: readonly Notice[], code: C): NoticeOf<C> | undefined {
  return notices.find((notice): notice is NoticeOf<C> => notice.code === code)
}

function mismatch(notices: readonly Notice[]): SummarySentence | null {
  if (find(notices, 'wrong-executable'))
    return byNotice('mismatch', [
      'The program may not be the one that was measured: names and numbers may be wrong.',
    ])
  const odd = notices.filter(({ code }) => code === 'odd-run').length
  if (odd > 1)
    return byNotice('mismatch', [
      `${formatCount(odd)} runs may be of another build; their times are included.`,
    ])
  const run = find(notices, 'odd-run')
  if (!run) return null
  return byNotice('mismatch', [{ name: run.file }, ' may be of another build; its times are included.'])
}

function damage(notices: readonly Notice[]): SummarySentence | null {
  const files = notices.filter(({ code }) => code === 'gmon/truncated-file').length
  if (files === 0) return null
  return byNotice('damage', [
    `${formatCounted(files, 'profile file is', 'profile files are')} truncated: some samples or calls are missing.`,
  ])
}

function forks(notices: readonly Notice[]): SummarySentence | null {
  return find(notices, 'forked-runs')
    ? byNotice('forks', [
        'Runs were forked: each file holds the past of its parent, which counts several times.',
      ])
    : null
}

function missingCalls(notices: readonly Notice[]): SummarySentence | null {
  return find(notices, 'no-arcs')
    ? byNotice('no-calls', ['No calls were counted: nothing shows which function calls which.'])
    : null
}

function coarseBins(notices: readonly Notice[]): SummarySentence | null {
  const shared = find(notices, 'coarse-bins')
  if (shared)
    return byNotice('bins', [
      `${formatFixed(percentOf(shared.ticks, shared.totalTicks), 0)}% of the samples are in bins that several functions share: which one took them is not known.`,
    ])
  const drift = find(notices, 'scale-drift')
  if (!drift) return null
  return byNotice('bins', [
    `Samples may be off by up to ${formatCounted(drift.bytes, 'byte')}: small neighbouring functions may swap time.`,
  ])
}

const byNotice = (kind: SummaryKind, parts: readonly SummaryPart[]): SummarySentence => ({
  kind,
  parts,
  place: 'notices',
  f: null,
})

// What takes the time.

function hottestFunction({ analyzed, listing }: SummaryInput): SummarySentence | null {
  const [top] = hottest(analyzed, listing, 1)
  if (!top) return null
  const { profile } = analyzed
  const { selfTicks } = profile.functions
  const time = profile.rate > 0 ? ` (${timeText(analyzed, selfTicks[top.f], top.f)})` : ''
  return {
    kind: 'function',
    parts: [
      nameOf(analyzed, top.f),
      ` takes ${top.percent} of the time${time}`,
      ...callersOf(analyzed, listing, top.f),
    ],
    place: 'call-graph',
    f: top.f,
  }
}

/**
 * Returns whom a function works for. One counted caller is a fact; shares of several callers are
 * gprof's estimate. Calls inside a cycle pass no time: there the most calls count.
 */
function callersOf(
  analyzed: AnalyzedProfile,
  listing: SummaryInput['listing'],
  f: FunctionIndex,
): readonly SummaryPart[] {
  if (isMember(analyzed, f)) {
    const caller = busiestCaller(analyzed, f)
    const cycle = `; it is in cycle ${analyzed.cycles.cycleOf[f] + 1}`
    return caller === null
      ? [`${cycle}.`]
      : [`${cycle}, most often called by `, nameOf(analyzed, caller), '.']
  }
  const { arcs } = analyzed.profile
  let callers = 0
  let passed = 0
  let most = -1
  let main: FunctionIndex | null = null
  for (const row of parentLines(analyzed, listing.lines, f)) {
    const arc = row as Parameters<typeof arcTicks>[1]
    // Static calls have no count.
    if (arcs.parent[arc] === f || !(arcs.count[arc] > 0)) continue
    const ticks = passesTime(analyzed, arc) ? arcTicks(analyzed, arc) : 0
    callers++
    passed += ticks
    if (ticks > most) {
      most = ticks
      main = arcs.parent[arc]
    }
  }
  if (main === null) return ['.']
  if (callers === 1) return ['; its only counted caller is ', nameOf(analyzed, main), '.']
  if (passed > 0 && most >= MAIN_CALLER * passed)
    return [`, by estimate ${percent(most, passed)} of it for `, nameOf(analyzed, main), '.']
  return [`, for ${formatCounted(callers, 'caller')}.`]
}

/** Returns the other function with the most counted calls of `f`; null without one, or if two have as many. */
function busiestCaller({ profile }: AnalyzedProfile, f: FunctionIndex): FunctionIndex | null {
  const { arcs } = profile
  let caller: FunctionIndex | null = null
  let most = 0
  for (const arc of groupAt(profile.arcsByChild, f)) {
    const calls = arcs.count[arc]
    if (arcs.parent[arc] === f || !(calls > 0) || calls < most) continue
    caller = calls === most ? null : arcs.parent[arc]
    most = calls
  }
  return caller
}

function mostCalledFunction({ analyzed, listing }: SummaryInput): SummarySentence | null {
  const [top] = mostCalled(analyzed, listing, 1)
  if (!top) return null
  const calls = formatCounted(analyzed.profile.functions.calls[top.f], 'counted call')
  return {
    kind: 'calls',
    parts: [nameOf(analyzed, top.f), ` has the most calls: ${calls}.`],
    place: 'call-graph',
    f: top.f,
  }
}

/** Said of a line with enough samples; another line would likely lead in the next run. */
function hottestLine(analyzed: AnalyzedProfile, measured: HotLines): SummarySentence | null {
  const hot = hotLinesUnder(analyzed, measured)
  const { totals } = analyzed.profile
  if (hot.length === 0 || hot.ticks[0] < RELIABLE_SAMPLES || !(totals.ticks > 0)) return null
  const f = hot.f[0] as FunctionIndex
  const path = stringAt(hot.files, hot.file[0] as Parameters<typeof stringAt>[1])
  const place = `${fileOfPath(shownPath(path))}:${hot.line[0]}`
  return {
    kind: 'line',
    parts: [
      'The hottest line is ',
      { name: place },
      ` with ${formatShareOf(analyzed.profile, hot.ticks[0])}, in `,
      nameOf(analyzed, f),
      '.',
    ],
    place: 'source',
    f: null,
  }
}

/**
 * Returns the cycle with the most time, of which the summary speaks; null if there is no cycle or it has
 * less than a tenth of all time.
 */
export function cycleToCut(analysis: Analysis) {
  if (analysis.analyzed.cycles.length === 0) return null
  const [top] = listCycles(analysis, 1)
  if (!top) return null
  const { analyzed } = analysis
  return shareOf(analyzed.profile, cycleTicksOf(analyzed, top.cycle)) >= LARGE_CYCLE ? top : null
}

function largestCycle(input: SummaryInput): SummarySentence | null {
  const top = cycleToCut(input)
  if (!top) return null
  const { analyzed, cuts } = input
  return {
    kind: 'cycle',
    parts: [
      `${top.name.replace('cycle', 'Cycle')} (${formatCounted(top.size, 'function')}) hides who pays for ${top.text.share}`,
      ...cutParts(analyzed, top.cycle, cuts),
    ],
    place: 'cycles',
    f: top.first,
  }
}

/** Cuts that keep the way down divide the cycle's time among its callers, if it has any. */
function cutParts(
  analyzed: AnalyzedProfile,
  cycle: CycleIndex,
  cuts: SuggestedCuts | null,
): readonly SummaryPart[] {
  const isEntered = analyzed.cycles.calls[cycle] > 0
  const result = isEntered ? ' shows it and leaves every member a caller.' : ' shows it.'
  const [arc] = cuts?.arcs ?? []
  if (!cuts || arc === undefined) return ['; cutting the calls back', result]
  if (cuts.arcs.length > 1) return [`; cutting ${formatCounted(cuts.arcs.length, 'arc')}`, result]
  const { parent, child } = analyzed.profile.arcs
  return ['; cutting ', nameOf(analyzed, parent[arc]), ' → ', nameOf(analyzed, child[arc]), result]
}

/** The notice has the rule of what chance does not explain. */
function slowRun(notices: readonly Notice[]): SummarySentence | null {
  const slow = find(notices, 'slow-run')
  if (!slow) return null
  const { file, samples, mean, runs, name, excess = 0, rate = 0 } = slow
  const times = `${formatFixed(samples / mean, 2)} times the mean of ${formatCount(runs)} runs`
  const where =
    name === undefined
      ? []
      : [
          ', ',
          rate > 0
            ? `${formatFixed(excess / rate, 2)} s more than the others in `
            : `${formatCount(Math.round(excess))} samples more than the others in `,
          { name: briefName(name) },
        ]
  return {
    kind: 'slow-run',
    parts: ['The slowest run is ', { name: file }, `: ${times}`, ...where, '.'],
    place: 'runs',
    f: null,
  }
}

// What samples can say.

function sampling({ analyzed, listing, notices }: SummaryInput): SummarySentence | null {
  const { profile, scenario } = analyzed
  const { ticks } = profile.totals
  // A listing has no samples, and other factors divide the samples of each function.
  if (profile.listed || scenario.faster.length > 0) return null
  if (!profile.hasHistogram || !(ticks > 0))
    return byNotice('sampling', [
      profile.arcs.length === 0
        ? 'There are no samples and no calls.'
        : 'There are no samples: times are unknown, calls are exact.',
    ])
  const samples = formatCounted(Math.round(ticks), 'sample')
  const said = (text: string): SummarySentence => ({
    kind: 'sampling',
    parts: [text],
    place: 'flat-profile',
    f: null,
  })
  if (!(profile.rate > 0)) return said(`${samples} at an unknown rate: shares are known, seconds are not.`)
  const rows = reliableRows(analyzed, listing)
  if (rows === 0) return said(`Only ${samples}: the error of every time is a third or more.`)
  if (find(notices, 'few-samples')) {
    const first = rows === 1 ? 'first row' : `first ${formatCount(rows)} rows`
    return said(`Only ${samples}: trust the ${first}; other times have errors of a third or more.`)
  }
  const limit = scaledTime(secondsOf(RELIABLE_SAMPLES, profile.rate), null, profile.abbreviation)
  return said(
    `${samples}, ± one standard deviation: times under ${limit} (${formatShareOf(profile, RELIABLE_SAMPLES)}) have errors of a third or more.`,
  )
}

/** Returns the number of first rows of the flat profile, by self time, that have enough samples. */
function reliableRows(
  { profile: { functions } }: AnalyzedProfile,
  { flat: { printed } }: SummaryInput['listing'],
): number {
  let rows = 0
  while (rows < printed.length && functions.selfTicks[printed[rows] as FunctionIndex] >= RELIABLE_SAMPLES)
    rows++
  return rows
}

// Numbers and names.

/** At most 100%: the parts of divided bins can add up to a little more than the samples. */
function percent(part: number, whole: number): string {
  const text = formatFixed(percentOf(Math.min(part, whole), whole), 1)
  return text === '0.0' && part > 0 ? 'under 0.1%' : `${text}%`
}

/**
 * "2.71 ± 0.16 s"; without the error where the times are no samples or are divided.
 *
 * @param f function whose self time it is; null for other times
 */
function timeText(analyzed: AnalyzedProfile, ticks: number, f: FunctionIndex | null = null): string {
  const { profile, scenario } = analyzed
  const isEstimate = f !== null && foldedSelfRange(analyzed, f) !== null
  const isSampled = !profile.listed && scenario.faster.length === 0 && !isEstimate
  const error = isSampled ? secondsOf(Math.sqrt(ticks), profile.rate) : null
  return scaledTime(secondsOf(ticks, profile.rate), error, profile.abbreviation)
}

/** A time and its error in one unit, the largest in which two decimals show the error. */
function scaledTime(seconds: number, error: number | null, abbreviation: string): string {
  const shown = error ?? seconds
  const prefixes = ['', 'm', 'µ', 'n'] as const
  let at = 0
  while (at < prefixes.length - 1 && shown * 1000 ** at < 0.005) at++
  const digits = (value: number): string => formatFixed(value * 1000 ** at, 2)
  const range = error === null ? digits(seconds) : `${digits(seconds)} ± ${digits(error)}`
  return `${range} ${prefixes[at]}${abbreviation}`
}

/** Returns a name that fits a sentence. */
function nameOf({ profile: { functions } }: AnalyzedProfile, f: FunctionIndex): { readonly name: string } {
  return { name: shortenName(briefName(displayName(functions, f)), MOST_CHARACTERS) }
}
