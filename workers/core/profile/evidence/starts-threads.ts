// Whether a program starts threads, by the names it links with: counts of calls are too low then, and nothing in a profile tells.
import { binaryString } from '../../base/string-table.ts'
import type { RawSymbols } from '../../formats/format.ts'

/** POSIX, C11, and OpenMP as gcc and clang call it; a version may follow, as in `pthread_create@GLIBC_2.34`. */
// eslint-disable-next-line no-control-regex -- names end with it
const STARTER = /^(?:(?:pthread|thrd)_create|GOMP_parallel|__kmpc_fork_call)(?=[\0@])/
const LONGEST = 16
/** What these begin with, `pt`, `th`, `GO` or `__`, as two bytes: of names in C++ nearly all begin with `_Z`. */
const BEGINNINGS = [0x7074, 0x7468, 0x474f, 0x5f5f]

/** The name by which it does; "" if it does not. */
export function threadStarterOf({ length, names, nameOffset }: RawSymbols): string {
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (!BEGINNINGS.includes((names[at] << 8) | names[at + 1])) continue
    const starter = STARTER.exec(binaryString(names, at, Math.min(names.length, at + LONGEST + 1)))
    if (starter) return starter[0]
  }
  return ''
}
