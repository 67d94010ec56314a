// Every number explains itself: its meaning, its formula with this profile's operands, and what it rests on.
import { callsOfHead, passesTime } from '../../analysis/time/arc-share.ts'
import { arcChildTicks, arcSelfTicks } from '../../analysis/time/arc-times.ts'
import { NONE } from '../../base/brand.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import type { EntryLine } from '../call-graph/entry-rows.ts'
import type { FlatProfile } from '../listing/flat-profile.ts'
import { flatValues, type FlatColumn } from '../flat-profile/flat-rows.ts'
import type { Listing } from '../listing/listing.ts'
import { displayName } from '../names/names.ts'
import { explainPossible, isStaticArc } from '../possible-calls.ts'
import {
  formatCount,
  formatCounted,
  formatExact,
  formatFixed,
  formatScaled,
  secondsOf,
} from '../quantities.ts'
import { sumOfFunctions } from './sum-of-functions.ts'

export interface Explanation {
  readonly title: string
  /** "0.34 s = 0.56 s × 6000 of 10000 calls"; "" where there is nothing to work out. */
  readonly formula: string
  /** What it rests on, or how far off it may be. */
  readonly note: string
}

export const ASSUMPTION =
  'Assumes every call of a function costs the same, whoever calls: gprof records no more.'
/** Of a number that a listing printed. */
const AS_PRINTED = 'As the listing prints it, rounded: it cannot be worked out again from rounded times.'
const UNKNOWN_CALLS =
  'Not known: nothing counted its calls. It was compiled without -pg, or only called from outside the program.'

/** How far a sampled time may be off: one standard deviation of a count of samples. */
export function samplingError(ticks: number): number {
  return Math.sqrt(Math.max(0, ticks))
}

/** Where none is seen, as many or fewer were to be expected in 95 of 100 cases: e⁻³ is a twentieth. */
const UNSEEN = 3

export function explainSampling(analyzed: AnalyzedProfile, ticks: number): string {
  const { rate, abbreviation } = analyzed.profile
  if (!(rate > 0)) return 'The files hold no samples, so times are not known.'
  if (ticks === 0) {
    const most = formatScaled(secondsOf(UNSEEN, rate), abbreviation)
    return `No sample caught it: most likely (95 %) it took less than ${most}, the time of three samples.`
  }
  const error = formatFixed(secondsOf(samplingError(ticks), rate), 2)
  return `Sampled, so about ± ${error} ${abbreviation} (one standard deviation, √${formatExact(Number(ticks.toPrecision(3)))} samples).`
}

export function explainFlatCell(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
  f: FunctionIndex,
  column: FlatColumn,
): Explanation {
  const { functions, rate, totals, abbreviation: s } = analyzed.profile
  const name = displayName(functions, f)
  const values = flatValues(analyzed, flat, f)
  const selfTicks = functions.selfTicks[f]
  const childTicks = analyzed.times.childTicks[f]
  const calls = functions.calls[f]
  const noTime = explainSampling(analyzed, 0)
  const timed = (title: string, formula: string, note: string): Explanation => {
    if (analyzed.asPrinted) return { title, formula: '', note: AS_PRINTED }
    return rate > 0 ? { title, formula, note } : { title, formula: '', note: noTime }
  }
  const seconds = (ticks: number) => `${formatExact(secondsOf(ticks, rate))} ${s}`
  switch (column) {
    case 'name':
      return { title: name, formula: '', note: '' }
    case 'percent':
      return timed(
        'Share of all time spent in the function itself',
        `${formatExact(values.percent)} % = 100 × ${formatExact(selfTicks)} of ${formatExact(totals.ticks)} samples`,
        explainSampling(analyzed, selfTicks),
      )
    case 'cumulative': {
      const rank = flat.ranks[f] ?? 0
      // Only where the column has reached its end it can be held against the time of all samples.
      const isEnd = flat.cumulativeTicks[rank - 1] === flat.cumulativeTicks.at(-1)
      const sum = isEnd ? sumOfFunctions(analyzed, flat) : null
      return timed(
        'Self time of this function and all above it in gprof’s order',
        `${formatExact(values.cumulative)} ${s} = sum of ${formatCounted(rank, 'row')}`,
        sum?.besideSum ?? 'Stays with the function when you sort differently.',
      )
    }
    case 'self':
      return timed(
        'Time in the function’s own code',
        `${formatExact(values.self)} ${s} = ${formatExact(selfTicks)} samples ÷ ${formatExact(rate)} per second`,
        explainSampling(analyzed, selfTicks),
      )
    case 'calls':
      if (Number.isNaN(values.calls)) return { title: 'Calls', formula: '', note: UNKNOWN_CALLS }
      return {
        title: 'Times it was called by others, counted exactly',
        formula: '',
        note: recursionNote(functions.selfCalls[f]),
      }
    case 'selfPerCall':
      if (calls === 0) return { title: 'Self time per call', formula: '', note: UNKNOWN_CALLS }
      return timed(
        'Self time per call',
        `${formatScaled(selfTicks / rate / calls, s)} = ${seconds(selfTicks)} ÷ ${formatCounted(calls, 'call')}`,
        explainSampling(analyzed, selfTicks),
      )
    case 'totalPerCall':
      if (calls === 0) return { title: 'Total time per call', formula: '', note: UNKNOWN_CALLS }
      return timed(
        'Self and child time per call',
        `${formatScaled((selfTicks + childTicks) / rate / calls, s)} = (${seconds(selfTicks)} + ${seconds(childTicks)}) ÷ ${formatCounted(calls, 'call')}`,
        ASSUMPTION,
      )
    case 'total':
      return timed(
        'Self time and what it inherits from what it calls',
        `${formatExact(values.total)} ${s} = ${seconds(selfTicks)} self + ${seconds(childTicks)} from children (${formatFixed(values.totalPercent, 1)} % of all time)`,
        childTicks > 0 ? ASSUMPTION : explainSampling(analyzed, selfTicks),
      )
  }
}

