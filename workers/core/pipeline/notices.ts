// Notices about the measurement itself, most important first: the doctor.
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { baseNameAnywhere } from '../base/file-names.ts'
import { isStringAt } from '../base/string-table.ts'
import type { RawExecutable } from '../formats/format.ts'
import { TIMER_RATES } from '../formats/gmon/layouts.ts'
import type { Notice } from '../problems/problem.ts'
import {
  findHiddenFunctions,
  findShift,
  prologueOf,
  scoreMatch,
} from '../profile/mismatch/match-executable.ts'
import {
  isOfOtherBuild,
  isStartedByGlibc,
  linksProfiler,
  type ProfiledRange,
  profiledRange,
  threadStarterOf,
} from '../profile/mismatch/known-symbols.ts'
import { isMismatch } from '../profile/mismatch/match-score.ts'
import { type CallSiteScore, contradictsCode } from '../profile/mismatch/call-sites.ts'
import type { HistogramSum } from '../profile/sum/sum-histograms.ts'
import type { ProfileSum } from '../profile/sum/sum-profiles.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { demangleOnce, shownName } from '../reports/names/names.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'

export { linksProfiler }
export { scoreCallSites } from '../profile/mismatch/call-sites.ts'

/**
 * Below this many samples a profile is unreliable: a function's share of 10% is off by a third or
 * more.
 */
const FEW_SAMPLES = 100
/** Share of the time that is worth a prominent notice. */
const MUCH = 0.1
/** Drift of the kernel's 16-bit scale, in bytes; less is lost within a bin. */
const DRIFT_WORTH_TELLING = 4
/**
 * Functions that count calls on Arm, with -mfentry and on Windows (32-bit with one more `_`). gprof
 * lists them: it knows only mcount as the profiler's own.
 */
const COUNTING = ['__gnu_mcount_nc', '__fentry__', '_mcount_private', '__mcount_private']

/** What the doctor examines. */
export interface Examined {
  readonly analyzed: AnalyzedProfile
  readonly symbols: SymbolTable
  readonly sum: ProfileSum
  /** Null if addresses serve as names. */
  readonly raw: RawExecutable | null
  readonly shift: number
  /** Null where the code cannot be checked. */
  readonly callSites: CallSiteScore | null
}

/** Returns the notices about a profile, most important first. */
export function findNotices(examined: Examined): readonly Notice[] {
  const { hasHistogram, totals } = examined.analyzed.profile
  const isEmpty = (!hasHistogram || totals.recordedTicks === 0) && totals.arcRecords === 0
  if (!hasHistogram && isEmpty) return [{ code: 'empty-profile' }]
  const doubts = checkExecutable(examined)
  if (isEmpty) return [...doubts, { code: 'empty-profile' }]
  const isDoubted = doubts.some(({ code }) => code === 'wrong-executable')
  const notices = [
    ...doubts,
    ...checkSamples(examined),
    ...checkArcs(examined, isDoubted),
    ...checkHistograms(examined),
  ]
  return notices.toSorted((a, b) => shareConcerned(b, examined) - shareConcerned(a, examined))
}

/**
 * Returns the share of samples, arcs or functions that a notice puts in doubt. Above 1, the notice
 * comes before all others.
 */
function shareConcerned(notice: Notice, { analyzed, symbols }: Examined): number {
  const samples = Math.max(1, analyzed.profile.totals.recordedTicks)
  switch (notice.code) {
    case 'functions-hidden': {
      const ofTime = notice.ticks / samples
      // Wrong names put everything else in doubt.
      return ofTime > MUCH ? 1 + ofTime : Math.max(notice.functions / Math.max(1, symbols.length), ofTime)
    }
    case 'time-without-calls':
    case 'profiler-time':
      return notice.ticks / samples
    case 'outside-program':
      return Math.max(notice.ticks / samples, notice.droppedArcs / Math.max(1, notice.totalArcs))
    case 'scale-drift':
      return 0
    default:
      return 1
  }
}

