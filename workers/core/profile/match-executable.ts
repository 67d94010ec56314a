// Whether an executable belongs to a profile, and whether it was moved when it ran.
import {
  type RawProfile,
  type RawSymbols,
  SymbolBinding,
  SymbolPlace,
  SymbolType,
} from '../formats/format.ts'
import type { CodeRange, HistogramSum } from './tally.ts'
import { binaryString, stringAt, type StringIndex } from '../base/string-table.ts'
import { isFunctionName, symbolAt, type SymbolTable } from '../symbols/symbol-table.ts'
import { type MatchScore, MINIMUM_EVIDENCE } from './match-score.ts'
import { lastAtOrBelow } from '../base/sorting.ts'
import { assignTicks } from './build-profile.ts'

// What a program's well-known symbols say of its profiles: the range its own profiler covers, whether it is
// linked with a profiler at all, and whether it starts threads.

// The range that a program's own profiler covers, by marks of the linker and of start-up code.

/**
 * Marks from which start-up code profiles, by C library: glibc takes `__executable_start`, older ones `_start`; MinGW and Cygwin
 * `__eprol`; the BSDs `eprol` with or without underscores.
 */
const BEGINNINGS = ['__executable_start', '_start', '__eprol', '_eprol', 'eprol']
const END = 'etext'

/** Bytes to which glibc, newlib, MinGW and Cygwin round the range: two for each byte of a counter of 16 bits. */
const GRAIN = 4
/** FreeBSD's counters may have 64 bits, and its bins as many bytes more. */
const COARSEST_GRAIN = 32

/** Range of code that a program's start-up code gives to the profiler. Link-time addresses, not rounded. */
export interface ProfiledRange {
  /** Addresses of the marks that the program has, in the order of preference; at least one. */
  readonly lows: readonly number[]
  readonly etext: number
}

/**
 * Finds the symbols that mark the range that the start-up code of `gcc -pg` gives to the profiler, such as
 * `_start` and `etext`. Of several with one name the last counts.
 *
 * @returns null where one end is missing: with other linkers, on other systems, or in a program linked
 *   without -pg
 */
export function profiledRange({ length, address, names, nameOffset }: RawSymbols): ProfiledRange | null {
  const lows = BEGINNINGS.map(() => NaN)
  let etext = NaN
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    const first = names[at]
    // `_` or `e`: most names begin otherwise.
    if (first !== 0x5f && first !== 0x65) continue
    if (isNamed(names, at, END)) etext = address[row]
    const mark = BEGINNINGS.findIndex((name) => isNamed(names, at, name))
    if (mark >= 0) lows[mark] = address[row]
  }
  const known = lows.filter((low) => !Number.isNaN(low))
  return known.length === 0 || Number.isNaN(etext) ? null : { lows: known, etext }
}

function isNamed(names: Uint8Array, at: number, name: string): boolean {
  for (let nth = 0; nth < name.length; nth++) if (names[at + nth] !== name.charCodeAt(nth)) return false
  return names[at + name.length] === 0
}

const roundDown = (address: number): number => Math.floor(address / GRAIN) * GRAIN
const roundUp = (address: number): number => Math.ceil(address / GRAIN) * GRAIN

/**
 * Returns the range that a profile of the program has, in link-time addresses rounded as glibc does; null
 * where the marks are missing.
 */
export function ownRange(symbols: RawSymbols): CodeRange | null {
  const range = profiledRange(symbols)
  return range && { low: roundDown(range.lows[0] ?? 0), high: roundUp(range.etext) }
}

/**
 * Whether a histogram begins at a mark of the program and ends elsewhere than its code: another build was
 * measured. Compares to the byte where a bin covers 4 bytes, else within 32 bytes. False for an unknown
 * range. A program that profiles part of itself chooses both ends.
 *
 * @param own from `profiledRange`
 * @param bins number of the histogram's bins
 */
