// Time of each line of a function, by itself and through its calls (gprof's assumption per call
// site); which part of that is certain; and an explanation of every number.
import { groupAt } from '../base/sorting.ts'
import { NONE } from '../base/columns.ts'
import { finish } from '../base/yielder.ts'
import type { Ticks } from '../base/units.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { arcTicks, factorOfFunction } from '../analysis/analyze-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { allNamed } from '../profile/name-index.ts'
import type { FunctionLines, LineCalls } from '../profile/lines/function-lines.ts'
import {
  ASSUMPTION,
  certainPartOfArc,
  exactSeconds,
  explainCertainty,
  explainSampling,
  explainUnseen,
  type Explanation,
  formatSamples,
  partOf,
  samplesOfFunction,
} from './bounds.ts'
import { displayName } from './names/names.ts'
import { list } from './messages/message.ts'
import { type HotLine, type HotLines, sortBySamples } from '../profile/lines/all-lines.ts'
import { formatCount, formatCounted, formatExact, wholeTicks } from './quantities.ts'
import { percentOfWhole } from './share-ticks.ts'

/** Calls of one function from one line. */
export interface LineCall {
  readonly arc: ArcIndex
  readonly child: FunctionIndex
  /** Calls from this line. */
  readonly count: number
  /** Part of the time that the arc passes to its parent. */
  readonly ticks: Ticks
  /** Calls of the whole arc, and the time that it passes. */
  readonly ofCalls: number
  readonly ofTicks: Ticks
  /** False if some of the calls may have been made by another line. */
  readonly isSure: boolean
  /** Another line of the section that may have made the calls instead; 0 if none is known. */
  readonly orLine: number
}

/** Times and calls of one line. */
export interface LineFacts {
  /** Samples in the line's code, divided as the scenario says. */
  readonly self: Ticks
  /** Time that its calls pass to it. */
  readonly below: Ticks
  /** Calls, most time first, then most calls. */
  readonly calls: readonly LineCall[]
}

/** Times and calls of all lines of a function. */
export interface CodeFacts {
  /** Facts by section and row. */
  readonly lines: readonly (readonly LineFacts[])[]
  /** Calls whose line is unknown. */
  readonly elsewhere: readonly LineCall[]
  /** Self time of the whole function, and self and child time: the whole of which lines are parts. */
  readonly self: Ticks
  readonly total: Ticks
  /** What the scenario divides its samples by; 1 for most. */
  readonly factor: number
}

/**
 * Returns times and calls of all lines of a function, parallel to `lines.sections` and the rows of each.
 * Calls on arcs that the scenario cuts are omitted, and so are calls of folded functions and their time.
 *
 * @param lines of `f`, as measured
 */
export function factsOfLines(analyzed: AnalyzedProfile, f: FunctionIndex, lines: FunctionLines): CodeFacts {
  return finish(lineFactsInSteps(analyzed, f, lines))
}

/** Lines, or calls, processed in one step. */
const STEP = 500

/**
 * Computes `factsOfLines` in steps: yields every 500 lines or calls, for functions of many thousand lines.
 *
 * @param lines of `f`, as measured
 */
export function* lineFactsInSteps(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  lines: FunctionLines,
): Generator<void, CodeFacts> {
  const { sections, calls } = lines
  const elsewhere: LineCall[] = []
  /** Calls by section and row. */
  const made = sections.map(() => new Map<number, LineCall[]>())
  if (calls) yield* listCalls(analyzed, f, calls, made, elsewhere)
  elsewhere.sort(byTime)
  const self = analyzed.profile.functions.selfTicks[f]
  const factor = factorOfFunction(analyzed, f)
  // The self time of a folded profile has time of other functions.
  const part = analyzed.folding ? 1 / factor : yield* partThatCounts(lines, self)
  const facts: LineFacts[][] = []
  for (const [at, { length, ticks }] of sections.entries()) {
    const own: LineFacts[] = []
    for (let row = 0; row < length; row++) {
      const here = made[at]?.get(row)?.sort(byTime) ?? NO_CALLS
      own.push({ self: ticks[row] * part, below: sumOf(here), calls: here })
      if (row % STEP === STEP - 1) yield
    }
    facts.push(own)
  }
  const total = self + analyzed.times.childTicks[f]
  return { lines: facts, elsewhere, self, total, factor }
}

