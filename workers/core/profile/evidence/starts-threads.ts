// Whether a program starts threads, by the names it links with: counts of calls are too low then, and nothing in a profile tells.
import { binaryString } from '../../base/string-table.ts'
import type { RawSymbols } from '../../formats/format.ts'

/** POSIX, C11, and OpenMP as gcc and clang call it. */
const STARTERS = ['pthread_create', 'thrd_create', 'GOMP_parallel', '__kmpc_fork_call']
const LONGEST = 16
const FIRST: ReadonlySet<number> = new Set(STARTERS.map((name) => name.charCodeAt(0)))

/** The name by which it does, as in `pthread_create@GLIBC_2.34`, less its version; "" if it does not. */
export function threadStarterOf({ length, names, nameOffset }: RawSymbols): string {
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (!FIRST.has(names[at])) continue
    const name = binaryString(names, at, Math.min(names.length, at + LONGEST + 1))
    const starter = STARTERS.find((one) => name.startsWith(one) && '\0@'.includes(name.charAt(one.length)))
    if (starter !== undefined) return starter
  }
  return ''
}