export function isOfOtherBuild(own: ProfiledRange | null, { low, high }: CodeRange, bins: number): boolean {
  if (own === null || !own.lows.some((mark) => Math.abs(mark - low) < GRAIN && mark >= low)) return false
  const isExact = high - low === GRAIN * bins
  return isExact ? high !== roundUp(own.etext) : Math.abs(high - own.etext) >= COARSEST_GRAIN
}

// Whether a program was linked with what writes a gmon.out, by the names in it: without that no run of it leaves one.

/** What `-pg` brings: the counting of calls, by any compiler, and the start and end of the measurement, in any C library. */
const BROUGHT = /^[_.]*(?:gnu_)?(?:mcount|mcleanup|monstartup|fentry)/
const LONGEST_PROFILER_NAME = 20
/** What these begin with: `_`, `.` or `m`. */
const PROFILER_BEGINNINGS = [0x5f, 0x2e, 0x6d]

/**
 * Whether a program links a profiler: anything that counts calls or starts the measurement, of any compiler
 * and C library. False for a program without symbols.
 */
export function linksProfiler({ length, names, nameOffset }: RawSymbols): boolean {
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (!PROFILER_BEGINNINGS.includes(names[at])) continue
    if (BROUGHT.test(binaryString(names, at, Math.min(names.length, at + LONGEST_PROFILER_NAME)))) return true
  }
  return false
}

/** Names of what counts calls; compilers call it at the start of each function with -pg. */
// eslint-disable-next-line no-control-regex -- names end with it
const COUNTER = /^[_.]*(?:gnu_)?(?:mcount|fentry)(?:_nc|_private|__)?(?=[\0@])/

/**
 * Returns the name of the function that counts calls, such as `mcount`; "" if the program has none. A version
 * may be cut off.
 */
export const counterOf = (symbols: RawSymbols): string => firstName(symbols, COUNTER_BEGINNINGS, COUNTER)

/** Whether the function that counts calls is in a shared library: an undefined symbol. */
export const isCounterShared = ({ length, names, nameOffset, place }: RawSymbols): boolean => {
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (
      place[row] !== SymbolPlace.undefined ||
      !COUNTER_BEGINNINGS.includes((names[at] << 8) | names[at + 1])
    )
      continue
    if (COUNTER.test(binaryString(names, at, Math.min(names.length, at + LONGEST_STARTER_NAME + 1))))
      return true
  }
  return false
}

/** `mc`, `_m`, `__` and `.m`. */
const COUNTER_BEGINNINGS = [0x6d63, 0x5f6d, 0x5f5f, 0x2e6d]

/**
 * Returns the link-time address where the code of a static program ends and glibc's begins, by its names;
 * Infinity for a program that uses the shared library.
 *
 * @param main link-time address of `main`
 */
export function startOfLibrary(symbols: RawSymbols, main: number): number {
  const { length, names, nameOffset, address, place, binding } = symbols
  let start = Infinity
  let isStatic = false
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (names[at] !== 0x5f || place[row] !== SymbolPlace.code || binding[row] === SymbolBinding.local)
      continue
    const name = binaryString(names, at, Math.min(names.length, at + LONGEST_START))
    if (!LIBRARY.test(name)) continue
    isStatic ||= GLIBC_START.test(name)
    // Rarely used parts of the library come before the program's own code.
    if (address[row] > main) start = Math.min(start, address[row])
  }
  return isStatic ? start : Infinity
}

/** Names that only glibc defines. */
const LIBRARY = /^_(?:_libc_[a-z]|IO_[a-z]|nl_[A-Z]|_nptl_)/

/** glibc's start-up function, which a version may follow; programs of boards and other systems begin in another. */
const GLIBC_START = /^__libc_start_main(?=[\0@])/ // eslint-disable-line no-control-regex -- names end with it
const LONGEST_START = 20

/**
 * Whether glibc starts the program, by its symbols. glibc records calls for a program that was linked with
 * `mcount`, and for no other.
 */
