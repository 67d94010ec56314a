// Explanations of lines' numbers.
import type { Ticks } from '../../base/units.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import { factorOfFunction } from '../../analysis/apply-scenario.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { allNamed } from '../../profile/name-index.ts'
import { ASSUMPTION, exactSeconds, type Explanation } from '../explain/explanation.ts'
import { explainCertainty, explainUnseen } from '../explain/total.ts'
import { explainSampling, formatSamples, samplesOfFunction } from '../explain/sampling.ts'
import { displayName } from '../../names/names.ts'
import { list } from '../messages/message.ts'
import { type HotLine, type HotLines, sortBySamples } from '../../profile/lines/hot-lines.ts'
import { formatCount, formatCounted, formatExact, wholeTicks } from '../../quantities.ts'
import { percentOfWhole } from '../share-ticks.ts'
import type { LineFacts, LineCall } from './line-facts.ts'

const SKID = 'A sample is recorded at the interrupted instruction, which may be the one after the slow one.'

/** Headings of a function's lines. */
export const LINE_HEADINGS = {
  line: { title: 'Line of the source file', formula: '', note: 'Pale: no code was generated for it.' },
  self: {
    title: 'Time in the line’s own code',
    formula: '',
    note: `As in gprof -l. ${SKID}`,
  },
  total: {
    title: 'Self time, and the time of the calls that the line makes',
    formula: '',
    note: `${ASSUMPTION} Bars are shares of the function’s total time.`,
  },
  calls: {
    title: 'What the line calls, and how often',
    formula: '',
    note: 'Counted, not sampled. ≈ where either of two nearby lines may have made them.',
  },
} as const

/**
 * Explains the self time of a line: its formula and its sampling error. Without a rate the formula is "",
 * and the note says why times are unknown.
 *
 * @param where name of the line, for the title
 * @param self in ticks, after the division by `factor`
 * @param factor factor by which the scenario divides the samples of the function; 1 for none, Infinity for
 *   all removed
 */
export function explainSelf(analyzed: AnalyzedProfile, where: string, self: Ticks, factor = 1): Explanation {
  const { rate } = analyzed.profile
  return {
    title: `Self time of ${where}`,
    formula:
      rate > 0
        ? `${exactSeconds(analyzed, self)} = ${samplesOfFunction(self, factor)} ÷ ${formatExact(rate)} per second`
        : '',
    note: [explainSampling(analyzed, self, factor), self > 0 ? SKID : ''].join(' ').trim(),
  }
}

/**
 * Explains the self time and the calls' time of lines: their sum, and how much of it is certain. The
 * profile must have a rate.
 *
 * @param where name of the lines, for the title
 */
export function explainTotalOf(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  where: string,
  { self, below }: Pick<LineFacts, 'self' | 'below'>,
  /** Certain part of both, 0–1. */
  certain: number,
): Explanation {
  const seconds = (ticks: number): string => exactSeconds(analyzed, ticks)
  return {
    title: `Total time of ${where}`,
    formula: `${seconds(self + below)} = ${seconds(self)} self + ${seconds(below)} handed on by what it calls`,
    note:
      below > 0
        ? explainCertainty(
            analyzed,
            self + below,
            certain,
            'below it',
            explainUnseen(analyzed, bounds, null, self + below),
          )
        : 'Its calls pass it no time: it makes none, or its callees took none.',
  }
}

/** Calls listed one by one, at most. */
const MOST_CALLS = 12

/**
 * Explains the calls of a line: the time of each of the first twelve, one per line of the formula. Returns
 * null if there are none.
 *
 * @param where name of the line, for the title
 * @param calls the line's calls, most time first
 */
