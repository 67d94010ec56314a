// The policy of the page and of our own commands: reads what can be read, skips the rest, and adds a notice
// for either.
import { arcTicks } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { baseNameAnywhere, type FileKey, fileKeysOf } from '../base/file-names.ts'
import { isStringAt } from '../base/string-table.ts'
import type { RawExecutable, RawProfile } from '../formats/format.ts'
import { guessTarget, ReadBuffers, readProfile, TIMER_RATES } from '../formats/gmon/gmon.ts'
import type { Notice, Problem, ProblemCode } from '../problems/problem.ts'
import {
  type ArcEvidence,
  counterOf,
  isCounterShared,
  findHiddenFunctions,
  type HiddenFunctions,
  findShift,
  forkerOf,
  hasAdaSpawn,
  isOfOtherBuild,
  isStartedByGlibc,
  linksProfiler,
  ownRange,
  type ProfiledRange,
  profiledRange,
  prologueOf,
  scoreMatch,
  startOfLibrary,
  threadStarterOf,
  withoutLoadBias,
} from '../profile/match-executable.ts'
import { isMismatch } from '../profile/match-score.ts'
import { type CallSiteScore, contradicts } from '../profile/call-sites.ts'
import type { HistogramSum } from '../profile/tally.ts'
import { ProfileSum } from '../profile/sum-profiles.ts'
import { candidatesOf } from '../profile/shared-bins.ts'
import type {
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
  SourceTable,
} from '../profile/call-graph-profile.ts'
import { demangleOnce, displayName, rawName, shownName } from '../reports/names/names.ts'
import {
  CORRECTED,
  hasNarrowCounts,
  symbolAt,
  type SymbolTable,
  type TargetRules,
} from '../symbols/symbol-table.ts'
import { assert } from '../base/result.ts'
import type { ByteLayout, ByteSource } from '../bytes/byte-source.ts'
import type { SourceLines } from '../formats/source-lines.ts'
import {
  type Candidate,
  describeProfile,
  type OnProgress,
  problemOf,
  type ReadFile,
} from '../inputs/identify-files.ts'
import type { OpenOptions, RunReading } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { buildProfile } from '../profile/build-profile.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import {
  type AskedSources,
  chooseSymbols,
  locateFunctions,
  type Names,
  readNames,
  withoutSymbols,
} from './read-names.ts'
import type { RunNotices } from './run-notices.ts'
import type { RunImbalance } from '../reports/run-imbalance.ts'
import type { CommonPast } from './forked-runs.ts'
import type { Policy, ProfileTurn } from './run-stages.ts'

/**
 * Below this many samples a profile is unreliable: a function's share of 10% is off by a third or
 * more.
 */
const FEW_SAMPLES = 100
/** Share of the time that is worth a prominent notice. */
const MUCH = 0.1
/**
 * What counting one call takes at least, in seconds of processor time: 5 to 13 ns where measured. Above the time of all
 * samples, most of the run is not in the profile.
 */
const SECONDS_PER_CALL = 5e-9
/** Drift of the kernel's 16-bit scale, in bytes; less is lost within a bin. */
const DRIFT_WORTH_TELLING = 4
/**
 * Functions that count calls on Arm, with -mfentry and on Windows (32-bit with one more `_`). gprof
 * lists them: it knows only mcount as the profiler's own.
 */
const COUNTING = ['__gnu_mcount_nc', '__fentry__', '_mcount_private', '__mcount_private']

/** File systems round times to two seconds. */
const CLOCKS_MS = 2000

/** What the doctor examines. */
export interface Examined {
  readonly analyzed: AnalyzedProfile
  readonly symbols: SymbolTable
  readonly sum: ProfileSum
  /** Null if addresses serve as names. */
  readonly raw: RawExecutable | null
  /** Bytes subtracted from every address of the profiles. */
  readonly shift: number
  /** Null where the code cannot be checked. */
  readonly callSites: CallSiteScore | null
  /** Whether the program was written after all profiles; false if unknown. It proves nothing alone: copies are new, too. */
  readonly isNewer: boolean
  /** Addresses of functions that count their calls, among those without counted calls. */
  readonly counting: ReadonlySet<number>
  /** Shared libraries that the program needs, without the system's; read where there are few samples. */
  readonly libraries: readonly string[]
}

/**
 * Start-up code of compilers and C libraries, by name. It takes no time: samples there are of the
 * PLT, which has no names of its own and lies behind `_init`, or of the function behind.
 */
const START_UP = new Set([
  '_init',
  '_start',
  '_fini',
  'frame_dummy',
  'register_tm_clones',
  'deregister_tm_clones',
  '__do_global_dtors_aux',
  '__do_global_ctors_aux',
  '_dl_relocate_static_pie',
  '__gmon_start__',
  '__libc_csu_init',
  '__libc_csu_fini',
  '__stack_chk_fail_local',
  'call_weak_fn',
  'atexit',
])

