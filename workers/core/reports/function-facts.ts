// The facts about one function, with explanations.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { Listing } from './listing/listing.ts'
import { selfRangeOf } from '../trust/self-range.ts'
import {
  formatCount,
  formatFixed,
  formatScaled,
  formatShareOf,
  formatTime,
  secondsOf,
  shownUnit,
} from '../quantities.ts'
import { selfTicksOf, totalTicksOf } from './share-ticks.ts'
import { spanText } from './span-text.ts'
import { exactSeconds, type Explanation } from './explain/explanation.ts'
import { formatError, rangeWithSampling } from './explain/sampling.ts'
import type { Bounds } from '../trust/bounds/bounds.ts'
import { foldedSelfRange } from '../trust/bounds/folded-self.ts'
import { isMember } from '../trust/bounds/certain-parts.ts'
import { rangeText } from './explain/stack-range.ts'
import { factorOfFunction } from '../analysis/apply-scenario.ts'
import { childrenEquation } from './entry-equations.ts'
import { equationText } from './equation.ts'
import { explainFlatCell } from './explain/flat-cells.ts'

/** One fact of a function: label, value and explanation. */
export interface Fact {
  readonly label: string
  /** "2.71 ± 0.16 s · 56.4%", "1,234", "2.71 µs"; "not known" for an unknown one. */
  readonly value: string
  readonly explanation: Explanation | null
}

/**
 * Returns the facts about a function's times: self, callees and total, each with its percentage; its range
 * where bins are shared; and its time on the stack where gprof's total does not show it. Values are "not
 * known" without a rate.
 */
export function timeFacts(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  listing: Listing,
  f: FunctionIndex,
): readonly Fact[] {
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
  const explain = (column: 'self' | 'total') => explainFlatCell(analyzed, bounds, listing.flat, f, column)
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
    ...rangeFact(analyzed, bounds, f),
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
function rangeFact(analyzed: AnalyzedProfile, bounds: Bounds | null, f: FunctionIndex): Fact[] {
  const value = rangeText(analyzed, bounds, f)
  const wide = rangeWithSampling(analyzed, bounds, f)
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
export function callFacts(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  listing: Listing,
  f: FunctionIndex,
): readonly Fact[] {
  const { functions, rate, abbreviation } = analyzed.profile
  const calls = functions.calls[f]
  const selfCalls = functions.selfCalls[f]
  const explain = (column: 'calls' | 'selfPerCall' | 'totalPerCall') =>
    explainFlatCell(analyzed, bounds, listing.flat, f, column)
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
