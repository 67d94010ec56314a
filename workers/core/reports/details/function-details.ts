// The details panel of one function: facts with explanations, callers and callees, and functions
// that gprof counts for it.
import { arcTicks, passesTime } from '../../analysis/arc-times.ts'
import { factorOfFunction } from '../../analysis/scenario/apply-scenario.ts'
import { NONE } from '../../base/columns.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex, FunctionTable } from '../../profile/call-graph-profile.ts'
import { childLines, parentLines } from '../listing/entry-lines.ts'
import { explainArc, explainFlatCell } from './explain-cells.ts'
import { explainPassed, type Explanation, formatError, rangeText, wholeOfTotal } from './explain-sampling.ts'
import { isMember } from '../bounds.ts'
import type { Listing } from '../listing/listing.ts'
import { isStaticArc, staticCallText } from '../static-calls.ts'
import { flatValues } from '../flat-rows.ts'
import { displayName, rawName } from '../names/names.ts'
import {
  formatCount,
  formatFixed,
  formatScaled,
  fractionOf,
  percentOf,
  secondsOf,
  shownUnit,
} from '../quantities.ts'
import type { Notice } from '../../problems/problem.ts'
import { allNamed } from '../../profile/name-index.ts'

/** One fact of a function: label, value and explanation. */
export interface Fact {
  readonly label: string
  readonly value: string
  readonly explanation: Explanation | null
}

/** A caller or callee with the time that passes along the arc. */
export interface Relative {
  readonly f: FunctionIndex
  readonly arc: ArcIndex
  readonly name: string
  readonly time: string
  readonly count: string
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

/** Returns the facts about a function's times. */
export function timeFacts(analyzed: AnalyzedProfile, listing: Listing, f: FunctionIndex): readonly Fact[] {
  const { functions, rate, totals, abbreviation, listed } = analyzed.profile
  const selfTicks = functions.selfTicks[f]
  const childTicks = analyzed.times.childTicks[f]
  const areChildrenKnown = !listed || listed.hasGraph
  const { percent, totalPercent } = flatValues(analyzed, listing.flat, f)
  const whole = wholeOfTotal(analyzed, f)
  /** @param share as a table shows it; computed for a listing without that table */
  const time = (ticks: number, share: number, all: number, isKnown: boolean, error = '') => {
    if (!(rate > 0 && isKnown)) return 'not known'
    const seconds = formatFixed(secondsOf(ticks, rate), 2)
    // Both in one unit, unless the error is too small for it.
    const value = error.endsWith(` ${abbreviation}`)
      ? `${seconds} ± ${error}`
      : `${seconds} ${abbreviation}${error && ` ± ${error}`}`
    return `${value} · ${formatFixed(Number.isNaN(share) ? percentOf(ticks, all) : share, 1)} %`
  }
  // For a function without samples √0 has no meaning; the explanation gives a bound.
  const error =
    selfTicks === 0 ? '' : formatError(selfTicks, rate, abbreviation, factorOfFunction(analyzed, f))
  const explain = (column: 'self' | 'total') => explainFlatCell(analyzed, listing.flat, f, column)
  return [
    {
      label: 'Self',
      value: time(selfTicks, percent, totals.ticks, true, error),
      explanation: explain('self'),
    },
    {
      label: 'Callees',
      value: time(childTicks, Number.NaN, whole, areChildrenKnown),
      explanation: {
        title: 'Time inherited from what it calls',
        formula: '',
        note: 'The sum of what its callees pass to it; see below.',
      },
    },
    {
      label: 'Total',
      value: time(selfTicks + childTicks, totalPercent, whole, areChildrenKnown),
      explanation: explain('total'),
    },
    ...rangeFact(analyzed, f),
  ]
}

/** Returns the bounds of the time on the stack, where gprof's total does not show it. */
function rangeFact(analyzed: AnalyzedProfile, f: FunctionIndex): Fact[] {
  const value = rangeText(analyzed, f)
  if (value === '' || !(value.includes(' to ') || isMember(analyzed, f))) return []
  return [
    {
      label: 'On the stack',
      value,
      explanation: {
        title: 'Time while the function, or anything it called, was running',
        formula: '',
        note: 'At least the time of all that runs below it only, at most that of all that it can call. Holds whatever each call costs, as far as calls were counted; the sampling error comes on top.',
      },
    },
  ]
}

/** Returns the facts about a function's calls. */
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
 * Returns the `limit` largest callers or callees, by time passed, then by calls: gprof's order of
 * children, and its order of parents reversed.
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
 * Returns the caller or callee that the `p` and `c` keys jump to: the largest that is another
 * function.
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

/** Returns the caller or callee at the other end of an arc of `f`. */
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
  const isStatic = isStaticArc(analyzed, arc)
  return {
    f: other,
    arc,
    name: displayName(functions, other),
    time: passes && rate > 0 && !isStatic ? `${formatFixed(secondsOf(ticks, rate), 2)} ${abbreviation}` : '',
    count: isStatic ? staticCallText(analyzed, arcs.child[arc]) : `${formatCount(arcs.count[arc])} ×`,
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
  }
}

/** Returns "cycle 1" for a member of a cycle, else null. */
export function cycleTagOf(analyzed: AnalyzedProfile, f: FunctionIndex): string | null {
  const cycle = analyzed.cycles.cycleOf[f]
  return cycle === NONE ? null : `cycle ${cycle + 1}`
}

// Functions that gprof counts for another, as far as notices name them.

/**
 * Returns their readable names. Empty for functions that share a name, because a notice does not
 * identify which one it means.
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
