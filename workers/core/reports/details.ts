// The facts about a function and about the profile as a whole, and in words what each number rests on.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex, FunctionTable, ProfileTotals } from '../profile/call-graph-profile.ts'
import {
  type Analysis,
  childLines,
  type EntryIndex,
  type FlatProfile,
  type Listing,
  parentLines,
} from './listing/listing.ts'
import { flatValues } from './rows.ts'
import type { ScreenColumn } from './sort-functions.ts'
import { displayName, rawName } from './names/names.ts'
import { selfRangeOf } from '../profile/shared-bins.ts'
import {
  formatShortCount,
  formatCount,
  formatCounted,
  formatDuration,
  formatExact,
  formatFixed,
  formatScaled,
  formatSeconds,
  formatShareOf,
  formatTime,
  fractionOf,
  secondsOf,
  shownUnit,
  wholeTicks,
} from './quantities.ts'
import { selfTicksOf, totalTicksOf } from './share-ticks.ts'
import { spanText } from './span-text.ts'
import {
  AS_PRINTED,
  BAR_WORDS,
  exactSeconds,
  explainPassed,
  explainSampling,
  explainSelf,
  foldedSelfRange,
  explainShareSampling,
  explainTotal,
  explainUnknownCalls,
  explainWhole,
  type Explanation,
  formatError,
  formatSamples,
  isMember,
  ONLY_ITS_OWN_CALLS,
  rangeText,
  rangeWithSampling,
  recursionNote,
  sumOfFunctions,
} from './bounds.ts'
import { arcTicks, factorOfFunction, passesTime } from '../analysis/analyze-profile.ts'
import { NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import { childrenEquation, selfEquation, totalEquation } from './entry-equations.ts'
import { type Equation, equationText } from './equation.ts'
import { explainArc } from './explain-entry.ts'
import { isStaticArc, staticCallText } from './sources.ts'
import { visibleText } from '../base/string-table.ts'
import type { Notice } from '../problems/problem.ts'
import { allNamed } from '../profile/name-index.ts'

// Explains every number of the flat profile and of the call graph: its meaning, its formula with
// this profile's operands, and its precision.

const said = (title: string, note = ''): Explanation => ({ title, formula: '', note })

/** What each column of the flat profile holds. A name needs no explanation. */
const FLAT_HEADINGS: Readonly<Record<ScreenColumn, Explanation | null>> = {
  selfPercent: said('Share of all recorded samples in the function itself'),
  percent: said(
    'gprof’s % time: share of the samples in the function itself',
    'Of the samples that gprof counts: without those of the profiler’s own functions.',
  ),
  totalPercent: said('Share of all recorded samples in the function and what it calls', BAR_WORDS),
  cumulative: said(
    'Self time of the function and of all above it in gprof’s order',
    'Stays with the function when you sort differently.',
  ),
  self: said('Time in the function’s own code', 'Without callees. Sampled: each number shows its error.'),
  calls: said(
    'Times it was called by others',
    'Counted, not sampled. Blank where nothing counted them; calls of itself are not among them.',
  ),
  selfPerCall: said('Self time per call', 'The mean of all calls.'),
  totalPerCall: said('Self and callee time per call', 'The mean of all calls.'),
  total: said('Self time and what it inherits from what it calls', BAR_WORDS),
  name: null,
}

/** Explains a column of the flat profile. Returns null for the names, which need no explanation. */
export const explainFlatHeading = (column: ScreenColumn): Explanation | null => FLAT_HEADINGS[column]

/**
 * Explains one number of the flat profile: its meaning, formula and sampling error. If the number is
 * unknown, the note says why and the formula is "". For a name it returns the name alone.
 *
 * @param flat the flat profile of this analysis
 */
export function explainFlatCell(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
  f: FunctionIndex,
  column: ScreenColumn,
): Explanation {
  const { profile } = analyzed
  const { functions, rate, totals, abbreviation: s } = profile
  const name = displayName(functions, f)
  const values = flatValues(analyzed, flat, f)
  const selfTicks = functions.selfTicks[f]
  const childTicks = analyzed.times.childTicks[f]
  const calls = functions.calls[f]
  const factor = factorOfFunction(analyzed, f)
  const unknownPerCall =
    functions.selfCalls[f] > 0 ? ONLY_ITS_OWN_CALLS : explainUnknownCalls(selfTicks + childTicks)
  const noTime = explainSampling(analyzed, 0)
  const timed = (title: string, formula: string, note: string, equation?: Equation): Explanation => {
    if (analyzed.asPrinted) return { title, formula: '', note: AS_PRINTED }
    if (!(rate > 0)) return { title, formula: '', note: noTime }
    return { title, formula, note, ...(equation && { equations: [equation] }) }
  }
  const seconds = (ticks: number) => exactSeconds(analyzed, ticks)
  switch (column) {
    case 'name':
      return { title: name, formula: '', note: '' }
    case 'percent':
      return timed(
        'gprof’s % time: share of the samples in the function itself',
        `${formatExact(values.percent)}% = 100 × ${formatExact(selfTicks)} of ${formatSamples(totals.ticks)}`,
        explainSelf(analyzed, f, selfTicks) + explainWhole(analyzed),
      )
    case 'selfPercent':
      return timed(
        'Share of all recorded samples in the function itself',
        `${formatExact(values.selfPercent)}% = 100 × ${formatExact(selfTicks)} of ${formatSamples(wholeTicks(profile))}`,
        explainSelf(analyzed, f, selfTicks) +
          (foldedSelfRange(analyzed, f) ? '' : explainShareSampling(analyzed, selfTicks)) +
          explainWhole(analyzed),
      )
    case 'totalPercent':
      return timed(
        'Share of all recorded samples in the function and what it calls',
        `${formatExact(values.totalPercent)}% = (${seconds(selfTicks)} + ${seconds(childTicks)}) of ${seconds(wholeTicks(profile))}`,
        explainTotal(analyzed, f).total + explainWhole(analyzed),
      )
    case 'cumulative': {
      const rank = flat.ranks[f] ?? 0
      // Compares the sum with the time of all samples only where the column has reached its end.
      const isEnd = flat.cumulativeTicks[rank - 1] === flat.cumulativeTicks.at(-1)
      const sum = isEnd ? sumOfFunctions(analyzed, flat) : null
      return timed(
        'Self time of this function and all above it in gprof’s order',
        `${formatExact(values.cumulative)} ${s} = sum of ${formatCounted(rank, 'row')}`,
        sum?.besideSum ?? 'Stays with the function when you sort differently.',
      )
    }
    case 'self': {
      const equation = selfEquation(analyzed, f, selfTicks, factor)
      return timed(
        'Time in the function’s own code',
        equationText(equation.operands),
        explainSelf(analyzed, f, selfTicks),
        equation,
      )
    }
    case 'calls':
      if (Number.isNaN(values.calls))
        return { title: 'Calls', formula: '', note: explainUnknownCalls(selfTicks + childTicks) }
      return {
        title: 'Times it was called by others, counted, not sampled',
        formula: '',
        note: recursionNote(functions.selfCalls[f]),
      }
    case 'selfPerCall':
      if (calls === 0) return { title: 'Self time per call', formula: '', note: unknownPerCall }
      return timed(
        'Self time per call',
        `${formatScaled(selfTicks / rate / calls, s)} = ${seconds(selfTicks)} ÷ ${formatCounted(calls, 'call')}`,
        explainSelf(analyzed, f, selfTicks, calls),
      )
    case 'totalPerCall':
      if (calls === 0) return { title: 'Total time per call', formula: '', note: unknownPerCall }
      return timed(
        'Self and callee time per call',
        `${formatScaled((selfTicks + childTicks) / rate / calls, s)} = (${seconds(selfTicks)} + ${seconds(childTicks)}) ÷ ${formatCounted(calls, 'call')}`,
        childTicks > 0 ? explainTotal(analyzed, f).total : explainSelf(analyzed, f, selfTicks, calls),
      )
    case 'total':
      return timed(
        'Self time and what it inherits from what it calls',
        `${formatExact(values.total)} ${s} = ${seconds(selfTicks)} self + ${seconds(childTicks)} from callees (${formatShareOf(profile, selfTicks + childTicks)} of all samples)`,
        explainTotal(analyzed, f).total + explainWhole(analyzed),
        totalEquation(analyzed, f),
      )
  }
}

// Summary of the profile: facts in the header, and the functions with the most self time, total
// time and calls.

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

// Highlights: the first few functions by self time, total time or calls.

/** One function of a highlight list. */
export interface Highlight {
  readonly f: FunctionIndex
  readonly name: string
  /** Time with two decimals and a unit, or "1,234 ×" for calls. */
  readonly time: string
  /** "12.3%"; "" for calls. */
  readonly percent: string
  /** What its bar is as long as: the share of self or total time; calls as a part of the most calls. */
  readonly bar: { readonly of: 'self' | 'total' } | { readonly of: 'calls'; readonly part: number }
}

/**
 * Returns the functions that took time among the first `limit` of the flat profile, with their self time as
 * a share of all samples. Empty if no function took time.
 */
export function hottest(analyzed: AnalyzedProfile, listing: Listing, limit: number): readonly Highlight[] {
  const { selfTicks } = analyzed.profile.functions
  const found: Highlight[] = []
  for (const row of listing.flat.printed.subarray(0, limit)) {
    const f = row as FunctionIndex
    if (!(selfTicks[f] > 0)) continue
    found.push(highlight(analyzed, f, 'self', selfTicks[f], selfTicksOf(analyzed, f)))
  }
  return found
}

/**
 * Returns the first functions of the flat profile that were called, at most `limit`, with their calls; bars
 * are shares of the most. Only for a profile without samples, whose flat profile is sorted by calls; see
 * `hottest` for others.
 */
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
      bar: { of: 'calls', part: fractionOf(calls[f], most) },
    }))
}