export function isStartedByGlibc({ length, names, nameOffset }: RawSymbols): boolean {
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (names[at] !== 0x5f || names[at + 2] !== 0x6c) continue
    if (GLIBC_START.test(binaryString(names, at, Math.min(names.length, at + LONGEST_START)))) return true
  }
  return false
}

// Whether a program starts threads, by the names it links with: counts of calls are too low then, and no profile shows that.

/** POSIX, C11, and OpenMP as gcc and clang call it; a version may follow, as in `pthread_create@GLIBC_2.34`. */
// eslint-disable-next-line no-control-regex -- names end with it
const STARTER = /^(?:(?:pthread|thrd)_create|GOMP_parallel|__kmpc_fork_call)(?=[\0@])/
const LONGEST_STARTER_NAME = 16
/** What these begin with, `pt`, `th`, `GO` or `__`, as two bytes: of names in C++ nearly all begin with `_Z`. */
const STARTER_BEGINNINGS = [0x7074, 0x7468, 0x474f, 0x5f5f]

/** Returns the name of the function by which a program starts threads; "" if it starts none. */
export const threadStarterOf = (symbols: RawSymbols): string =>
  firstName(symbols, STARTER_BEGINNINGS, STARTER)

/** Names by which a program makes a copy of itself that goes on: `fork@GLIBC_2.2.5`. */
// eslint-disable-next-line no-control-regex -- names end with it
const FORKER = /^(?:fork|_Fork|forkpty|daemon)(?=[\0@])/
/** `fo`, `_F` and `da`. */
const FORKER_BEGINNINGS = [0x666f, 0x5f46, 0x6461]

/** Returns the name of the function by which a program forks; "" if it does not, or only a library does. */
export const forkerOf = (symbols: RawSymbols): string => firstName(symbols, FORKER_BEGINNINGS, FORKER)

/**
 * Whether the program holds GNAT's run time, which links `fork` into every program to start other programs.
 * Those write no profile.
 */
export const hasAdaSpawn = (symbols: RawSymbols): boolean =>
  firstName(symbols, [0x5f5f], /^__gnat_portable_/) !== ''

/** @param beginnings the first two bytes of all names that match, as numbers */
function firstName(
  { length, names, nameOffset }: RawSymbols,
  beginnings: readonly number[],
  pattern: RegExp,
): string {
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (!beginnings.includes((names[at] << 8) | names[at + 1])) continue
    const found = pattern.exec(binaryString(names, at, Math.min(names.length, at + LONGEST_STARTER_NAME + 1)))
    if (found) return found[0]
  }
  return ''
}

// Whether an executable belongs to a profile, and whether it was moved when it ran. gprof never checks; a
// wrong executable gives a listing that looks right.

const PROLOGUE = 64
/** By ELF e_machine: MIPS, AArch64 and RISC-V put registers away before, by instructions of four bytes for one or two. */
const LONG_PROLOGUES: Readonly<Record<number, number>> = { 8: 128, 183: 96, 243: 96 }
const PAGE = 4096

/** Arcs that are looked at, at most. */
export const MOST_EVIDENCE = 2048

/** A sample of the recorded arcs: columns like those of RawArcs. */
export interface ArcEvidence {
  readonly length: number
  readonly from: Float64Array<ArrayBuffer>
  readonly self: Float64Array<ArrayBuffer>
}

/**
 * Returns at most `most` arcs of a profile, evenly spaced and in file order, as evidence about its program.
 * Addresses are as recorded. Arcs into code where the program's profiler takes no samples are left out: they
 * lead into shared libraries that were compiled with -pg.
 */
export function sampleArcs(
  { arcs, histograms }: Pick<RawProfile, 'arcs' | 'histograms'>,
  most = MOST_EVIDENCE,
): ArcEvidence {
  const step = Math.max(1, Math.ceil(arcs.length / Math.max(1, most)))
  const ranges = histograms.filter(({ low, high }) => low < high)
  const from: number[] = []
  const self: number[] = []
  for (let arc = 0; arc < arcs.length && self.length < most; arc += step) {
    const child = arcs.self[arc]
    if (ranges.length > 0 && !ranges.some(({ low, high }) => low <= child && child < high)) continue
    from.push(arcs.from[arc])
    self.push(child)
  }
  return {
    length: self.length,
    from: Float64Array.from(from),
    self: Float64Array.from(self),
  }
}