export type EntryColumn = 'index' | 'percent' | 'self' | 'children' | 'called' | 'name'

export function explainEntryCell(
  analyzed: AnalyzedProfile,
  listing: Listing,
  line: EntryLine,
  column: EntryColumn,
): Explanation | null {
  if (column === 'name' || column === 'index') return null
  switch (line.kind) {
    case 'spontaneous':
      return null
    case 'parent':
    case 'child':
      return explainArc(analyzed, line.arc, column)
    case 'member':
      return explainFunction(analyzed, line.member, column)
    case 'primary': {
      const f = listing.entries.functionOf[line.entry]
      return f === NONE ? explainCycle(analyzed, listing, line, column) : explainFunction(analyzed, f, column)
    }
  }
}

/** Time that passes along an arc, and the count it is worked out from. */
export function explainArc(
  analyzed: AnalyzedProfile,
  arc: ArcIndex,
  column: 'percent' | 'self' | 'children' | 'called',
): Explanation | null {
  const { arcs, functions, rate, abbreviation: s } = analyzed.profile
  const parent = arcs.parent[arc]
  const child = arcs.child[arc]
  const from = displayName(functions, parent)
  const to = displayName(functions, child)
  const count = arcs.count[arc]
  if (isStaticArc(analyzed, arc))
    return { title: `${from} could call ${to}`, formula: '', note: explainPossible(analyzed, child) }
  if (!passesTime(analyzed, arc)) {
    const why = parent === child ? 'Direct recursion' : 'A call inside the cycle'
    return {
      title: `${formatCounted(count, 'call')} from ${from} to ${to}`,
      formula: '',
      note: `${why} passes no time.`,
    }
  }
  const all = callsOfHead(analyzed, child)
  const cycle = analyzed.cycles.cycleOf[child]
  const target = cycle === NONE ? to : `<cycle ${cycle + 1}>`
  const share = `${formatCount(count)} of ${formatCounted(all, 'call')}`
  if (column === 'called') {
    return { title: `${from} calls ${to}`, formula: `${share} of ${target}`, note: 'Counted exactly.' }
  }
  if (column === 'percent') return null
  if (!(rate > 0)) return { title: 'Time', formula: '', note: explainSampling(analyzed, 0) }
  const { times } = analyzed
  if (analyzed.asPrinted) {
    const what = column === 'self' ? 'Self time of' : 'Time inherited by'
    return { title: `${what} ${target}, passed to ${from}`, formula: '', note: AS_PRINTED }
  }
  const passed = column === 'self' ? arcSelfTicks(analyzed, arc) : arcChildTicks(analyzed, arc)
  const whole =
    cycle === NONE
      ? column === 'self'
        ? functions.selfTicks[child]
        : times.childTicks[child]
      : column === 'self'
        ? times.cycleSelfTicks[cycle]
        : times.cycleChildTicks[cycle]
  const seconds = (ticks: number) => `${formatExact(secondsOf(ticks, rate))} ${s}`
  const fraction = times.fraction[parent]
  const shown = Math.abs(fraction - 1) < 1e-9 ? '' : ` × ${formatExact(fraction)} of ${from} shown`
  return {
    title:
      column === 'self'
        ? `Self time of ${target} passed to ${from}`
        : `Time ${target} inherited, passed on to ${from}`,
    formula: `${seconds(passed)} = ${seconds(whole)} × ${share}${shown}`,
    note: ASSUMPTION,
  }
}

