// What a program is linked with, by the names in it: the profiler, the C library, threads.
import { type RawSymbols, SymbolBinding, SymbolPlace } from '../../formats/raw-symbols.ts'
import { binaryString } from '../../base/string-table.ts'

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
