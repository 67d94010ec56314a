// Limits on parts of a program, for continuous integration: checks whether a profile keeps them,
// given its sampling error.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import type { Ticks } from '../base/units.ts'
import type { FunctionIndex, SharedBins } from '../profile/call-graph-profile.ts'
import { rawName, readableBytes } from '../names/names.ts'
import { isGlobMatch } from '../base/glob.ts'
import { binomialTail, lastBelow, poissonTail } from '../base/tails.ts'
import { asColumn, NONE } from '../base/columns.ts'
import { rangeOfSet } from '../trust/bounds/upper-bound.ts'
import type { TimeRange } from '../trust/bounds/folded-self.ts'
import { groupAt } from '../base/csr.ts'
import { factorOfFunction } from '../analysis/apply-scenario.ts'
import { membersOf, shareOfCalls } from '../analysis/arc-times.ts'

/**
 * `total`: gprof's estimate of the time in the functions and below them. `leastTotal`: its lower
 * bound, which holds however time divides among callers. `self`: self time. `calls`: calls of the
 * functions, recursive ones included.
 */
export type Measure = 'total' | 'leastTotal' | 'self' | 'calls'

/** A limit on the functions whose names match a pattern. */
export interface Limit {
  readonly measure: Measure
  /** Glob for whole names, raw or readable, as a binary string. */
  readonly pattern: string
  /**
   * Unit of the value. `share` is 0–1, of the flat profile's 100% for self time and of the call graph's for
   * totals. `count` is for calls only, and calls have no other unit.
   */
  readonly unit: 'share' | 'seconds' | 'count'
  /** Largest value that keeps the limit, in that unit. */
  readonly most: number
}

/** Result of checking one limit. */
export interface LimitResult {
  readonly limit: Limit
  /** Number of functions that match, with or without time. */
  readonly functions: number
  /** Measured value, in the limit's unit. */
  readonly measured: number
  /** Samples of the part, and of all; both 0 for calls. */
  readonly ticks: Ticks
  readonly allTicks: Ticks
  /** Lower confidence bound of the true value, in the limit's unit. */
  readonly atLeast: number
  /**
   * Smallest measured value that would count as exceeding, in the limit's unit. Infinity if not
   * even all samples would: there are too few, or the limit is the maximum.
   */
  readonly noticedFrom: number
  /**
   * The measured value if no shared sample, of bins or of folded functions, belonged to the part, in
   * the limit's unit; null if that changes nothing.
   */
  readonly withoutShared: number | null
  /** Bounds of a total by counted calls, in the limit's unit; null for other measures. */
  readonly range: TimeRange | null
  readonly verdict: 'kept' | 'within-error' | 'exceeded'
}

/** How strictly limits are checked. */
export interface Rigour {
  /** Confidence level, 0–1. */
  readonly confidence: number
  /** Reports every excess, significant or not. */
  readonly isStrict: boolean
}

/**
 * Checks one limit on a profile. Time up to the limit is `kept`. Time above it is `exceeded` if sampling
 * error does not explain it (or `rigour.isStrict`), even without the samples of shared bins; else
 * `within-error`. Calls are exact. A pattern that matches no function measures 0. Seconds need a profile
 * with a rate.
 */
export function checkLimit(analyzed: AnalyzedProfile, limit: Limit, rigour: Rigour): LimitResult {
  const isChosen = chosenBy(analyzed, limit.pattern)
  const functions = isChosen.reduce((count, one) => count + one, 0)
  if (limit.measure === 'calls') {
    const measured = callsOf(analyzed, isChosen)
    const verdict = measured > limit.most ? 'exceeded' : 'kept'
    const exact = {
      ticks: 0,
      allTicks: 0,
      atLeast: measured,
      noticedFrom: limit.most,
      range: null,
      withoutShared: null,
    }
    return { limit, functions, measured, ...exact, verdict }
  }
  const { profile } = analyzed
  const allTicks = limit.measure === 'self' ? profile.totals.ticks : analyzed.printedTicks
  const bounds = limit.measure === 'self' ? null : rangeOfSet(analyzed, isChosen)
  const ticksIn = (one: AnalyzedProfile): Ticks =>
    limit.measure === 'self'
      ? selfOf(one, isChosen)
      : limit.measure === 'total'
        ? ticksBelow(one, isChosen)
        : rangeOfSet(one, isChosen).least
  const ticks = ticksIn(analyzed)
  // Only what is the part's own in any case can exceed a limit.
  const shared = analyzed.folding ?? profile.sharedBins
  const own = shared ? ownTicks(analyzed, shared, ticks, ticksIn) : ticks
  const whole = limit.unit === 'share' ? allTicks : profile.rate
  const chance = 1 - rigour.confidence
  /** Probability of at least `count` samples if the true value is `truth`. */
  const tail = (count: number, truth: number): number =>
    limit.unit === 'share' ? binomialTail(count, allTicks, truth) : poissonTail(count, truth * profile.rate)
  const measured = ticks / whole
  const highest = limit.unit === 'share' ? 1 : Math.max(measured, limit.most)
  const atLeast = lastBelow(chance, 0, Math.min(own / whole, highest), (truth) => tail(own, truth))
  const most = limit.unit === 'share' ? allTicks : 2 * limit.most * profile.rate + 100
  const canShow = tail(most, limit.most) < chance
  const noticed = canShow ? lastBelow(1 - chance, 0, most, (count) => 1 - tail(count, limit.most)) : Infinity
  const noticedFrom = rigour.isStrict ? limit.most : noticed / whole
  const isAbove = measured > limit.most * (1 + 1e-12)
  const isCertain = own > limit.most * whole && (rigour.isStrict || tail(own, limit.most) < chance)
  const withoutShared = own === ticks ? null : own / whole
  const verdict = isAbove ? (isCertain ? 'exceeded' : 'within-error') : 'kept'
  const range = bounds && { least: bounds.least / whole, most: bounds.most / whole }
  return { limit, functions, measured, ticks, allTicks, atLeast, noticedFrom, withoutShared, range, verdict }
}