function checkExecutable(examined: Examined): Notice[] {
  const { analyzed, symbols, sum, raw, shift } = examined
  if (!raw) return []
  if (shift !== 0) return [{ code: 'position-independent', shift }]
  const evidence = sum.evidence()
  const prologue = prologueOf(raw.machine)
  const plain = scoreMatch(evidence, symbols, prologue, 0)
  const { arcs, count, ...named } = findHiddenFunctions(
    evidence,
    symbols,
    raw.symbols,
    prologue,
    sum.histograms,
  )
  const score = { total: plain.total, matched: plain.matched + arcs }
  const [record] = sum.histograms.records
  const own = profiledRange(raw.symbols)
  if (isMismatch(score)) {
    const low = record ? record.low : Math.min(...evidence.self)
    return [{ code: 'wrong-executable', ...score, shift: findShift(evidence, symbols, prologue, low, own) }]
  }
  const doubt = contradictionOf(examined, own)
  if (doubt) return [{ code: 'wrong-executable', ...score, shift: 0, ...doubt }]
  if (count > 0) {
    const readable = (names: readonly string[]): readonly string[] =>
      names.map((name) => shownName(demangleOnce(name, raw.symbols.prefix)))
    const { names, neighbours, ticks } = named
    return [
      {
        code: 'functions-hidden',
        functions: count,
        names: readable(names),
        neighbours: readable(neighbours),
        ticks,
        program: baseNameAnywhere(raw.file),
      },
    ]
  }
  if (score.total === 0 && record) {
    let overlap = 0
    for (const { low, high } of sum.histograms.records)
      overlap += Math.max(0, Math.min(high, raw.textLast + 1) - Math.max(low, raw.textStart))
    const text = raw.textLast + 1 - raw.textStart
    if (overlap < text / 2 && !isOfSamplesOnly(analyzed, raw, sum))
      return [{ code: 'wrong-executable', matched: 0, total: 0, shift: 0 }]
  }
  return []
}

type Contradiction = Pick<
  Extract<Notice, { readonly code: 'wrong-executable' }>,
  'ends' | 'sites' | 'calls' | 'lacksProfiler' | 'beyond'
>

/** What shows, though the arcs lie in functions, that the program did not write the profile; null if nothing does. */
function contradictionOf(
  { sum, symbols, raw, callSites }: Examined,
  own: ProfiledRange | null,
): Contradiction | null {
  if (!raw) return null
  const [record, ...others] = sum.histograms.records
  if (
    sum.evidence().length > 0 &&
    raw.format === undefined &&
    !linksProfiler(raw.symbols) &&
    isStartedByGlibc(raw.symbols)
  )
    return { lacksProfiler: true }
  if (record && others.length === 0 && isOfOtherBuild(own, record, record.bins.length))
    return { ends: record.high }
  if (callSites && contradictsCode(callSites))
    return { sites: callSites.total, calls: callSites.total - callSites.missing }
  const beyond = record && others.length === 0 && own ? samplesBeyond(record, own.etext, symbols) : 0
  return beyond > 0 ? { beyond } : null
}

/** Samples in bins behind the end of the code; 0 where functions lie behind it, as on boards that run code from memory. */
function samplesBeyond(
  { low, high, bins }: HistogramSum['records'][number],
  etext: number,
  symbols: SymbolTable,
): number {
  if (symbols.length === 0 || symbols.address[symbols.length - 1] >= etext) return 0
  const width = (high - low) / bins.length
  let samples = 0
  for (let bin = Math.max(0, Math.ceil((etext - low) / width)); bin < bins.length; bin++) samples += bins[bin]
  return samples
}

/**
 * Whether a debugger such as OpenOCD took the samples: the program counts no calls, and the
 * histogram spans only the addresses seen, all in functions.
 */
