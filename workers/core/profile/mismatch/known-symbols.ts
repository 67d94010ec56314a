// What a program's well-known symbols say of its profiles: the range its own profiler covers, whether it is
// linked with a profiler at all, and whether it starts threads.
import type { RawSymbols } from '../../formats/format.ts'
import type { CodeRange } from '../sum/sum-histograms.ts'
import { binaryString } from '../../base/string-table.ts'

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

/** Where a program's profiler begins and ends. Link-time addresses, not rounded. */
export interface ProfiledRange {
  /** Addresses of the marks that the program has, in the order of preference; at least one. */
  readonly lows: readonly number[]
  readonly etext: number
}

/** Finds the marks; null where one end is missing: with other linkers, on other systems, in a program linked without -pg. */
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

/** Returns the range that a profile of the program has, rounded as glibc does; null where the marks are missing. */
export function ownRange(symbols: RawSymbols): CodeRange | null {
  const range = profiledRange(symbols)
  return range && { low: roundDown(range.lows[0] ?? 0), high: roundUp(range.etext) }
}

/**
 * Whether a histogram begins at a mark of the program and ends elsewhere than its code. Compares to the byte where a bin
 * covers 4 bytes, else within 32 bytes. A program that profiles part of itself chooses both ends.
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

export function linksProfiler({ length, names, nameOffset }: RawSymbols): boolean {
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (!PROFILER_BEGINNINGS.includes(names[at])) continue
    if (BROUGHT.test(binaryString(names, at, Math.min(names.length, at + LONGEST_PROFILER_NAME)))) return true
  }
  return false
}

/** glibc's start-up function, which a version may follow; programs of boards and other systems begin in another. */
const GLIBC_START = /^__libc_start_main(?=[\0@])/ // eslint-disable-line no-control-regex -- names end with it
const LONGEST_START = 20

/** Whether glibc starts the program. glibc records calls for a program that was linked with `mcount`, and for no other. */
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

/** The name by which it does; "" if it does not. */
export function threadStarterOf({ length, names, nameOffset }: RawSymbols): string {
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (!STARTER_BEGINNINGS.includes((names[at] << 8) | names[at + 1])) continue
    const starter = STARTER.exec(
      binaryString(names, at, Math.min(names.length, at + LONGEST_STARTER_NAME + 1)),
    )
    if (starter) return starter[0]
  }
  return ''
}