/**
 * Returns the least that a part of the program can have, whichever functions the samples of shared bins, or
 * the time of folded functions, belong to: what is in bins of its own, or what is left if each function outside it takes all
 * that it can. The latter is more where a bin's functions all belong to the part.
 */
function ownTicks(
  analyzed: AnalyzedProfile,
  { least, most }: Pick<SharedBins, 'least' | 'most'>,
  ticks: Ticks,
  ticksIn: (analyzed: AnalyzedProfile) => Ticks,
): Ticks {
  const { profile } = analyzed
  const { functions } = profile
  const ticksWith = (own: (f: FunctionIndex) => Ticks): { readonly part: Ticks; readonly all: Ticks } => {
    // A scenario may have made functions faster.
    const self = Float64Array.from({ length: functions.length }, (_, row) => {
      const f = row as FunctionIndex
      const factor = factorOfFunction(analyzed, f)
      return functions.isLeftOut[f] === 1 || factor === Infinity ? 0 : Math.max(0, own(f) / factor)
    })
    const selfTicks = asColumn<FunctionIndex, Ticks, 'Float64Array'>(self)
    return {
      part: ticksIn({ ...analyzed, profile: { ...profile, functions: { ...functions, selfTicks } } }),
      all: self.reduce((sum, one) => sum + one, 0),
    }
  }
  const sure = ticksWith((f) => least[f]).part
  const more = ticksWith((f) => most[f] - functions.selfTicks[f] * factorOfFunction(analyzed, f))
  return Math.min(ticks, Math.max(sure, ticks - (more.all - more.part)))
}

function chosenBy({ profile: { functions } }: AnalyzedProfile, pattern: string): Uint8Array {
  const isChosen = new Uint8Array(functions.length)
  for (let row = 0; row < functions.length; row++) {
    const f = row as FunctionIndex
    if (functions.isLeftOut[f] === 1) continue
    const matches =
      isGlobMatch(rawName(functions, f), pattern) || isGlobMatch(readableBytes(functions, f), pattern)
    isChosen[row] = matches ? 1 : 0
  }
  return isChosen
}

function selfOf({ profile: { functions } }: AnalyzedProfile, isChosen: Uint8Array): Ticks {
  let sum = 0
  for (let f = 0; f < isChosen.length; f++)
    if (isChosen[f] === 1) sum += functions.selfTicks[f as FunctionIndex]
  return sum
}

function callsOf({ profile: { functions } }: AnalyzedProfile, isChosen: Uint8Array): number {
  let sum = 0
  for (let row = 0; row < isChosen.length; row++) {
    const f = row as FunctionIndex
    if (isChosen[row] === 1) sum += functions.calls[f] + functions.selfCalls[f]
  }
  return sum
}

/**
 * Returns the time spent in a set of functions or below any of them, each sample once, by gprof's
 * assumption; in ticks.
 *
 * @param isChosen by FunctionIndex: 1 for the functions of the set
 */
export function ticksBelow(analyzed: AnalyzedProfile, isChosen: Uint8Array): Ticks {
  const { profile, cycles, times } = analyzed
  const { functions, arcs, arcsByChild } = profile
  const part = new Float64Array(functions.length)

  /** The part that arrives through callers outside its own cycle. */
  const arrivesAt = (f: FunctionIndex): number => {
    let sum = 0
    for (const arc of groupAt(arcsByChild, f)) {
      sum += part[arcs.parent[arc]] * shareOfCalls(analyzed, arc)
    }
    return sum
  }

  const order = Uint32Array.from({ length: functions.length }, (_, f) => f).sort(
    (one, other) => times.order[other as FunctionIndex] - times.order[one as FunctionIndex],
  )
  let ticks = 0
  const isDone = new Uint8Array(cycles.length)
  const set = (f: FunctionIndex, arrives: number): void => {
    const fraction = times.fraction[f]
    part[f] = fraction === 0 ? 0 : isChosen[f] === 1 ? fraction : arrives
    ticks += part[f] * functions.selfTicks[f]
  }
  for (const row of order) {
    const f = row as FunctionIndex
    const cycle = cycles.cycleOf[f]
    if (cycle === NONE) set(f, arrivesAt(f))
    else if (isDone[cycle] === 0) {
      isDone[cycle] = 1
      setMembers(cycle)
    }
  }
  return ticks

  function setMembers(cycle: CycleIndex): void {
    let arrives = 0
    for (const member of membersOf(cycles, cycle)) {
      if (times.fraction[member] > 0) arrives += arrivesAt(member)
    }
    for (const member of membersOf(cycles, cycle)) set(member, arrives)
  }
}
