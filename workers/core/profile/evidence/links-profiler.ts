// Whether a program was linked with what writes a gmon.out, by the names in it: without that no run of it leaves one.
import { binaryString } from '../../base/string-table.ts'
import type { RawSymbols } from '../../formats/format.ts'

/** What `-pg` brings: the counting of calls, by any compiler, and the start and end of the measurement, in any C library. */
const BROUGHT = /^[_.]*(?:gnu_)?(?:mcount|mcleanup|monstartup|fentry)/
const LONGEST = 20
/** What these begin with: `_`, `.` or `m`. */
const BEGINNINGS = [0x5f, 0x2e, 0x6d]

export function linksProfiler({ length, names, nameOffset }: RawSymbols): boolean {
  for (let row = 0; row < length; row++) {
    const at = nameOffset[row]
    if (!BEGINNINGS.includes(names[at])) continue
    if (BROUGHT.test(binaryString(names, at, Math.min(names.length, at + LONGEST)))) return true
  }
  return false
}