/**
 * Returns the first `limit` functions of the call graph, whole cycles and functions without time excluded:
 * those with the most total time. Empty if no calls are known, because the list would repeat `hottest`.
 */
export function longest(analyzed: AnalyzedProfile, listing: Listing, limit: number): readonly Highlight[] {
  if (!analyzed.profile.hasArcs) return []
  const { entries } = listing
  const found: Highlight[] = []
  for (let at = 0; at < entries.printed.length && found.length < limit; at++) {
    const f = entries.functionOf[entries.printed[at] as EntryIndex]
    if (f === NONE) continue
    if (totalTicksOf(analyzed, f) > 0) found.push(totalHighlight(analyzed, f))
  }
  return found
}

/** Returns a function with its total time (self and child time) and its share of all recorded samples. */
export function totalHighlight(analyzed: AnalyzedProfile, f: FunctionIndex): Highlight {
  const total = analyzed.profile.functions.selfTicks[f] + analyzed.times.childTicks[f]
  return highlight(analyzed, f, 'total', total, totalTicksOf(analyzed, f))
}

/** @param shareTicks the time whose share is shown: that of a listing may differ */
function highlight(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  of: 'self' | 'total',
  ticks: Ticks,
  shareTicks: Ticks,
): Highlight {
  const { functions, rate, abbreviation } = analyzed.profile
  return {
    f,
    name: displayName(functions, f),
    time: formatSeconds(secondsOf(ticks, rate), abbreviation),
    percent: formatShareOf(analyzed.profile, shareTicks),
    bar: { of },
  }
}

