// Explains every number of the flat profile: its meaning, its formula with this profile’s operands, its
// precision.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { FlatProfile } from '../listing/flat-profile.ts'
import { flatValues } from '../flat-rows.ts'
import type { ScreenColumn } from '../sort-functions.ts'
import { displayName } from '../../names/names.ts'
import { formatCounted, formatExact, formatScaled, formatShareOf, wholeTicks } from '../../quantities.ts'
import {
  AS_PRINTED,
  BAR_WORDS,
  exactSeconds,
  explainUnknownCalls,
  type Explanation,
  ONLY_ITS_OWN_CALLS,
  recursionNote,
} from './explanation.ts'
import { explainTotal } from './total.ts'
import { explainSampling, explainSelf, explainShareSampling, formatSamples } from './sampling.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import { foldedSelfRange } from '../../trust/bounds/folded-self.ts'
import { explainWhole, sumOfFunctions } from './whole.ts'
import { factorOfFunction } from '../../analysis/apply-scenario.ts'
import { selfEquation, totalEquation } from '../entry-equations.ts'
import { type Equation, equationText } from '../equation.ts'

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
  bounds: Bounds | null,
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
        explainTotal(analyzed, bounds, f).total + explainWhole(analyzed),
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
        childTicks > 0 ? explainTotal(analyzed, bounds, f).total : explainSelf(analyzed, f, selfTicks, calls),
      )
    case 'total':
      return timed(
        'Self time and what it inherits from what it calls',
        `${formatExact(values.total)} ${s} = ${seconds(selfTicks)} self + ${seconds(childTicks)} from callees (${formatShareOf(profile, selfTicks + childTicks)} of all samples)`,
        explainTotal(analyzed, bounds, f).total + explainWhole(analyzed),
        totalEquation(analyzed, f),
      )
  }
}