/** Whether there are so few samples that time may have been spent elsewhere. */
export const hasFewSamples = ({ profile }: AnalyzedProfile): boolean =>
  profile.totals.recordedTicks < FEW_SAMPLES

/** Samples in start-up code that are worth a notice, at least. */
const FEWEST_AT_START = 10

/** Functions with samples and without counted calls, those with most samples first. */
interface Uncalled {
  /** The profiler's own, which gprof lists. */
  readonly profiler: readonly FunctionIndex[]
  readonly startUp: readonly FunctionIndex[]
  /** All others but `main`. */
  readonly others: readonly FunctionIndex[]
}

/**
 * Returns functions with samples and without counted calls: the profiler's own, those of the start-up code,
 * and others but `main`. The last two lists come with most samples first.
 */
export function findUncalled({ profile }: AnalyzedProfile): Uncalled {
  const { length, selfTicks, calls, selfCalls } = profile.functions
  const uncalled = {
    profiler: [] as FunctionIndex[],
    startUp: [] as FunctionIndex[],
    others: [] as FunctionIndex[],
  }
  for (let row = 0; row < length; row++) {
    const f = row as FunctionIndex
    if (selfTicks[f] === 0 || calls[f] + selfCalls[f] > 0) continue
    const name = rawName(profile.functions, f)
    if (COUNTING.includes(name)) uncalled.profiler.push(f)
    else if (START_UP.has(name)) uncalled.startUp.push(f)
    // The C library calls main in every program, so its missing caller proves nothing.
    else if (name !== 'main') uncalled.others.push(f)
  }
  const byTicks = (a: FunctionIndex, b: FunctionIndex): number => selfTicks[b] - selfTicks[a]
  uncalled.others.sort(byTicks)
  return uncalled
}

/**
 * Returns the notices about a profile, those that concern the largest share of it first; 'empty-profile' is
 * the only one, but for doubts about the program, if nothing was recorded.
 */
export function findNotices(examined: Examined): readonly Notice[] {
  const { hasHistogram, totals } = examined.analyzed.profile
  const isEmpty = (!hasHistogram || totals.recordedTicks === 0) && totals.arcRecords === 0
  if (!hasHistogram && isEmpty) return [{ code: 'empty-profile' }]
  const { symbols, sum, raw } = examined
  const hidden =
    raw && findHiddenFunctions(sum.evidence(), symbols, raw.symbols, prologueOf(raw.machine), sum.histograms)
  const doubts = checkExecutable(examined, hidden).map((doubt) =>
    doubt.code === 'wrong-executable' && examined.isNewer ? { ...doubt, isNewer: true } : doubt,
  )
  if (isEmpty) {
    const { libraries } = examined
    const elsewhere: Notice[] = libraries.length > 0 ? [{ code: 'needs-libraries', libraries }] : []
    return [...doubts, ...elsewhere, { code: 'empty-profile' }]
  }
  const isDoubted = doubts.some(({ code }) => code === 'wrong-executable')
  const notices = [
    ...doubts,
    // Threads concern every count; few samples may be a matter of threads.
    ...checkProcesses(examined),
    ...checkSamples(examined, hidden),
    ...checkArcs(examined, isDoubted),
    ...(isDoubted ? [] : checkTailCalls(examined)),
    ...(doubts.length === 0 ? checkInlined(examined) : []),
    ...checkBins(examined),
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
    case 'called-by-library':
    case 'start-up-time':
    case 'profiler-time':
    case 'coarse-bins':
      return notice.ticks / samples
    case 'outside-program':
      return Math.max(notice.ticks / samples, notice.droppedArcs / Math.max(1, notice.totalArcs))
    case 'inlined-counts':
      return notice.functions / Math.max(1, analyzed.profile.functions.length)
    case 'may-fork':
    case 'tail-calls':
    case 'counting-unseen':
    case 'scale-drift':
    case 'rounding-loss':
      return 0
    default:
      return 1
  }
}