// The details panel of one function: facts with explanations, callers and callees, and functions
// that gprof counts for it.

/** One fact of a function: label, value and explanation. */
export interface Fact {
  readonly label: string
  /** "2.71 ± 0.16 s · 56.4%", "1,234", "2.71 µs"; "not known" for an unknown one. */
  readonly value: string
  readonly explanation: Explanation | null
}

/** A caller or callee with the time that passes along the arc. */
export interface Relative {
  readonly f: FunctionIndex
  readonly arc: ArcIndex
  readonly name: string
  /**
   * Time that passes along the arc, with two decimals and a unit; "" if it passes none, without a rate, and
   * for a static call.
   */
  readonly time: string
  /** "1,234 ×", or the label of a static call (`staticCallText`). */
  readonly count: string
  /** The count in at most six characters: "28.1M×". */
  readonly shortCount: string
  /** That time as a share of the selected function's total time, 0–1. */
  readonly fraction: number
  readonly explanation: Explanation | null
}

/** The largest callers or callees of a function. */
export interface Relatives {
  readonly shown: readonly Relative[]
  /** Number of all of them, shown or not. */
  readonly total: number
}

/**
 * Returns the facts about a function's times: self, callees and total, each with its percentage; its range
 * where bins are shared; and its time on the stack where gprof's total does not show it. Values are "not
 * known" without a rate.
 */