const NO_CALLS: readonly LineCall[] = []

const byTime = (left: LineCall, right: LineCall): number =>
  right.ticks - left.ticks || right.count - left.count || left.child - right.child

/**
 * Share of the lines' time that counts. A scenario may exclude a function's time or part of it,
 * while lines are read as measured.
 */
function* partThatCounts({ sections, unplaced }: FunctionLines, self: Ticks): Generator<void, number> {
  let measured = unplaced
  for (const { length, ticks } of sections) {
    for (let row = 0; row < length; row++) {
      measured += ticks[row]
      if (row % STEP === STEP - 1) yield
    }
  }
  // Both are sums of fractions, in different order.
  return Math.abs(measured - self) <= 1e-6 * Math.max(1, measured) ? 1 : self / measured
}

/** Returns the sums of the self time of several lines and of the time of their calls, in ticks. */
export function sumOfFacts(facts: readonly LineFacts[]): Pick<LineFacts, 'self' | 'below'> {
  let self = 0
  let below = 0
  for (const one of facts) {
    self += one.self
    below += one.below
  }
  return { self, below }
}

const sumOf = (calls: readonly LineCall[]): Ticks => calls.reduce((sum, { ticks }) => sum + ticks, 0)

/** A cut arc passes no time and has no calls. */
function* listCalls(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  { length, section, row, child, count, isSure, orLine }: LineCalls,
  made: readonly Map<number, LineCall[]>[],
  elsewhere: LineCall[],
): Generator<void> {
  const { arcs, arcsByParent } = analyzed.profile
  const arcTo = new Map<number, ArcIndex>()
  for (const arc of groupAt(arcsByParent, f)) {
    arcTo.set(arcs.child[arc], arc)
    if (arcTo.size % STEP === 0) yield
  }
  for (let at = 0; at < length; at++) {
    if (at % STEP === STEP - 1) yield
    const arc = arcTo.get(child[at])
    if (arc === undefined) continue
    const ofCalls = arcs.count[arc]
    const ofTicks = arcTicks(analyzed, arc)
    const call: LineCall = {
      arc,
      child: child[at] as FunctionIndex,
      count: count[at],
      ticks: ofCalls > 0 ? (ofTicks * count[at]) / ofCalls : 0,
      ofCalls,
      ofTicks,
      isSure: isSure[at] === 1,
      orLine: orLine[at],
    }
    if (section[at] === NONE) {
      elsewhere.push(call)
      continue
    }
    const ofLines = made[section[at]]
    const known = ofLines?.get(row[at])
    if (known) known.push(call)
    else ofLines?.set(row[at], [call])
  }
}

// Certain part of lines' time: their self time, and the time of what is called from nowhere else.

/**
 * Returns the certain part of the lines' self time and their calls' time, 0–1; 0 without time. Calls that
 * may belong to another line contribute nothing certain, nor do calls of an arc that has calls from other
 * lines.
 *
 * @param certain result of `certainTicks`; null while it is not computed
 * @param lines lines of one function
 */
export function certainPartOfLines(
  analyzed: AnalyzedProfile,
  certain: Float64Array | null,
  lines: readonly LineFacts[],
): number {
  let self = 0
  let below = 0
  let sure = 0
  const counted = new Map<ArcIndex, number>()
  for (const line of lines) {
    self += line.self
    below += line.below
    for (const { arc, count, ofCalls, ofTicks, isSure } of line.calls) {
      if (!isSure) continue
      const all = (counted.get(arc) ?? 0) + count
      counted.set(arc, all)
      if (all === ofCalls) sure += certainPartOfArc(analyzed, certain, arc) * ofTicks
    }
  }
  return partOf(self + sure, self + below)
}

// Explanations of lines' numbers.

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
            explainUnseen(analyzed, null, self + below),
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
