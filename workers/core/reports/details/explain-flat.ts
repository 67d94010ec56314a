// Every number of the flat profile explains itself: its meaning, its formula with this profile's operands, and what it rests on.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { FlatProfile } from '../listing/flat-profile.ts'
import { flatValues, type FlatColumn } from '../flat-profile/flat-rows.ts'
import { displayName } from '../names/names.ts'
import { formatCounted, formatExact, formatFixed, formatScaled } from '../quantities.ts'
import { explainTotal } from './explain-total.ts'
import { explainWhole } from '../whole-time.ts'
import { sumOfFunctions } from './sum-of-functions.ts'
import {
  AS_PRINTED,
  exactSeconds,
  ONLY_ITS_OWN_CALLS,
  explainSampling,
  explainSamplingPerCall,
  explainUnknownCalls,
  recursionNote,
  type Explanation,
  formatSamples,
} from './explain-sampling.ts'

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
        explainSampling(analyzed, selfTicks) + explainWhole(analyzed),
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
        `${formatExact(values.self)} ${s} = ${formatSamples(selfTicks)} ÷ ${formatExact(rate)} per second`,
        explainSampling(analyzed, selfTicks),
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
        explainSamplingPerCall(analyzed, selfTicks, calls),
      )
    case 'totalPerCall':
      if (calls === 0) return { title: 'Total time per call', formula: '', note: unknownPerCall }
      return timed(
        'Self and child time per call',
        `${formatScaled((selfTicks + childTicks) / rate / calls, s)} = (${seconds(selfTicks)} + ${seconds(childTicks)}) ÷ ${formatCounted(calls, 'call')}`,
        childTicks > 0 ? explainTotal(analyzed, f).total : explainSamplingPerCall(analyzed, selfTicks, calls),
      )
    case 'total':
      return timed(
        'Self time and what it inherits from what it calls',
        `${formatExact(values.total)} ${s} = ${seconds(selfTicks)} self + ${seconds(childTicks)} from children (${formatFixed(values.totalPercent, 1)} % of all time)`,
        explainTotal(analyzed, f).total + explainWhole(analyzed),
      )
  }
}