export function timeFacts(analyzed: AnalyzedProfile, listing: Listing, f: FunctionIndex): readonly Fact[] {
  const { functions, rate, abbreviation, listed } = analyzed.profile
  const selfTicks = functions.selfTicks[f]
  const childTicks = analyzed.times.childTicks[f]
  const areChildrenKnown = !listed || listed.hasGraph
  /** @param shareTicks the time whose share is shown: that of a listing may differ */
  const time = (ticks: number, shareTicks: number, isKnown: boolean, error = '') => {
    if (!(rate > 0 && isKnown)) return 'not known'
    if (ticks === 0) return '0'
    const text = formatTime(secondsOf(ticks, rate), abbreviation)
    const unit = ` ${abbreviation}`
    // Both in one unit, if they have the same.
    const value =
      error.endsWith(unit) && text.endsWith(unit)
        ? `${text.slice(0, -unit.length)} ± ${error}`
        : `${text}${error && ` ± ${error}`}`
    return `${value} · ${formatShareOf(analyzed.profile, Number.isNaN(shareTicks) ? ticks : shareTicks)}`
  }
  // For a function without samples √0 has no meaning; the explanation gives a bound. Of shared bins,
  // the range of the self time says more.
  const error =
    selfTicks === 0 || selfRangeOf(analyzed.profile, f) !== null || foldedSelfRange(analyzed, f) !== null
      ? ''
      : formatError(selfTicks, rate, abbreviation, factorOfFunction(analyzed, f))
  const explain = (column: 'self' | 'total') => explainFlatCell(analyzed, listing.flat, f, column)
  return [
    {
      label: 'Self',
      value: `${foldedSelfRange(analyzed, f) ? '≈ ' : ''}${time(selfTicks, selfTicksOf(analyzed, f), true, error)}`,
      explanation: explain('self'),
    },
    ...selfRangeFact(analyzed, f),
    {
      label: 'Callees',
      value: time(childTicks, childTicks, areChildrenKnown),
      explanation: explainCallees(analyzed, listing, f),
    },
    {
      label: 'Total',
      value: time(selfTicks + childTicks, totalTicksOf(analyzed, f), areChildrenKnown),
      explanation: explain('total'),
    },
    ...countedFact(analyzed, f),
    ...rangeFact(analyzed, f),
  ]
}

/** Returns the part of the total time that the call graph shows, where the scenario leaves out some of it. */
function countedFact(analyzed: AnalyzedProfile, f: FunctionIndex): Fact[] {
  const { profile, times, asPrinted } = analyzed
  const whole = profile.functions.selfTicks[f] + times.childTicks[f]
  const part = times.propagatedSelf[f] + times.propagatedChild[f]
  if (asPrinted || !(profile.rate > 0) || whole - part <= 1e-9 * whole) return []
  const share = formatShareOf(profile, part)
  const text = part === 0 ? '0' : formatTime(secondsOf(part, profile.rate), profile.abbreviation)
  return [
    {
      label: 'In call graph',
      value: `${text} · ${share}`,
      explanation: {
        title: 'The part of it that call graph, graph and flame show',
        formula: `${exactSeconds(analyzed, part)} of ${exactSeconds(analyzed, whole)}`,
        note: 'The scenario leaves out the rest there (-N, -E or -F). As in gprof, the flat profile has all of it.',
      },
    },
  ]
}

function explainCallees(analyzed: AnalyzedProfile, listing: Listing, f: FunctionIndex): Explanation {
  const title = 'Time inherited from what it calls'
  const note = 'The sum of what its callees pass to it; see below.'
  if (!(analyzed.profile.rate > 0) || analyzed.asPrinted) return { title, formula: '', note }
  const equation = childrenEquation(analyzed, listing, f)
  return { title, formula: equationText(equation.operands), note, equations: [equation] }
}