function isOfSamplesOnly({ profile }: AnalyzedProfile, raw: RawExecutable, sum: ProfileSum): boolean {
  const { arcRecords, unattributedTicks } = profile.totals
  return (
    arcRecords === 0 &&
    unattributedTicks === 0 &&
    sum.histograms.records.every(({ bins }) => bins[0] > 0 && bins[bins.length - 1] > 0) &&
    !linksProfiler(raw.symbols)
  )
}

function checkSamples({ analyzed, sum }: Examined): Notice[] {
  const { totals, functions, hasHistogram, rate } = analyzed.profile
  const samples = totals.recordedTicks
  // A rate of 0 means that the timer was never started.
  if (!hasHistogram || (rate === 0 && samples === 0)) return [{ code: 'no-histogram' }]
  const notices: Notice[] = []
  if (samples === 0) notices.push({ code: 'no-samples' })
  else if (samples < FEW_SAMPLES) notices.push({ code: 'few-samples', samples, rate })
  if (sum.histograms.binsAtCeiling > 0) {
    notices.push({ code: 'bins-at-ceiling', bins: sum.histograms.binsAtCeiling })
  }
  let withoutCalls = 0
  let ticks = 0
  let own = totals.recordedTicks - totals.ticks
  const { length, names, selfTicks, calls, selfCalls } = functions
  for (let row = 0; row < length; row++) {
    const f = row as FunctionIndex
    if (selfTicks[f] === 0 || calls[f] + selfCalls[f] > 0) continue
    // The C library calls main in every program, so its missing caller proves nothing.
    if (isStringAt(names, f, 'main')) continue
    if (COUNTING.some((name) => isStringAt(names, f, name))) own += selfTicks[f]
    else {
      withoutCalls++
      ticks += selfTicks[f]
    }
  }
  if (analyzed.profile.arcs.length > 0 && ticks > 0.01 * samples) {
    notices.push({ code: 'time-without-calls', functions: withoutCalls, ticks })
  }
  if (own > 0.01 * samples) notices.push({ code: 'profiler-time', ticks: own, totalTicks: samples })
  if (!TIMER_RATES.includes(rate)) notices.push({ code: 'odd-rate', rate })
  return notices
}

/**
 * @param isDoubted whether the program is probably the wrong one, whose arcs of course lie outside
 */
function checkArcs({ analyzed, raw }: Examined, isDoubted: boolean): Notice[] {
  const { totals, arcs } = analyzed.profile
  const notices: Notice[] = []
  if (totals.arcRecords === 0) notices.push({ code: 'no-arcs' })
  const starter = raw && arcs.length > 0 ? threadStarterOf(raw.symbols) : ''
  if (starter !== '') notices.push({ code: 'threads', starter })
  const outside = totals.unattributedTicks > 0.01 * totals.recordedTicks
  const explained = isDoubted && arcs.length === 0
  if (raw && (outside || (!explained && totals.droppedArcRecords > 0.01 * totals.arcRecords))) {
    notices.push({
      code: 'outside-program',
      ticks: totals.unattributedTicks,
      totalTicks: totals.recordedTicks,
      droppedArcs: totals.droppedArcRecords,
      totalArcs: totals.arcRecords,
    })
  }
  return notices
}

/**
 * Checks for drift: the C library's scale is a 16-bit fixed-point number, gprof's is exact. In a
 * long program, samples near the end count for a neighbour.
 */
function checkHistograms({ sum }: Examined): Notice[] {
  for (const { low, high, bins } of sum.histograms.records) {
    const bytesPerBin = (high - low) / bins.length
    const fixedPoint = Math.trunc((65536 * 2) / bytesPerBin)
    if (fixedPoint < 1 || !Number.isFinite(fixedPoint)) continue
    const drift = Math.abs((high - low) * (fixedPoint / 65536 / 2) - bins.length) * bytesPerBin
    if (drift >= DRIFT_WORTH_TELLING) return [{ code: 'scale-drift', bytes: Math.round(drift) }]
  }
  return []
}
