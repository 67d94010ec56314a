// Explains every number of the flat profile and of the call graph: its meaning, its formula with
// this profile's operands, and its precision.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { FlatProfile, Listing } from '../listing/listing.ts'
import { flatValues } from '../flat-rows.ts'
import type { FlatColumn } from '../sort-functions.ts'
import { displayName } from '../names/names.ts'
import { formatCount, formatCounted, formatExact, formatFixed, formatScaled } from '../quantities.ts'
import {
  AS_PRINTED,
  BAR_WORDS,
  exactSeconds,
  explainPassed,
  explainSampling,
  explainSamplingPerCall,
  explainTotal,
  explainTotalOfCycle,
  explainUnentered,
  explainUnknownCalls,
  explainWhole,
  type Explanation,
  formatSamples,
  ONLY_ITS_OWN_CALLS,
  recursionNote,
  samplesOfFunction,
  sumOfFunctions,
  type TotalNotes,
} from './explain-sampling.ts'
import { arcChildTicks, arcSelfTicks, callsOfHead, passesTime } from '../../analysis/arc-times.ts'
import { factorOfFunction } from '../../analysis/scenario/apply-scenario.ts'
import { NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { EntryLine } from '../entry-rows.ts'
import { explainStaticCall, isStaticArc } from '../static-calls.ts'

const said = (title: string, note = ''): Explanation => ({ title, formula: '', note })

/** What each column of the flat profile holds. A name needs no explanation. */
const FLAT_HEADINGS: Readonly<Record<FlatColumn, Explanation | null>> = {
  percent: said('Share of all time spent in the function itself'),
  cumulative: said(
    'Self time of the function and of all above it in gprof’s order',
    'Stays with the function when you sort differently.',
  ),
  self: said(
    'Time in the function’s own code',
    'Without what it calls. Sampled: each number says how far it may be off.',
  ),
  calls: said(
    'Times it was called by others',
    'Counted, not sampled. Blank where nothing counted them; calls of itself are not among them.',
  ),
  selfPerCall: said('Self time per call', 'The mean of all calls.'),
  totalPerCall: said('Self and callee time per call', 'The mean of all calls.'),
  total: said('Self time and what it inherits from what it calls', BAR_WORDS),
  name: null,
}

/** Returns the explanation of a column of the flat profile, null for the names. */
export const explainFlatHeading = (column: FlatColumn): Explanation | null => FLAT_HEADINGS[column]

/** Returns the explanation of one number of the flat profile: its meaning, formula and sampling error. */
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
  const factor = factorOfFunction(analyzed, f)
  const unknownPerCall =
    functions.selfCalls[f] > 0 ? ONLY_ITS_OWN_CALLS : explainUnknownCalls(selfTicks + childTicks)
  const noTime = explainSampling(analyzed, 0)
  const timed = (title: string, formula: string, note: string): Explanation => {
    if (analyzed.asPrinted) return { title, formula: '', note: AS_PRINTED }
    return rate > 0 ? { title, formula, note } : { title, formula: '', note: noTime }
  }
  const seconds = (ticks: number) => exactSeconds(analyzed, ticks)
  switch (column) {
    case 'name':
      return { title: name, formula: '', note: '' }
    case 'percent':
      return timed(
        'Share of all time spent in the function itself',
        `${formatExact(values.percent)} % = 100 × ${formatExact(selfTicks)} of ${formatSamples(totals.ticks)}`,
        explainSampling(analyzed, selfTicks, factor) + explainWhole(analyzed),
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
    case 'self':
      return timed(
        'Time in the function’s own code',
        `${formatExact(values.self)} ${s} = ${samplesOfFunction(selfTicks, factor)} ÷ ${formatExact(rate)} per second`,
        explainSampling(analyzed, selfTicks, factor),
      )
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
        explainSamplingPerCall(analyzed, selfTicks, calls, factor),
      )
    case 'totalPerCall':
      if (calls === 0) return { title: 'Total time per call', formula: '', note: unknownPerCall }
      return timed(
        'Self and callee time per call',
        `${formatScaled((selfTicks + childTicks) / rate / calls, s)} = (${seconds(selfTicks)} + ${seconds(childTicks)}) ÷ ${formatCounted(calls, 'call')}`,
        childTicks > 0
          ? explainTotal(analyzed, f).total
          : explainSamplingPerCall(analyzed, selfTicks, calls, factor),
      )
    case 'total':
      return timed(
        'Self time and what it inherits from what it calls',
        `${formatExact(values.total)} ${s} = ${seconds(selfTicks)} self + ${seconds(childTicks)} from callees (${formatFixed(values.totalPercent, 1)} % of all time)`,
        explainTotal(analyzed, f).total + explainWhole(analyzed),
      )
  }
}

