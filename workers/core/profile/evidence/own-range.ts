// The addresses that a program's own profiler covers, by two marks that the GNU linker sets and glibc's start-up code asks for: all
// from the beginning of the program to the end of its code. A profile of another range is of another build.
import type { RawSymbols } from '../../formats/format.ts'
import type { CodeRange } from '../sum/sum-histograms.ts'

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