function explainFunction(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  column: 'percent' | 'self' | 'children' | 'called',
): Explanation {
  const { functions } = analyzed.profile
  if (column === 'called') {
    const calls = functions.calls[f]
    const selfCalls = functions.selfCalls[f]
    if (calls + selfCalls === 0) return { title: 'Calls', formula: '', note: UNKNOWN_CALLS }
    return {
      title: 'Times it was called by others, counted exactly',
      formula:
        selfCalls === 0 ? formatCounted(calls, 'call') : `${formatCount(calls)} + ${formatCount(selfCalls)}`,
      note: recursionNote(selfCalls),
    }
  }
  const { propagatedSelf, propagatedChild } = analyzed.times
  return explainTimes(analyzed, displayName(functions, f), propagatedSelf[f], propagatedChild[f], column)
}

function explainCycle(
  analyzed: AnalyzedProfile,
  listing: Listing,
  line: EntryLine,
  column: 'percent' | 'self' | 'children' | 'called',
): Explanation | null {
  const cycle = listing.entries.cycleOf[line.entry]
  if (cycle === NONE) return null
  const { calls, internalCalls } = analyzed.cycles
  if (column === 'called') {
    return {
      title: `Calls into the cycle from outside, and between its members`,
      formula: `${formatCount(calls[cycle])} + ${formatCount(internalCalls[cycle])}`,
      note: 'Calls between members pass no time.',
    }
  }
  const { cyclePropagatedSelf, cyclePropagatedChild } = analyzed.times
  return explainTimes(
    analyzed,
    `<cycle ${cycle + 1}>`,
    cyclePropagatedSelf[cycle],
    cyclePropagatedChild[cycle],
    column,
  )
}

function explainTimes(
  analyzed: AnalyzedProfile,
  name: string,
  selfTicks: number,
  childTicks: number,
  column: 'percent' | 'self' | 'children',
): Explanation {
  const { rate, abbreviation: s } = analyzed.profile
  if (!(rate > 0)) return { title: 'Time', formula: '', note: explainSampling(analyzed, 0) }
  if (analyzed.asPrinted) {
    const what = { percent: 'Share of all time spent in', self: 'Time in', children: 'Time inherited by' }[
      column
    ]
    return { title: `${what} ${name}`, formula: '', note: AS_PRINTED }
  }
  const seconds = (ticks: number) => `${formatExact(secondsOf(ticks, rate))} ${s}`
  if (column === 'percent') {
    const percent = (100 * (selfTicks + childTicks)) / (analyzed.printedTicks > 0 ? analyzed.printedTicks : 1)
    return {
      title: `Share of all time spent in ${name} and what it calls`,
      formula: `${formatExact(percent)} % = (${seconds(selfTicks)} + ${seconds(childTicks)}) of ${seconds(analyzed.printedTicks)}`,
      note: childTicks > 0 ? ASSUMPTION : explainSampling(analyzed, selfTicks),
    }
  }
  if (column === 'self') {
    return {
      title: `Time in ${name} itself`,
      formula: `${seconds(selfTicks)} = ${formatExact(selfTicks)} samples ÷ ${formatExact(rate)} per second`,
      note: explainSampling(analyzed, selfTicks),
    }
  }
  return {
    title: `Time ${name} inherits from what it calls`,
    formula: `${seconds(childTicks)} = sum of its children’s lines`,
    note: ASSUMPTION,
  }
}

function recursionNote(selfCalls: number): string {
  return selfCalls === 0
    ? ''
    : `Besides, it called itself ${selfCalls === 1 ? 'once' : `${formatCount(selfCalls)} times`}; those pass no time.`
}