/**
 * Returns the most bytes from a function's start to its call of the profiler, whose address arcs record; a
 * usual number for unknown machines.
 *
 * @param machine ELF e_machine
 */
export const prologueOf = (machine: number): number => LONG_PROLOGUES[machine] ?? PROLOGUE

/**
 * Counts the arcs that begin and end in functions of the program.
 *
 * @param evidence addresses as recorded
 * @param prologue that of the program's machine, from `prologueOf`, in bytes
 * @param shift bytes to subtract from recorded addresses; 0 for link-time addresses
 */
export function scoreMatch(
  evidence: ArcEvidence,
  symbols: SymbolTable,
  prologue: number,
  shift: number,
): MatchScore {
  let matched = 0
  for (let arc = 0; arc < evidence.length; arc++) {
    const self = evidence.self[arc] - shift
    const child = symbolAt(symbols, self)
    if (child < 0 || self - symbols.address[child] > prologue) continue
    if (symbolAt(symbols, evidence.from[arc] - shift) >= 0) matched++
  }
  return { total: evidence.length, matched }
}

/** Pages tried to both sides of where the first function would lie at the beginning of the histogram. */
const PAGES_AROUND = 16
/** Pages tried from the first address of the image to its first function, at most: 16 MB of tables before the code. */
const PAGES_OF_IMAGE = 4096
/** Not all need to: calls of functions that gprof leaves out because of their names end in their neighbours. */
const LEAST_MATCHED = 0.5
/** More likely than this, some shift or other would fit as well of any program. */
const MERE_CHANCE = 0.01

/**
 * Returns a constant shift, in bytes and whole pages, under which most arcs match, and that chance does not
 * explain; 0 if there is none, and for too few arcs. Programs loaded at another address than they were linked
 * for, under a C library that records run-time addresses, need one.
 *
 * @param prologue from `prologueOf`
 * @param histogramLow start of the histogram as recorded
 * @param own from `profiledRange`; null if unknown
 */
export function findShift(
  evidence: ArcEvidence,
  symbols: SymbolTable,
  prologue: number,
  histogramLow: number,
  own: ProfiledRange | null = null,
): number {
  if (symbols.length === 0 || evidence.length < MINIMUM_EVIDENCE) return 0
  const children = Float64Array.from(new Set(evidence.self))
  const shifts = shiftsToTry(symbols.address[0], histogramLow, own)
  let best = 0
  let bestMatched = LEAST_MATCHED * evidence.length
  let leastChance = MERE_CHANCE
  for (const shift of shifts) {
    const { matched } = scoreMatch(evidence, symbols, prologue, shift)
    if (matched < bestMatched) continue
    const chance = shifts.length * chanceOf(children, symbols, prologue, shift)
    if (chance >= (matched === bestMatched ? leastChance : MERE_CHANCE)) continue
    best = shift
    bestMatched = matched
    leastChance = chance
  }
  return best
}

/** Shifts that put the histogram's beginning at a mark of start-up code, at each page of the image, or near the first function. */
function shiftsToTry(first: number, histogramLow: number, own: ProfiledRange | null): readonly number[] {
  const page = (address: number): number => Math.floor(address / PAGE) * PAGE
  const low = page(histogramLow)
  const lowest = page(first)
  const image = Math.min(lowest, ...(own?.lows.map(page) ?? []))
  const shifts = (own?.lows ?? []).map((mark) => low - page(mark))
  for (let pages = -PAGES_AROUND; pages <= PAGES_AROUND; pages++) shifts.push(low - lowest + pages * PAGE)
  const last = Math.min(lowest, image + PAGES_OF_IMAGE * PAGE)
  for (let at = image; at <= last; at += PAGE) shifts.push(low - at)
  return [...new Set(shifts)].filter((shift) => shift !== 0)
}

