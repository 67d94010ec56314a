// Checks the samples: how many there are, what they fell into, who else ran.
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import { isStringAt } from '../../base/string-table.ts'
import { TIMER_RATES } from '../../formats/gmon/layouts.ts'
import type { Notice } from '../../problems/problem.ts'
import {
  isCounterShared,
  forkerOf,
  hasAdaSpawn,
  startOfLibrary,
  threadStarterOf,
} from '../program/linked-libraries.ts'
import type { HiddenFunctions } from '../program/hidden-functions.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { displayName, rawName } from '../../names/names.ts'
import type { SymbolTable } from '../../symbols/symbol-table.ts'
import { type Examined, FEW_SAMPLES, ticksOf } from './examined.ts'

/**
 * What counting one call takes at least, in seconds of processor time: 5 to 13 ns where measured. Above the time of all
 * samples, most of the run is not in the profile.
 */
const SECONDS_PER_CALL = 5e-9

/**
 * Functions that count calls on Arm, with -mfentry and on Windows (32-bit with one more `_`). gprof
 * lists them: it knows only mcount as the profiler's own.
 */
const COUNTING = ['__gnu_mcount_nc', '__fentry__', '_mcount_private', '__mcount_private']

/** File systems round times to two seconds. */
export const CLOCKS_MS = 2000

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

export function checkSamples(examined: Examined, hidden: HiddenFunctions | null): Notice[] {
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

function addressOfMain({ length, names, address }: SymbolTable): number {
  for (let row = 0; row < length; row++) if (isStringAt(names, row, 'main')) return address[row]
  return NaN
}

/** Returns notices about threads and other processes of the program. */
export function checkProcesses({ analyzed, raw, sum }: Examined): Notice[] {
  const notices: Notice[] = []
  const starter = raw && analyzed.profile.arcs.length > 0 ? threadStarterOf(raw.symbols) : ''
  if (starter !== '') notices.push({ code: 'threads', starter })
  const forker = raw && sum.runs === 1 && !hasAdaSpawn(raw.symbols) ? forkerOf(raw.symbols) : ''
  if (forker !== '') notices.push({ code: 'may-fork', forker })
  return notices
}