// Explanations of the call graph's numbers.

type NumberColumn = 'percent' | 'self' | 'children' | 'called'
/** Columns of a call graph entry. */
export type EntryColumn = 'index' | NumberColumn | 'name'

/** Meaning of <spontaneous>. */
const UNSEEN_CALLER = 'Called from somewhere the profile cannot see'

/** Explains one cell of a call graph entry; null if it is empty. */
export function explainEntryCell(
  analyzed: AnalyzedProfile,
  listing: Listing,
  line: EntryLine,
  column: EntryColumn,
): Explanation | null {
  if (line.kind === 'spontaneous')
    return column === 'name' ? { title: UNSEEN_CALLER, formula: '', note: '' } : null
  if (column === 'name' || column === 'index') return null
  switch (line.kind) {
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

/** Explains the time that passes along an arc, or the count it is computed from. */
export function explainArc(
  analyzed: AnalyzedProfile,
  arc: ArcIndex,
  column: NumberColumn,
): Explanation | null {
  const { arcs, functions, rate } = analyzed.profile
  const parent = arcs.parent[arc]
  const child = arcs.child[arc]
  const from = displayName(functions, parent)
  const to = displayName(functions, child)
  const count = arcs.count[arc]
  if (isStaticArc(analyzed, arc))
    return { title: `${from} could call ${to}`, formula: '', note: explainStaticCall(analyzed, child) }
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
  const target = cycle === NONE ? to : `cycle ${cycle + 1}`
  const share = `${formatCount(count)} of ${formatCounted(all, 'call')}`
  if (column === 'called') {
    return { title: `${from} calls ${to}`, formula: `${share} of ${target}`, note: 'Counted, not sampled.' }
  }
  if (column === 'percent') return null
  if (!(rate > 0)) return { title: 'Time', formula: '', note: explainSampling(analyzed, 0) }
  const { times } = analyzed
  if (analyzed.asPrinted) {
    const what = column === 'self' ? 'Self time of' : 'Time inherited by'
    return { title: `${what} ${target}, passed to ${from}`, formula: '', note: AS_PRINTED }
  }
  const passed = column === 'self' ? arcSelfTicks(analyzed, arc) : arcChildTicks(analyzed, arc)
  const held =
    cycle === NONE
      ? { self: functions.selfTicks[child], children: times.childTicks[child] }
      : { self: times.cycleSelfTicks[cycle], children: times.cycleChildTicks[cycle] }
  // A function whose time is excluded passes none, and its cycle passes none through it.
  const whole = times.fraction[child] === 0 ? 0 : held[column]
  const seconds = (ticks: number) => exactSeconds(analyzed, ticks)
  const fraction = times.fraction[parent]
  const shown = Math.abs(fraction - 1) < 1e-9 ? '' : ` × ${formatExact(fraction)} of ${from} shown`
  return {
    title:
      column === 'self'
        ? `Self time of ${target} passed to ${from}`
        : `Time ${target} inherited, passed on to ${from}`,
    formula: `${seconds(passed)} = ${seconds(whole)} × ${share}${shown}`,
    note: explainPassed(analyzed, arc, column),
  }
}

function explainFunction(analyzed: AnalyzedProfile, f: FunctionIndex, column: NumberColumn): Explanation {
  const { functions } = analyzed.profile
  if (column === 'called') {
    const calls = functions.calls[f]
    const selfCalls = functions.selfCalls[f]
    if (calls + selfCalls === 0)
      return {
        title: 'Calls',
        formula: '',
        note: explainUnknownCalls(functions.selfTicks[f] + analyzed.times.childTicks[f]),
      }
    return {
      title: 'Times it was called by others, counted, not sampled',
      formula:
        selfCalls === 0 ? formatCounted(calls, 'call') : `${formatCount(calls)} + ${formatCount(selfCalls)}`,
      note: recursionNote(selfCalls),
    }
  }
  const { propagatedSelf, propagatedChild } = analyzed.times
  const name = displayName(functions, f)
  return explainTimes(
    analyzed,
    name,
    propagatedSelf[f],
    propagatedChild[f],
    explainTotal(analyzed, f),
    column,
    factorOfFunction(analyzed, f),
  )
}

function explainCycle(
  analyzed: AnalyzedProfile,
  listing: Listing,
  line: EntryLine,
  column: NumberColumn,
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
  const name = `cycle ${cycle + 1}`
  const [self, child] = [cyclePropagatedSelf[cycle], cyclePropagatedChild[cycle]]
  const notes = explainTotalOfCycle(analyzed, cycle)
  const explained = explainTimes(analyzed, name, self, child, notes, column)
  const unentered = column === 'children' ? '' : explainUnentered(analyzed, cycle)
  if (unentered === '') return explained
  return { ...explained, formula: column === 'self' ? '' : explained.formula, note: unentered }
}

/**
 * Explains a function's self and child time as a share of the call graph's time, whatever a
 * scenario hides of it.
 */
export function explainTotalShare(analyzed: AnalyzedProfile, f: FunctionIndex): Explanation {
  const { functions } = analyzed.profile
  const child = analyzed.times.childTicks[f]
  const name = displayName(functions, f)
  return explainTimes(analyzed, name, functions.selfTicks[f], child, explainTotal(analyzed, f), 'percent')
}

function explainTimes(
  analyzed: AnalyzedProfile,
  name: string,
  selfTicks: Ticks,
  childTicks: Ticks,
  notes: TotalNotes,
  column: 'percent' | 'self' | 'children',
  factor = 1,
): Explanation {
  const { rate } = analyzed.profile
  if (!(rate > 0)) return { title: 'Time', formula: '', note: explainSampling(analyzed, 0) }
  if (analyzed.asPrinted) {
    const what = { percent: 'Share of all time spent in', self: 'Time in', children: 'Time inherited by' }[
      column
    ]
    return { title: `${what} ${name}`, formula: '', note: AS_PRINTED }
  }
  const seconds = (ticks: number) => exactSeconds(analyzed, ticks)
  if (column === 'percent') {
    const percent = (100 * (selfTicks + childTicks)) / (analyzed.printedTicks > 0 ? analyzed.printedTicks : 1)
    return {
      title: `Share of all time spent in ${name} and what it calls`,
      formula: `${formatExact(percent)} % = (${seconds(selfTicks)} + ${seconds(childTicks)}) of ${seconds(analyzed.printedTicks)}`,
      note: notes.total + explainWhole(analyzed),
    }
  }
  if (column === 'self') {
    return {
      title: `Time in ${name} itself`,
      formula: `${seconds(selfTicks)} = ${samplesOfFunction(selfTicks, factor)} ÷ ${formatExact(rate)} per second`,
      note: explainSampling(analyzed, selfTicks, factor),
    }
  }
  return {
    title: `Time ${name} inherits from what it calls`,
    formula: `${seconds(childTicks)} = sum of its callees’ lines`,
    note: notes.children,
  }
}
