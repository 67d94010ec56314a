// The range that a program’s own profiler covers, by marks of the linker or of start-up code.
import type { RawSymbols } from '../../formats/raw-symbols.ts'
import type { CodeRange } from '../../profile/sum-histograms.ts'

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