/**
 * How likely it is, at most, that so many of the recorded addresses lie so much alike behind the starts of functions, under one
 * shift, if they have nothing to do with the program: where functions are short, nearly every address lies
 * behind some start. The profiler is called from nearly the same place in all of them.
 *
 * @param children recorded addresses, each once
 */
function chanceOf(children: Float64Array, symbols: SymbolTable, prologue: number, shift: number): number {
  let matched = 0
  let nearest = Infinity
  let farthest = 0
  for (const recorded of children) {
    const self = recorded - shift
    const child = symbolAt(symbols, self)
    const behind = child < 0 ? Infinity : self - symbols.address[child]
    if (behind > prologue) continue
    matched++
    nearest = Math.min(nearest, behind)
    farthest = Math.max(farthest, behind)
  }
  const alike = shareOfCode(symbols, nearest, farthest)
  const found = matched / children.length
  if (found <= alike) return 1
  // Chernoff's bound on a binomial distribution.
  const unlike = found === 1 ? 0 : (1 - found) * Math.log((1 - found) / (1 - alike))
  const one = Math.exp(-children.length * (found * Math.log(found / alike) + unlike))
  return prologue * one
}

/** Of all addresses from the first function to the end of the last, those so many bytes behind the start of one. */
function shareOfCode({ length, address, last }: SymbolTable, nearest: number, farthest: number): number {
  let covered = 0
  for (let symbol = 0; symbol < length; symbol++) {
    const size = last[symbol] - address[symbol] + 1
    covered += Math.max(0, Math.min(farthest + 1, size) - nearest)
  }
  const end = Math.max(last[length - 1], address[length - 1]) + 1
  return Math.min(1, covered / (end - address[0]))
}

// Addresses of the running program → addresses of the linker, for programs that ran elsewhere than they were linked for.

/**
 * Returns the profile with every address of histograms and arcs lowered by `shift` bytes; the profile itself
 * for 0. Bins and counts are shared.
 */
export function withoutLoadBias(profile: RawProfile, shift: number): RawProfile {
  if (shift === 0) return profile
  return {
    ...profile,
    histograms: profile.histograms.map((histogram) => ({
      ...histogram,
      low: histogram.low - shift,
      high: histogram.high - shift,
    })),
    arcs: {
      ...profile.arcs,
      from: profile.arcs.from.map((address) => address - shift),
      self: profile.arcs.self.map((address) => address - shift),
    },
  }
}

/**
 * Functions that the program has and gprof leaves out, by what was called and sampled: their samples and
 * calls count for the function before them.
 *
 * gprof takes a local symbol for a function by its spelling, and skips the pieces that compilers split off
 * (`scan.part.0`, `scan.isra.0`, `scan._omp_fn.0`) and others with a dot or a dollar sign in them.
 */

export interface HiddenFunctions {
  /** How many were found: at either end of an arc, or by a sample. */
  readonly count: number
  /** Raw names of the first few, those with most samples first; binary strings. */
  readonly names: readonly string[]
  /** For each of `names`, the raw name of the function for which it counts. */
  readonly neighbours: readonly string[]
  /** Samples in all of them, in ticks; 0 without histograms. */
  readonly ticks: number
  /** Ticks by the address of the function for which they count. */
  readonly ticksIn: ReadonlyMap<number, number>
  /** Arcs of the evidence that lead to them, and begin nowhere near a function that is counted. */
  readonly arcs: number
}

const NAMES_TOLD = 3
/** Marks of the assembler, within functions. */
const MARKS = [0x24, 0x2e]