function checkExecutable(examined: Examined, hidden: HiddenFunctions | null): Notice[] {
  const { analyzed, symbols, sum, raw, shift, callSites } = examined
  if (!raw || !hidden) return []
  const evidence = sum.evidence()
  const prologue = prologueOf(raw.machine)
  const plain = scoreMatch(evidence, symbols, prologue, 0)
  const { arcs, count, ...named } = hidden
  const again = callSites ? countInlined(evidence, symbols, prologue, callSites.inlined) : 0
  // Arcs of hidden functions are among those that a call of the profiler explains.
  const score = { total: plain.total, matched: plain.matched + Math.max(arcs, again) }
  if (shift !== 0) {
    const moved = { code: 'position-independent', shift } as const
    return isMismatch(score) ? [moved, { code: 'wrong-executable', ...score, shift: 0 }] : [moved]
  }
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
  'ends' | 'sites' | 'calls' | 'callArcs' | 'callsFound' | 'lacksProfiler' | 'beyond'
>

/** What shows, though the arcs lie in functions, that the program did not write the profile; null if nothing does. */
function contradictionOf(
  { analyzed, sum, symbols, raw, callSites }: Examined,
  own: ProfiledRange | null,
): Contradiction | null {
  if (!raw) return null
  const [record, ...others] = sum.histograms.records
  if (
    sum.evidence().length > 0 &&
    raw.format === undefined &&
    !linksProfiler(raw.symbols) &&
    (isStartedByGlibc(raw.symbols) ||
      (record &&
        isMostlyIn(raw, symbols) &&
        samplesFrom(record, raw.textLast + 1) > MUCH * analyzed.profile.totals.recordedTicks))
  )
    return { lacksProfiler: true }
  if (record && others.length === 0 && isOfOtherBuild(own, record, record.bins.length))
    return { ends: record.high }
  if (callSites) {
    const { callees, callers } = callSites
    if (contradicts(callees)) return { sites: callees.total, calls: callees.total - callees.missing }
    if (contradicts(callers)) return { callArcs: callers.total, callsFound: callers.total - callers.missing }
  }
  const beyond = record && others.length === 0 && own ? samplesBeyond(record, own.etext, symbols) : 0
  return beyond > 0 ? { beyond } : null
}

/** Whether most functions lie in the code, as they do unless the sections of a program are made up. */
const isMostlyIn = ({ textLast }: RawExecutable, { address, length }: SymbolTable): boolean =>
  length > 0 && address[length >> 1] <= textLast

/** Samples in bins behind the end of the code; 0 where functions lie behind it, as on boards that run code from memory. */
function samplesBeyond(
  { low, high, bins }: HistogramSum['records'][number],
  etext: number,
  symbols: SymbolTable,
): number {
  // Marks such as `etext` and `data_start` are no functions.
  for (let row = symbols.length - 1; row >= 0 && symbols.address[row] >= etext; row--)
    if (symbols.isFunction[row] === 1) return 0
  if (symbols.length === 0) return 0
  return samplesFrom({ low, high, bins }, etext)
}

/** Samples in bins that begin at an address or behind it. */
function samplesFrom(
  { low, high, bins }: Pick<HistogramSum['records'][number], 'low' | 'high' | 'bins'>,
  address: number,
): number {
  const width = (high - low) / bins.length
  let samples = 0
  for (let bin = Math.max(0, Math.ceil((address - low) / width)); bin < bins.length; bin++)
    samples += bins[bin]
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

function checkSamples(examined: Examined, hidden: HiddenFunctions | null): Notice[] {
  const { analyzed, sum, raw, libraries } = examined
  const { totals, functions, hasHistogram, rate } = analyzed.profile
  const samples = totals.recordedTicks
  // A rate of 0 means that the timer was never started.
  if (!hasHistogram || (rate === 0 && samples === 0)) return [{ code: 'no-histogram' }]
  const notices: Notice[] = []
  if (libraries.length > 0) notices.push({ code: 'needs-libraries', libraries })
  // A longer run takes no samples of libraries either.
  if (samples === 0 && libraries.length === 0) notices.push({ code: 'no-samples' })
  else if (samples > 0 && samples < FEW_SAMPLES) notices.push({ code: 'few-samples', samples, rate })
  if (sum.histograms.binsAtCeiling > 0) {
    notices.push({ code: 'bins-at-ceiling', bins: sum.histograms.binsAtCeiling })
  }
  const uncalled = findUncalled(analyzed)
  // Time of hidden functions that lie behind start-up code has a notice of its own.
  const ofStartUp = uncalled.startUp
    .map((f) => ({ f, ticks: functions.selfTicks[f] - (hidden?.ticksIn.get(functions.address[f]) ?? 0) }))
    .toSorted((a, b) => b.ticks - a.ticks)
  const hottest = ofStartUp[0]?.f
  const startUp = ofStartUp.reduce((total, { ticks }) => total + ticks, 0)
  if (hottest !== undefined && startUp > Math.max(FEWEST_AT_START, 0.05 * samples))
    notices.push({
      code: 'start-up-time',
      name: displayName(functions, hottest),
      ticks: startUp,
      totalTicks: samples,
    })
  if (analyzed.profile.arcs.length > 0) notices.push(...checkUncalled(examined, uncalled.others))
  const own = totals.recordedTicks - totals.ticks + ticksOf(functions, uncalled.profiler)
  if (own > 0.01 * samples) notices.push({ code: 'profiler-time', ticks: own, totalTicks: samples })
  else if (raw && sum.histograms.rate > 0) {
    let calls = 0
    for (let row = 0; row < functions.length; row++) {
      const f = row as FunctionIndex
      calls += functions.calls[f] + functions.selfCalls[f]
    }
    // A version behind the name: a shared library has the code.
    if (calls * SECONDS_PER_CALL * rate > Math.max(1, samples) && isCounterShared(raw.symbols))
      notices.push({ code: 'counting-unseen', calls, samples })
  }
  if (!TIMER_RATES.includes(rate)) notices.push({ code: 'odd-rate', rate })
  return notices
}

/** Returns notices about functions without counted calls, other than start-up code. */
function checkUncalled(
  { analyzed, symbols, raw, counting }: Examined,
  uncalled: readonly FunctionIndex[],
): Notice[] {
  const { functions, totals } = analyzed.profile
  const { address } = functions
  const main = symbols.length > 0 && raw ? addressOfMain(symbols) : NaN
  const library = raw ? startOfLibrary(raw.symbols, main) : Infinity
  const called: FunctionIndex[] = []
  const without: FunctionIndex[] = []
  for (const f of uncalled) {
    if (counting.has(address[f])) called.push(f)
    // The C library is not compiled for one program.
    else if (address[f] < library) without.push(f)
  }
  const notices: Notice[] = []
  const most = 0.01 * totals.recordedTicks
  if (ticksOf(functions, without) > most)
    notices.push({
      code: 'time-without-calls',
      functions: without.length,
      ticks: ticksOf(functions, without),
    })
  const [first] = called
  if (first !== undefined && ticksOf(functions, called) > most) {
    const name = displayName(functions, first)
    notices.push({
      code: 'called-by-library',
      functions: called.length,
      name,
      ticks: ticksOf(functions, called),
    })
  }
  return notices
}

const ticksOf = ({ selfTicks }: Pick<FunctionTable, 'selfTicks'>, some: readonly FunctionIndex[]): number =>
  some.reduce((ticks, f) => ticks + selfTicks[f], 0)

function addressOfMain({ length, names, address }: SymbolTable): number {
  for (let row = 0; row < length; row++) if (isStringAt(names, row, 'main')) return address[row]
  return NaN
}

/** Returns notices about threads and other processes of the program. */
function checkProcesses({ analyzed, raw, sum }: Examined): Notice[] {
  const notices: Notice[] = []
  const starter = raw && analyzed.profile.arcs.length > 0 ? threadStarterOf(raw.symbols) : ''
  if (starter !== '') notices.push({ code: 'threads', starter })
  const forker = raw && sum.runs === 1 && !hasAdaSpawn(raw.symbols) ? forkerOf(raw.symbols) : ''
  if (forker !== '') notices.push({ code: 'may-fork', forker })
  return notices
}

/**
 * @param isDoubted whether the program is probably the wrong one, whose arcs of course lie outside
 */
function checkArcs({ analyzed, raw, sum, libraries }: Examined, isDoubted: boolean): Notice[] {
  const { totals, arcs } = analyzed.profile
  const notices: Notice[] = []
  if (totals.arcRecords === 0)
    notices.push({
      code: 'no-arcs',
      ...(raw && { counts: counterOf(raw.symbols) !== '' }),
      ...(lacksProfiler(raw) && { lacksProfiler: true }),
    })
  const ticks = ticksOutside(totals, sum.histograms)
  const outside = ticks > 0.01 * totals.recordedTicks
  // Nothing lies in the wrong program; and calls of libraries lead out of a program without samples.
  const isWrong = isDoubted && arcs.length === 0
  const leadsToLibraries = libraries.length > 0 && totals.recordedTicks === 0
  const dropped = totals.droppedArcRecords > 0.01 * totals.arcRecords
  if (raw && !isWrong && (outside || (dropped && !leadsToLibraries))) {
    notices.push({
      code: 'outside-program',
      ticks,
      totalTicks: totals.recordedTicks,
      droppedArcs: totals.droppedArcRecords,
      totalArcs: totals.arcRecords,
    })
  }
  return notices
}

/** Returns a notice about arcs that lead past the function that jumps to their callee, if much time passes along them. */
function checkTailCalls({ analyzed, callSites }: Examined): Notice[] {
  if (!callSites || callSites.tailCalls.length === 0) return []
  const { functions, arcs, arcsByParent, totals } = analyzed.profile
  const jumpers = new Map(
    callSites.tailCalls.map(({ caller, callee, jumper }) => [caller * functions.length + callee, jumper]),
  )
  const callers = new Set(callSites.tailCalls.map(({ caller }) => caller as FunctionIndex))
  let [found, calls, ticks, most] = [0, 0, 0, -1]
  let example: readonly FunctionIndex[] = []
  for (const caller of callers) {
    const { offsets, items } = arcsByParent
    for (let at = offsets[caller]; at < offsets[caller + 1]; at++) {
      const arc = items[at]
      const callee = arcs.child[arc]
      const jumper = jumpers.get(caller * functions.length + callee)
      if (jumper === undefined) continue
      const passed = arcTicks(analyzed, arc)
      found++
      calls += arcs.count[arc]
      ticks += passed
      if (passed <= most) continue
      most = passed
      example = [caller, jumper as FunctionIndex, callee]
    }
  }
  if (ticks <= 0.01 * totals.recordedTicks) return []
  const [caller = '', jumper = '', callee = ''] = example.map((f) => displayName(functions, f))
  return [{ code: 'tail-calls', arcs: found, calls, caller, jumper, callee }]
}

/** Returns a notice about functions that count the calls of what was inlined into them, or has no symbol. */
function checkInlined({ analyzed, callSites }: Examined): Notice[] {
  if (!callSites || callSites.inlined.size === 0) return []
  const { functions } = analyzed.profile
  const [first] = [...callSites.inlined].toSorted(
    ([f], [g]) => functions.calls[g as FunctionIndex] - functions.calls[f as FunctionIndex],
  )
  if (!first) return []
  const [f, sites] = first
  const name = displayName(functions, f as FunctionIndex)
  return [{ code: 'inlined-counts', functions: callSites.inlined.size, name, places: sites.length + 1 }]
}

/** Arcs to places where the code of a function calls the profiler again, beyond its first bytes. */
function countInlined(
  { from, self }: ArcEvidence,
  symbols: SymbolTable,
  prologue: number,
  inlined: CallSiteScore['inlined'],
): number {
  if (inlined.size === 0) return 0
  const sites = new Set(
    [...inlined].flatMap(([f, places]) => places.filter((site) => site - symbols.address[f] > prologue)),
  )
  return self.reduce(
    (sum, site, arc) => sum + Number(sites.has(site) && symbolAt(symbols, from[arc]) >= 0),
    0,
  )
}

/** Whether the program counts no calls, so that a debugger took the samples. */
const lacksProfiler = (raw: RawExecutable | null): boolean => raw !== null && !linksProfiler(raw.symbols)

/** Functions named in the notice about shared bins. */
const NAMED = 3

/** Checks for bins so wide that they hold several functions. */
function checkBins({ analyzed: { profile }, raw }: Examined): Notice[] {
  const { sharedBins, totals, functions } = profile
  if (!sharedBins || sharedBins.ticks <= MUCH * totals.recordedTicks) return []
  const candidates = candidatesOf(sharedBins)
  const { ticks, bytesPerBin } = sharedBins
  return [
    {
      code: 'coarse-bins',
      ticks,
      totalTicks: totals.recordedTicks,
      bytesPerBin,
      functions: candidates.length,
      names: candidates.slice(0, NAMED).map(({ f }) => displayName(functions, f)),
      lacksProfiler: lacksProfiler(raw),
    },
  ]
}

/** Ticks in no function, without those that only rounding loses. */
const ticksOutside = (
  { unattributedTicks }: AnalyzedProfile['profile']['totals'],
  histograms: HistogramSum,
): number => Math.max(0, unattributedTicks - Math.max(0, roundingLoss(histograms)))

/** Ticks that are lost where a bin is narrower between rounded borders than it is, less those won where it is wider. */
function roundingLoss({ records, scale }: HistogramSum): number {
  let lost = 0
  for (const { bins } of records)
    for (let bin = 0; bin < bins.length; bin++) {
      if (bins[bin] === 0) continue
      const units = Math.trunc(scale * (bin + 1)) - Math.trunc(scale * bin)
      lost += bins[bin] * (1 - units / scale)
    }
  return lost
}

/**
 * Checks for drift: the C library's scale is a 16-bit fixed-point number, gprof's is exact. In a
 * long program, samples near the end count for a neighbour.
 */
function checkHistograms({ analyzed, raw, sum }: Examined): Notice[] {
  const { recordedTicks: totalTicks, unattributedTicks } = analyzed.profile.totals
  const ticks = Math.min(roundingLoss(sum.histograms), unattributedTicks)
  if (ticks > 0.01 * totalTicks) return [{ code: 'rounding-loss', ticks, totalTicks }]
  // A debugger writes bins of its own, without that scale.
  if (lacksProfiler(raw) && analyzed.profile.totals.arcRecords === 0) return []
  for (const { low, high, bins } of sum.histograms.records) {
    const bytesPerBin = (high - low) / bins.length
    const fixedPoint = Math.trunc((65536 * 2) / bytesPerBin)
    if (fixedPoint < 1 || !Number.isFinite(fixedPoint)) continue
    const drift = Math.abs((high - low) * (fixedPoint / 65536 / 2) - bins.length) * bytesPerBin
    if (drift >= DRIFT_WORTH_TELLING) return [{ code: 'scale-drift', bytes: Math.round(drift) }]
  }
  return []
}

// The policy of the page and of gmonscope's own commands: reads what can be read, skips the rest,
// and adds a notice for each.

/** How to open files leniently. */
export interface LenientOptions extends OpenOptions {
  /**
   * Whose source files to look up while opening. By default those of used functions, in the
   * standard way, if the line tables are small.
   */
  readonly sources?: AskedSources
  /** By default CORRECTED. */
  readonly targetRules?: TargetRules
}

/** The measured profile, the one to analyse, and the source and code of its functions. */
export interface LenientlyBuilt {
  readonly plain: CallGraphProfile
  /** `plain`, with static arcs if the scenario has them. */
  readonly profile: CallGraphProfile
  readonly possible: PossibleArcs | null
  readonly lines: SourceLines | null
  /** Null if the line tables are too large to look up while opening. */
  readonly sources: SourceTable | null
  /** The file with the program's code; null without a program. */
  readonly code: ReadFile | null
}

/** Problems of a profile that cannot be added to those read before it. */
const REFUSALS: readonly ProblemCode[] = [
  'gmon/scale-changed',
  'gmon/overlapping-histograms',
  'gmon/dimension-changed',
  'gmon/rate-changed',
]

/** The sum of the profiles read so far. */
interface Summed {
  readonly sum: ProfileSum
  readonly notices: Notice[]
  /** Null for a single profile. */
  readonly runs: RunNotices | null
  /** Layout of the first profile that could be read. */
  layout: ByteLayout | null
  firstProblem: Problem | null
}

/** Opens profiles leniently: a damaged or unsuitable file becomes a notice, not the end. */
export class LenientPolicy implements Policy<LenientlyBuilt> {
  readonly scenario: OpenOptions['scenario']
  readonly room: ReadBuffers
  readonly names: Names
  readonly symbols: SymbolTable
  readonly #profiles: readonly Candidate[]
  readonly #options: LenientOptions
  readonly #reading: RunReading['options']
  readonly #onProgress: OnProgress
  #summed: Summed
  /** Layout of the profile read last. */
  #layout: ByteLayout | null = null
  /** By profile, its key among all files. */
  readonly #keys: ReadonlyMap<Candidate, FileKey>
  /** A better order for the profiles, once one was refused. */
  #order: readonly Candidate[] | null = null
  #isOrderLookedFor = false
  /** What forked runs share; null unless it is counted once. */
  #past: CommonPast<ByteSource> | null = null

  private constructor(
    { names, symbols, room }: { names: Names; symbols: SymbolTable; room: ReadBuffers },
    candidates: readonly Candidate[],
    options: LenientOptions,
    onProgress: OnProgress,
  ) {
    const { anyWidth } = options.targetRules ?? CORRECTED
    const { executable } = names
    const narrowCounts = anyWidth && executable !== null && hasNarrowCounts(executable.raw)
    this.scenario = options.scenario
    this.room = room
    this.names = names
    this.symbols = symbols
    this.#profiles = candidates.filter(({ file }) => file.kind === 'profile')
    const keys = fileKeysOf(candidates.map(({ file }) => file))
    this.#keys = new Map(candidates.flatMap((candidate, at) => (keys[at] ? [[candidate, keys[at]]] : [])))
    this.#options = options
    this.#reading = { anyCounterWidth: anyWidth, narrowCounts }
    this.#onProgress = onProgress
    this.#summed = this.#nothingYet(null)
  }

  /**
   * Reads the names of functions: from a program, a list, or the addresses in the profiles.
   *
   * @param candidates their `file` is replaced by a fuller description
   * @throws ProblemError if the files cannot be read; the result of `describeMissingInput` if profiles or
   *   names are missing
   */
  static async open(
    candidates: readonly Candidate[],
    options: LenientOptions,
    onProgress: OnProgress,
  ): Promise<LenientPolicy> {
    const profiles = candidates.filter(({ file }) => file.kind === 'profile')
    const room = new ReadBuffers()
    // Starts reading the profile while the program is read.
    if (profiles[0]) room.ahead.begin(profiles[0].source)
    const names = await readNamesFor(profiles, candidates, options.targetRules ?? CORRECTED, onProgress)
    const { program, executable, listed } = names
    if (profiles.length === 0 || !(executable || listed || options.withoutNames)) {
      // A missing file is rare, so its diagnosis is loaded on demand.
      const { describeMissingInput } = await import('../inputs/missing-input.ts')
      throw new ProblemError(
        await describeMissingInput(candidates, profiles, program, executable?.raw, onProgress),
      )
    }
    const symbols = await chooseSymbols(names, profiles, (source) => layoutOf(source, names))
    return new LenientPolicy({ names, symbols, room }, candidates, options, onProgress)
  }

  /** The sum of the profiles accepted so far. */
  get sum(): ProfileSum {
    return this.#summed.sum
  }

  /** Notices about the profiles, including those that were skipped. */
  get notices(): readonly Notice[] {
    return this.#summed.notices
  }

  /** Which run has the most of each function; null for a single profile. */
  get imbalance(): RunImbalance | null {
    return this.#summed.runs?.imbalance() ?? null
  }

  /** How the profiles were read, for code that reads them again. Only after a profile was accepted. */
  get runReading(): RunReading {
    const { layout } = this.#summed
    assert(layout !== null, 'no profile was read')
    return {
      layout,
      options: this.#reading,
      shift: this.#options.shift,
      lastIsOpen: this.symbols.lastIsOpen,
      ...(this.#past && { forkedOnce: true }),
    }
  }

  /**
   * Yields the profiles to read, once or, if a better order was found, from the beginning again.
   *
   * @throws ProblemError the first problem, if no profile could be read
   */
  async *profiles(): AsyncGenerator<ProfileTurn> {
    const offered = this.#profiles.map(({ file }) => file)
    const Together = this.#profiles.length > 1 ? (await import('./run-notices.ts')).RunNotices : null
    this.#summed = this.#nothingYet(Together)
    if (Together && this.#options.forkedOnce) this.#past = await this.#findCommonPast()
    yield* this.#turns(this.#profiles)
    if (this.#order) {
      for (const [at, candidate] of this.#profiles.entries()) candidate.file = offered[at] ?? candidate.file
      this.#summed = this.#nothingYet(Together)
      yield* this.#turns(this.#order)
    }
    const { layout, firstProblem, runs, notices } = this.#summed
    if (!layout) throw new ProblemError(firstProblem ?? { code: 'input/nothing-given' })
    if (this.#past) notices.push(this.#past.notice)
    notices.push(...(runs?.notices() ?? []))
  }

  async #findCommonPast(): Promise<CommonPast<ByteSource> | null> {
    // Rarely used, so loaded on demand.
    const { CommonPast } = await import('./forked-runs.ts')
    const sources = this.#profiles.map(({ source }) => source)
    return CommonPast.find(sources, async (source) => {
      const layout = await layoutOf(source, this.names)
      return readOrNull(source, layout, this.#reading)
    })
  }

  /** Ends early if a better order was found. */
  *#turns(order: readonly Candidate[]): Generator<ProfileTurn> {
    const total = order.reduce((bytes, { source }) => bytes + source.size, 0)
    const foundBefore = this.#order
    let before = 0
    for (const [at, candidate] of order.entries()) {
      const { name: file, size } = candidate.source
      this.room.ahead.following = order[at + 1]?.source ?? null
      const onBytes = (read: number): void =>
        this.#onProgress({ stage: 'profiles', file, done: before + read, total })
      onBytes(0)
      yield { candidate, moreFollow: at + 1 < order.length, onBytes }
      if (this.#order !== foundBefore) return
      before += size
    }
  }

  #nothingYet(Together: typeof RunNotices | null): Summed {
    const sum = new ProfileSum(this.symbols, undefined, this.#profiles.length)
    const program = this.names.executable?.raw ?? null
    const runs = Together && new Together(this.symbols, sum.filters, program)
    return { sum, notices: [], runs, layout: null, firstProblem: null }
  }

  /**
   * Reads a profile in the program's layout, in link-time addresses and in shared memory. A file that is
   * damaged in it but whole in another layout comes from another program, which is what is reported.
   *
   * @throws ProblemError `gmon/…`, `bytes/…`
   */
  async read({ candidate: { source }, onBytes }: ProfileTurn): Promise<RawProfile> {
    const layout = await layoutOf(source, this.names)
    const options = { ...this.#reading, room: this.room }
    const raw = await readProfile(source, layout, onBytes, options).catch(async (error: unknown) => {
      await refuseOtherTarget(source, layout)
      throw error
    })
    if (raw.damage) await refuseOtherTarget(source, layout)
    this.#layout = { wordSize: layout.wordSize, bigEndian: layout.bigEndian }
    const own = this.#past?.without(source, raw) ?? raw
    return withoutLoadBias(own, this.#options.shift)
  }

  /**
   * Adds a profile to the sum, and describes its contents at its file.
   *
   * @throws ProblemError for a damaged file without anything whole, and those of `ProfileSum.add`
   */
  accept(profile: RawProfile, { candidate, moreFollow }: ProfileTurn): void {
    const { source, file } = candidate
    const { sum, runs, notices } = this.#summed
    if (profile.counters) notices.push({ code: 'counter-width', file: source.name, ...profile.counters })
    // Damage of the text around a profile is the reason why the profile is cut.
    const cause = file.damage ?? profile.damage
    const problem = cause ?? profile.torn
    if (problem) {
      const keptHistograms = profile.histograms.length
      const keptArcs = profile.arcs.length
      if (keptHistograms === 0 && keptArcs === 0) throw new ProblemError(problem)
      notices.push({ code: 'gmon/truncated-file', problem, keptArcs, keptHistograms })
    }
    const samples = sum.add(profile, notices, moreFollow)
    runs?.add(profile, samples, this.#keys.get(candidate) ?? { name: source.name, nth: 1 })
    this.#summed.layout ??= this.#layout
    candidate.file = {
      ...file,
      detail: describeProfile(file.detail, profile, samples),
      ...(profile.histograms.length > 0 ? { samples } : {}),
      ...(cause ? { damage: cause } : {}),
    }
  }

  /**
   * Skips a profile with a notice, unless another order makes it readable.
   *
   * @throws the error, if it is a bug
   */
  async refuse(error: unknown, { candidate }: ProfileTurn): Promise<void> {
    const problem = problemOf(error)
    candidate.file = { ...candidate.file, problem }
    if (problem.code === 'bug') throw error
    if (!this.#isOrderLookedFor && REFUSALS.includes(problem.code)) {
      this.#isOrderLookedFor = true
      // Profiles of several builds are rare, so this is loaded on demand.
      const { likelyFirst } = await import('./match-programs.ts')
      const own = this.names.executable && ownRange(this.names.executable.raw.symbols)
      const layout = (source: ByteSource): Promise<ByteLayout> => layoutOf(source, this.names)
      this.#order = await likelyFirst(this.#profiles, layout, this.#options.shift, own)
      if (this.#order) return
    }
    this.#summed.firstProblem ??= problem
    this.#summed.notices.push({ code: 'file-skipped', problem })
  }

  /**
   * Builds the profile, and looks up source files and static arcs as the options and scenario ask.
   *
   * @throws ProblemError `bytes/…` of the program's file
   */
  async build(): Promise<LenientlyBuilt> {
    const { program, executable } = this.names
    const built = buildProfile(this.sum.result())
    const { lines, sources } = await locateFunctions(
      executable,
      built,
      this.#options.sources,
      this.#onProgress,
    )
    const plain = { ...built, sources }
    const code =
      program && executable ? { source: program.source, raw: withoutSymbols(executable.raw) } : null
    const { histograms } = this.sum
    // Rarely used, so loaded on demand: the worker itself stays small.
    const { possible, profile } = this.scenario.staticArcs
      ? await (
          await import('./read-code.ts')
        ).withCode({ program: code, plain, histograms }, this.#onProgress)
      : { possible: null, profile: plain }
    return { plain, profile, possible, lines, sources, code }
  }
}

/** Whether the program was written after all profiles, by more than file systems round; false if unknown. */
export function isProgramNewer(program: ByteSource, profiles: readonly ByteSource[]): boolean {
  const last = Math.max(...profiles.map(({ modified }) => modified ?? Infinity))
  return program.modified !== undefined && program.modified > last + CLOCKS_MS
}

/** Reads a profile; null if it cannot be read, which is reported when its turn comes. */
async function readOrNull(
  source: ByteSource,
  layout: ByteLayout,
  options: RunReading['options'],
): Promise<RawProfile | null> {
  try {
    return await readProfile(source, layout, () => {}, { ...options, room: new ReadBuffers() })
  } catch (error) {
    if (problemOf(error).code === 'bug') throw error
    return null
  }
}

/** Returns the program's layout; without a program, the one that fits the profile best. */
async function layoutOf(source: ByteSource, { executable, listed }: Names): Promise<ByteLayout> {
  return executable ? executable.raw : guessTarget(source, listed?.list)
}

/** Throws `gmon/other-target` if the profile certainly has another layout. */
async function refuseOtherTarget(source: ByteSource, layout: ByteLayout): Promise<void> {
  const guess = await guessTarget(source)
  const profile = wordsOf(guess)
  const program = wordsOf(layout)
  if (guess.certain && profile !== program)
    throw new ProblemError({ code: 'gmon/other-target', file: source.name, profile, program })
}

const wordsOf = ({ wordSize, bigEndian }: ByteLayout): string =>
  `${8 * wordSize}-bit ${bigEndian ? 'big' : 'little'}-endian`

/**
 * Reads the names for these profiles. Throws as `readNames`; of several programs, each file then
 * says how well it fits.
 */
async function readNamesFor(
  profiles: readonly Candidate[],
  candidates: readonly Candidate[],
  targetRules: TargetRules,
  onProgress: OnProgress,
): Promise<Names> {
  try {
    return await readNames(candidates, targetRules, onProgress)
  } catch (error) {
    if (problemOf(error).code === 'input/several-executables') {
      // Several programs are rare, so the code that compares them is loaded on demand.
      const { dropUnusablePrograms } = await import('./match-programs.ts')
      const { matchPrograms } = await import('./match-programs.ts')
      const programs = candidates.filter(({ file }) => file.kind === 'executable')
      if ((await dropUnusablePrograms(programs)) || (await matchPrograms(programs, profiles, onProgress)))
        return readNamesFor(profiles, candidates, targetRules, onProgress)
    }
    throw error
  }
}