/** Returns the range of the self time, where folded functions or shared bins leave one. */
function selfRangeFact(analyzed: AnalyzedProfile, f: FunctionIndex): Fact[] {
  const { profile } = analyzed
  const folded = foldedSelfRange(analyzed, f)
  if (folded && profile.rate > 0)
    return [
      {
        label: 'Self, range',
        value: spanText(profile, folded, folded.least),
        explanation: {
          title: 'Self time, with none or all of the folded time that other callers share',
          formula: '',
          note: 'gprof divides the time of a function among its callers by their calls. The sampling error comes on top.',
        },
      },
    ]
  const range = selfRangeOf(profile, f)
  if (range === null || !(profile.rate > 0)) return []
  const factor = factorOfFunction(analyzed, f)
  const shown = { least: range.least / factor, most: range.most / factor }
  const width = formatCount(Math.round(profile.sharedBins?.bytesPerBin ?? 0))
  return [
    {
      label: 'Self, range',
      value: spanText(profile, shown, shown.least),
      explanation: {
        title: 'Self time, with none or all samples of shared bins',
        formula: '',
        note: `A bin is ${width} bytes wide and may hold code of several functions. At least the samples of bins that are its own, at most all samples of its bins as well. The sampling error comes on top.`,
      },
    },
  ]
}

/** Returns the bounds of the time on the stack, where gprof's total does not show it. */
function rangeFact(analyzed: AnalyzedProfile, f: FunctionIndex): Fact[] {
  const value = rangeText(analyzed, f)
  const wide = rangeWithSampling(analyzed, f)
  if (value === '' || !(value.includes(' to ') || isMember(analyzed, f))) return []
  return [
    {
      label: 'On the stack',
      value,
      explanation: {
        title: 'Time while the function, or anything it called, was running',
        formula: '',
        note: `At least the time of all that runs below it only, at most that of all that it can call. Holds whatever each call costs, as far as calls were counted. ${wide === '' ? 'The sampling error comes on top.' : `With the sampling error (95%) ${wide}.`}`,
      },
    },
  ]
}

/**
 * Returns the facts about a function's calls: calls by others, direct recursive calls if there are any, and
 * times per call if calls and rate are known.
 */
export function callFacts(analyzed: AnalyzedProfile, listing: Listing, f: FunctionIndex): readonly Fact[] {
  const { functions, rate, abbreviation } = analyzed.profile
  const calls = functions.calls[f]
  const selfCalls = functions.selfCalls[f]
  const explain = (column: 'calls' | 'selfPerCall' | 'totalPerCall') =>
    explainFlatCell(analyzed, listing.flat, f, column)
  const facts: Fact[] = [
    {
      label: 'Calls',
      value: calls + selfCalls === 0 ? 'not known' : formatCount(calls),
      explanation: explain('calls'),
    },
  ]
  if (selfCalls > 0) {
    facts.push({
      label: 'Self calls',
      value: formatCount(selfCalls),
      explanation: { title: 'Direct recursion, counted, not sampled', formula: '', note: 'Passes no time.' },
    })
  }
  if (calls > 0 && rate > 0) {
    const { asPrinted } = analyzed
    const unit = shownUnit(`${listing.flat.perCallUnit.prefix.trim()}${abbreviation}`)
    const perCall = (ticks: number, printed: number | undefined) => {
      if (printed === undefined) return formatScaled(ticks / rate / calls, abbreviation)
      return Number.isFinite(printed) ? `${formatFixed(printed, 2)} ${unit}` : 'not known'
    }
    const selfTicks = functions.selfTicks[f]
    facts.push(
      {
        label: 'Self/call',
        value: perCall(selfTicks, asPrinted?.selfPerCall[f]),
        explanation: explain('selfPerCall'),
      },
      {
        label: 'Total/call',
        value: perCall(selfTicks + analyzed.times.childTicks[f], asPrinted?.totalPerCall[f]),
        explanation: explain('totalPerCall'),
      },
    )
  }
  return facts
}

/**
 * Returns the `limit` largest callers or callees, by time passed, then by calls: gprof's order of children,
 * and its order of parents reversed. The function itself is among them if it calls itself.
 */
export function biggestRelatives(
  analyzed: AnalyzedProfile,
  listing: Listing,
  f: FunctionIndex,
  kind: 'parents' | 'children',
  limit: number,
): Relatives {
  const lines = biggestFirst(analyzed, listing, f, kind)
  const shown: Relative[] = []
  for (let at = 0; at < Math.min(limit, lines.length); at++) {
    shown.push(relativeOf(analyzed, f, lines.arcAt(at), kind))
  }
  return { shown, total: lines.length }
}

