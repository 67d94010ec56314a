// Numbers of lines explain themselves, and what they rest on.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Ticks } from '../../base/units.ts'
import {
  ASSUMPTION,
  exactSeconds,
  explainCertainty,
  explainSampling,
  formatSamples,
  type Explanation,
} from '../details/explain-sampling.ts'
import { displayName } from '../names/names.ts'
import { list } from '../words/words.ts'
import type { HotLines } from '../../profile/lines/hot-lines.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import { formatCount, formatCounted, formatExact, percentOf } from '../quantities.ts'
import type { LineCall, LineFacts } from './line-facts.ts'

const SKID =
  'A sample is noted where the program stood when it was stopped, which may be the instruction after the one that took the time.'

export const LINE_HEADINGS = {
  line: { title: 'Line of the source file', formula: '', note: 'Pale: no code was made of it.' },
  self: {
    title: 'Time in the line’s own code',
    formula: '',
    note: `As gprof -l has it. ${SKID}`,
  },
  total: {
    title: 'Self time, and what the calls that the line makes hand to it',
    formula: '',
    note: `${ASSUMPTION} Bars are shares of the function’s total time.`,
  },
  calls: {
    title: 'What the line calls, and how often',
    formula: '',
    note: 'Counted, not sampled. ≈ where the profile does not tell which of two lines near to one another made them.',
  },
} as const

export function explainSelf(analyzed: AnalyzedProfile, where: string, self: Ticks): Explanation {
  const { rate } = analyzed.profile
  return {
    title: `Self time of ${where}`,
    formula:
      rate > 0
        ? `${exactSeconds(analyzed, self)} = ${formatSamples(self)} ÷ ${formatExact(rate)} per second`
        : '',
    note: [explainSampling(analyzed, self), self > 0 ? SKID : ''].join(' ').trim(),
  }
}

export function explainTotalOf(
  analyzed: AnalyzedProfile,
  where: string,
  { self, below }: Pick<LineFacts, 'self' | 'below'>,
  /** Of both, 0–1. */
  certain: number,
): Explanation {
  const seconds = (ticks: number): string => exactSeconds(analyzed, ticks)
  return {
    title: `Total time of ${where}`,
    formula: `${seconds(self + below)} = ${seconds(self)} self + ${seconds(below)} handed on by what it calls`,
    note:
      below > 0
        ? explainCertainty(analyzed, self + below, certain, 'below it')
        : 'Its calls hand no time to it: it makes none, or what it calls took none.',
  }
}

/** How many are told one by one. */
const MOST_CALLS = 12

/** Null of none. */
export function explainCalls(
  analyzed: AnalyzedProfile,
  where: string,
  calls: readonly LineCall[],
): Explanation | null {
  const [first] = calls
  if (!first) return null
  const told = calls.slice(0, MOST_CALLS).map((call) => callText(analyzed, call))
  if (calls.length > told.length) told.push(`and ${formatCount(calls.length - told.length)} more`)
  const isTimed = calls.some(({ ofTicks }) => ofTicks > 0)
  const unsure = calls.filter(({ isSure }) => !isSure)
  const others = [...new Set(unsure.flatMap(({ orLine }) => (orLine > 0 ? [orLine] : [])))]
  const notes = [
    isTimed ? ASSUMPTION : 'No time comes of them: they took none, or are calls within a cycle.',
    unsure.length > 0
      ? `≈ A profile notes where calls come from to within 16 bytes of code, 8 on a 32-bit machine; there stand several lines${others.length > 0 ? `, also ${list(others.map((line) => `line ${line}`))}` : ''}.`
      : '',
  ]
  return { title: `Called by ${where}`, formula: told.join('\n'), note: notes.join(' ').trim() }
}

function callText(analyzed: AnalyzedProfile, call: LineCall): string {
  const { child, count, ticks, ofCalls, ofTicks, isSure } = call
  const name = `${isSure ? '' : '≈ '}${displayName(analyzed.profile.functions, child)}`
  const seconds = (some: number): string => exactSeconds(analyzed, some)
  if (ofTicks === 0) return `${name}: ${formatCounted(count, 'call')}`
  if (count === ofCalls) return `${name}: ${seconds(ticks)}, all ${formatCounted(count, 'call')}`
  return `${name}: ${seconds(ticks)} = ${seconds(ofTicks)} × ${formatCount(count)} of ${formatCounted(ofCalls, 'call')}`
}

export const HOT_HEADINGS = {
  percent: {
    title: 'Share of all time spent in the line’s own code',
    formula: '',
    note: 'Of the time of all samples, as in the flat profile.',
  },
  self: LINE_HEADINGS.self,
} as const

export function explainHotLine(
  analyzed: AnalyzedProfile,
  hot: HotLines,
  row: number,
  isShare: boolean,
): Explanation {
  const { totals, functions } = analyzed.profile
  const ticks = hot.ticks[row]
  const where = `line ${hot.line[row]} in ${displayName(functions, hot.f[row] as FunctionIndex)}`
  if (!isShare) return explainSelf(analyzed, where, ticks)
  return {
    title: `Share of all time spent in ${where}`,
    formula: `${formatExact(percentOf(ticks, totals.ticks))} % = 100 × ${formatExact(ticks)} of ${formatSamples(totals.ticks)}`,
    note: explainSampling(analyzed, ticks),
  }
}
