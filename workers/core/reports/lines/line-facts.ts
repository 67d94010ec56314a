// What each line of a function took, and passed on of what it called: gprof's assumption, a call site further.
import { groupAt } from '../../base/csr.ts'
import { NONE } from '../../base/brand.ts'
import { finish } from '../../base/steps.ts'
import type { Ticks } from '../../base/units.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { arcTicks } from '../../analysis/time/arc-times.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/tables.ts'
import type { FunctionLines, LineCalls } from '../../profile/lines/function-lines.ts'

/** Calls of one function made by one line. */
export interface LineCall {
  readonly arc: ArcIndex
  readonly child: FunctionIndex
  readonly count: number
  /** Of the time that the arc hands to its parent, these calls' part. */
  readonly ticks: Ticks
  /** All calls of the arc. */
  readonly ofCalls: number
  readonly ofTicks: Ticks
  readonly isSure: boolean
  /** A line of the same section that may have made them instead; 0 if none is known. */
  readonly orLine: number
}

export interface LineFacts {
  readonly self: Ticks
  /** What its calls hand to it. */
  readonly below: Ticks
  /** Most time first, then most calls. */
  readonly calls: readonly LineCall[]
}

export interface CodeFacts {
  /** By section and row. */
  readonly lines: readonly (readonly LineFacts[])[]
  /** Calls of which no line is known. */
  readonly elsewhere: readonly LineCall[]
  /** Self time of the whole function, and what its calls hand to it: what the parts are shares of. */
  readonly self: Ticks
  readonly total: Ticks
}

/** Of one function, in the order of `lines`. */
export function factsOfLines(analyzed: AnalyzedProfile, f: FunctionIndex, lines: FunctionLines): CodeFacts {
  return finish(lineFactsInSteps(analyzed, f, lines))
}

/** Lines, or their calls, that are looked at in one step. */
const STEP = 500

/** The same with pauses, for a function of many thousands of lines. */
export function* lineFactsInSteps(
  analyzed: AnalyzedProfile,
  f: FunctionIndex,
  lines: FunctionLines,
): Generator<void, CodeFacts> {
  const { sections, calls } = lines
  const elsewhere: LineCall[] = []
  /** By section and row. */
  const made = sections.map(() => new Map<number, LineCall[]>())
  if (calls) yield* listCalls(analyzed, f, calls, made, elsewhere)
  elsewhere.sort(byTime)
  const self = analyzed.profile.functions.selfTicks[f]
  const part = yield* partThatCounts(lines, self)
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
  return { lines: facts, elsewhere, self, total: self + analyzed.times.childTicks[f] }
}

const NO_CALLS: readonly LineCall[] = []

const byTime = (left: LineCall, right: LineCall): number =>
  right.ticks - left.ticks || right.count - left.count || left.child - right.child

/** A scenario may leave a function's time out, or some of it; lines are read as measured. */
function* partThatCounts({ sections, unplaced }: FunctionLines, self: Ticks): Generator<void, number> {
  let measured = unplaced
  for (const { length, ticks } of sections) {
    for (let row = 0; row < length; row++) {
      measured += ticks[row]
      if (row % STEP === STEP - 1) yield
    }
  }
  // Both are sums of fractions, in another order.
  return Math.abs(measured - self) <= 1e-6 * Math.max(1, measured) ? 1 : self / measured
}

/** Of several lines together. */
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

/** A cut arc hands nothing on, and its calls are not there. */
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