/**
 * Returns the caller or callee that the `p` and `c` keys jump to: the largest that is another function.
 * Returns null if there is none.
 */
export function biggestRelative(
  analyzed: AnalyzedProfile,
  listing: Listing,
  f: FunctionIndex,
  kind: 'parents' | 'children',
): FunctionIndex | null {
  const lines = biggestFirst(analyzed, listing, f, kind)
  const { parent, child } = analyzed.profile.arcs
  for (let at = 0; at < lines.length; at++) {
    const arc = lines.arcAt(at)
    const other = kind === 'parents' ? parent[arc] : child[arc]
    if (other !== f) return other
  }
  return null
}

function biggestFirst(
  analyzed: AnalyzedProfile,
  listing: Listing,
  f: FunctionIndex,
  kind: 'parents' | 'children',
): { readonly length: number; readonly arcAt: (at: number) => ArcIndex } {
  const lines = (kind === 'parents' ? parentLines : childLines)(analyzed, listing.lines, f)
  const { length } = lines
  return { length, arcAt: (at) => lines[kind === 'parents' ? length - 1 - at : at] as ArcIndex }
}

/**
 * Returns the caller or callee at the other end of an arc of `f`.
 *
 * @param arc an arc into `f` for its parents, out of `f` for its children
 */
export function relativeOf(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  arc: ArcIndex,
  kind: 'parents' | 'children',
): Relative {
  const { arcs, functions, rate, abbreviation } = analyzed.profile
  const other = kind === 'parents' ? arcs.parent[arc] : arcs.child[arc]
  const ticks = arcTicks(analyzed, arc)
  const passes = passesTime(analyzed, arc)
  const staticCall = isStaticArc(analyzed, arc)
    ? staticCallText(analyzed, arcs.parent[arc], arcs.child[arc])
    : null
  return {
    f: other,
    arc,
    name: displayName(functions, other),
    time: passes && staticCall === null ? formatTime(secondsOf(ticks, rate), abbreviation) : '',
    count: staticCall ?? `${formatCount(arcs.count[arc])} ×`,
    shortCount: staticCall ?? `${formatShortCount(arcs.count[arc])}×`,
    fraction: passes ? fractionOf(ticks, functions.selfTicks[f] + analyzed.times.childTicks[f]) : 0,
    explanation: explainRelative(analyzed, arc),
  }
}

/** Explains self and child time of an arc together. */
function explainRelative(analyzed: AnalyzedProfile, arc: ArcIndex): Explanation | null {
  const self = explainArc(analyzed, arc, 'self')
  const children = explainArc(analyzed, arc, 'children')
  if (!self || !children || !passesTime(analyzed, arc) || isStaticArc(analyzed, arc)) return self
  return {
    title: 'Time passed along this arc',
    formula: `self ${self.formula}; callees ${children.formula}`,
    note: explainPassed(analyzed, arc, 'both'),
    equations: [...(self.equations ?? []), ...(children.equations ?? [])],
  }
}

/** Returns "cycle 1" (gprof's number) for a member of a cycle, else null. */
export function cycleTagOf(analyzed: AnalyzedProfile, f: FunctionIndex): string | null {
  const cycle = analyzed.cycles.cycleOf[f]
  return cycle === NONE ? null : `cycle ${cycle + 1}`
}

/**
 * Returns the readable names of the functions that gprof counts for `f`, because they have no symbol
 * that it takes, as far as the notice `functions-hidden` names them. Empty for a function that shares
 * its name, because the notice does not identify which one it means.
 */
export function countedWith(
  functions: FunctionTable,
  f: FunctionIndex,
  notices: readonly Notice[],
): readonly string[] {
  const notice = notices.find(({ code }) => code === 'functions-hidden')
  if (notice?.code !== 'functions-hidden') return []
  const name = displayName(functions, f)
  const names = notice.names.filter((_, at) => notice.neighbours[at] === name)
  return names.length > 0 && allNamed(functions.names, rawName(functions, f)).length === 1 ? names : []
}