/**
 * Finds functions whose symbols gprof does not take, and that were sampled or are at either end of an arc.
 * Without histograms only arcs count. If there are none, all counts are 0 and the lists are empty.
 *
 * @param evidence in link-time addresses
 * @param counted the symbols that gprof takes
 * @param symbols all symbols of the program
 * @param prologue bytes from a function's start within which its call to the profiler lies: `prologueOf`
 */
export function findHiddenFunctions(
  evidence: ArcEvidence,
  counted: SymbolTable,
  symbols: RawSymbols,
  prologue: number,
  { records, scale }: Pick<HistogramSum, 'records' | 'scale'> = { records: [], scale: 1 },
): HiddenFunctions {
  const rows = passedOver(counted, symbols)
  const length = rows.length
  const start = Float64Array.from(rows, (row) => symbols.address[row])
  /** Where each starts, and where it ends. */
  const address = new Float64Array(2 * length)
  const neighbour = rows.map((row) => symbolAt(counted, symbols.address[row]))
  for (let at = 0; at < length; at++) {
    address[2 * at] = start[at]
    address[2 * at + 1] = Math.min(start[at + 1] ?? Infinity, counted.last[neighbour[at]] + 1)
  }
  const extents = { length: 2 * length, address, lastIsOpen: false }
  const { selfTicks } = assignTicks(length > 0 ? records : [], scale, extents, new Uint8Array(2 * length))

  const met = new Set<number>()
  const hiddenAt = (where: number): number => {
    const at = lastAtOrBelow(start, where, length)
    return at >= 0 && where < address[2 * at + 1] ? at : -1
  }
  let arcs = 0
  for (let arc = 0; length > 0 && arc < evidence.length; arc++) {
    const from = evidence.from[arc]
    const self = evidence.self[arc]
    if (symbolAt(counted, from) < 0) continue
    const parent = hiddenAt(from)
    if (parent >= 0) met.add(parent)
    const child = hiddenAt(self)
    if (child < 0 || self - start[child] > prologue) continue
    met.add(child)
    if (self - counted.address[neighbour[child]] > prologue) arcs++
  }
  let ticks = 0
  const ticksIn = new Map<number, number>()
  for (let at = 0; at < length; at++) {
    const own = selfTicks[2 * at]
    if (own === 0) continue
    met.add(at)
    ticks += own
    const where = counted.address[neighbour[at]]
    ticksIn.set(where, (ticksIn.get(where) ?? 0) + own)
  }
  const told = [...met].sort((a, b) => selfTicks[2 * b] - selfTicks[2 * a] || a - b).slice(0, NAMES_TOLD)
  return {
    count: met.size,
    names: told.map((at) => nameOf(symbols, rows[at])),
    neighbours: told.map((at) => stringAt(counted.names, neighbour[at] as StringIndex)),
    ticks,
    ticksIn,
    arcs,
  }
}

/** Rows of local symbols that may be functions and are not for their names, ascending by address, one for each. */
function passedOver(counted: SymbolTable, symbols: RawSymbols): readonly number[] {
  const { address, type, binding, place, names, nameOffset, prefix } = symbols
  const rows: number[] = []
  for (let row = 0; row < symbols.length; row++) {
    if (binding[row] !== SymbolBinding.local || place[row] !== SymbolPlace.code) continue
    if (type[row] !== SymbolType.func && type[row] !== SymbolType.none) continue
    const name = nameOffset[row]
    if (names[name] === 0 || MARKS.includes(names[name]) || isFunctionName(names, name, prefix)) continue
    const before = symbolAt(counted, address[row])
    // Another name of a function that counts; bit 0 may mean its encoding.
    if (before >= 0 && address[row] - counted.address[before] > 1) rows.push(row)
  }
  rows.sort((left, right) => address[left] - address[right])
  return rows.filter((row, at) => at === 0 || address[row] !== address[rows[at - 1]])
}

function nameOf({ names, nameOffset }: RawSymbols, row: number): string {
  const end = names.indexOf(0, nameOffset[row])
  return binaryString(names, nameOffset[row], end < 0 ? names.length : end)
}
