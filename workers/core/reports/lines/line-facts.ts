// Time of each line of a function, by itself or through its calls, with the part of it that is certain.
import { groupAt } from '../../base/csr.ts'
import { NONE } from '../../base/columns.ts'
import type { Ticks } from '../../base/units.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { Bounds } from '../../trust/bounds/bounds.ts'
import { arcTicks } from '../../analysis/arc-times.ts'
import { factorOfFunction } from '../../analysis/apply-scenario.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import type { FunctionLines, LineCalls } from '../../profile/lines/function-lines.ts'
import { certainPartOfArc } from '../../trust/bounds/certain-parts.ts'
import { partOf } from '../../trust/bounds/folded-self.ts'

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

/** Lines, or calls, processed in one step. */
const STEP = 500

/**
 * Returns times and calls of all lines of a function, parallel to `lines.sections` and the rows of each.
 * Calls on arcs that the scenario cuts are omitted, and so are calls of folded functions and their time.
 * Yields every 500 lines or calls, for functions of many thousand lines.
 *
 * @param lines of `f`, as measured
 */
export function* factsOfLines(
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

/**
 * Returns the certain part of the lines' self time and their calls' time, 0–1; 0 without time. Calls that
 * may belong to another line contribute nothing certain, nor do calls of an arc that has calls from other
 * lines.
 *
 * @param lines lines of one function
 */
export function certainPartOfLines(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
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
      if (all === ofCalls) sure += certainPartOfArc(analyzed, bounds, arc) * ofTicks
    }
  }
  return partOf(self + sure, self + below)
}