export function explainCalls(
  analyzed: AnalyzedProfile,
  where: string,
  calls: readonly LineCall[],
): Explanation | null {
  const [first] = calls
  if (!first) return null
  const texts = calls.slice(0, MOST_CALLS).map((call) => callText(analyzed, call))
  if (calls.length > texts.length) texts.push(`and ${formatCount(calls.length - texts.length)} more`)
  const isTimed = calls.some(({ ofTicks }) => ofTicks > 0)
  const unsure = calls.filter(({ isSure }) => !isSure)
  const others = [...new Set(unsure.flatMap(({ orLine }) => (orLine > 0 ? [orLine] : [])))]
  const notes = [
    isTimed ? ASSUMPTION : 'No time comes of them: they took none, or are calls within a cycle.',
    unsure.length > 0
      ? `≈ A profile notes where calls come from to within 16 bytes of code, 8 on a 32-bit machine; there stand several lines${others.length > 0 ? `, also ${list(others.map((line) => `line ${line}`))}` : ''}.`
      : '',
  ]
  return { title: `Called by ${where}`, formula: texts.join('\n'), note: notes.join(' ').trim() }
}

function callText(analyzed: AnalyzedProfile, call: LineCall): string {
  const { child, count, ticks, ofCalls, ofTicks, isSure } = call
  const name = `${isSure ? '' : '≈ '}${displayName(analyzed.profile.functions, child)}`
  const seconds = (some: number): string => exactSeconds(analyzed, some)
  if (ofTicks === 0) return `${name}: ${formatCounted(count, 'call')}`
  if (count === ofCalls) return `${name}: ${seconds(ticks)}, all ${formatCounted(count, 'call')}`
  return `${name}: ${seconds(ticks)} = ${seconds(ofTicks)} × ${formatCount(count)} of ${formatCounted(ofCalls, 'call')}`
}

/** Headings of the hottest lines. */
export const HOT_HEADINGS = {
  percent: {
    title: 'Share of all recorded samples in the line’s own code',
    formula: '',
    note: 'Of the same whole as in the flat profile.',
  },
  self: LINE_HEADINGS.self,
} as const

/**
 * Divides the samples of functions that the scenario makes faster, omits lines without time, and sorts the
 * lines again. Returns `hot` itself if no function is faster. Samples of unknown lines stay as measured.
 *
 * @param hot the hottest lines as measured
 */
export function hotLinesUnder({ profile, scenario }: AnalyzedProfile, hot: HotLines): HotLines {
  if (scenario.faster.length === 0) return hot
  const factors = new Map<number, number>()
  for (const { name, factor } of scenario.faster.toReversed())
    for (const f of allNamed(profile.functions.names, name)) factors.set(f, factor)
  const lines = Array.from({ length: hot.length }, (_, row): HotLine => {
    const ticks = hot.ticks[row] / (factors.get(hot.f[row]) ?? 1)
    return { f: hot.f[row], file: hot.file[row], line: hot.line[row], ticks }
  })
  return sortBySamples(
    lines.filter(({ ticks }) => ticks > 0),
    hot.files,
    hot.unplaced,
  )
}

/**
 * Explains the time of a hot line, or its share of all samples.
 *
 * @param hot the lines under the scenario of `analyzed`, from `hotLinesUnder`
 * @param row row of `hot`, below its length
 * @param isShare explains the percentage instead of the time
 */
export function explainHotLine(
  analyzed: AnalyzedProfile,
  hot: HotLines,
  row: number,
  isShare: boolean,
): Explanation {
  const { profile } = analyzed
  const ticks = hot.ticks[row]
  const f = hot.f[row] as FunctionIndex
  const where = `line ${hot.line[row]} in ${displayName(profile.functions, f)}`
  const factor = factorOfFunction(analyzed, f)
  if (!isShare) return explainSelf(analyzed, where, ticks, factor)
  return {
    title: `Share of all recorded samples in ${where}`,
    formula: `${formatExact(percentOfWhole(profile, ticks))}% = 100 × ${formatExact(ticks)} of ${formatSamples(wholeTicks(profile))}`,
    note: explainSampling(analyzed, ticks, factor),
  }
}
