// What a program's well-known symbols say of its profiles: the range its own profiler covers, whether it is
// linked with a profiler at all, and whether it starts threads.
import type { RawSymbols } from '../../formats/format.ts'
import type { CodeRange } from '../sum/sum-histograms.ts'
import { binaryString } from '../../base/string-table.ts'

// The addresses that a program's own profiler covers, by two marks that the GNU linker sets and glibc's start-up code asks for: all
// from the beginning of the program to the end of its code. A profile of another range is of another build.

const BEGINNING = '__executable_start'
const END = 'etext'

/** Bytes to which glibc rounds the range: two for each byte of a counter. */
const GRAIN = 4

/** Null where the marks are missing: with other linkers, on other systems, in a program that was not linked with -pg. */
export function ownRange({ length, address, names, nameOffset }: RawSymbols): CodeRange | null {
  let low: number | null = null
  let high: number | null = null
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (isNamed(names, at, END)) high = Math.ceil(address[row] / GRAIN) * GRAIN
    else if (isNamed(names, at, BEGINNING)) low = Math.floor(address[row] / GRAIN) * GRAIN
  }
  return low === null || high === null ? null : { low, high }
}

function isNamed(names: Uint8Array, at: number, name: string): boolean {
  for (let nth = 0; nth < name.length; nth++) if (names[at + nth] !== name.charCodeAt(nth)) return false
  return names[at + name.length] === 0
}

/** Other C libraries round to two or four bytes for each byte of a counter, and one of FreeBSD's may have 64 bits. */
const COARSEST_GRAIN = 32

/** Whether a profile that begins where the program does ends elsewhere. Who profiles part of a program chooses both. */
export function isOfOtherBuild(own: CodeRange | null, { low, high }: CodeRange): boolean {
  return own !== null && low === own.low && Math.abs(high - own.high) >= COARSEST_GRAIN
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

// Whether a program starts threads, by the names it links with: counts of calls are too low then, and nothing in a profile tells.

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
