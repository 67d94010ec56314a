// The layouts of a gmon.out: sizes of its headers or records in GNU’s or BSD’s form.
import type { ByteLayout } from '../../bytes/byte-cursor.ts'

/** No reader looks at a shorter file. */
export const SMALLEST_FILE = 20

/** GNU: cookie, version, twelve spare bytes; then records, each a tag and a body, unaligned, to the end of the file. */
export const GNU_HEADER_SIZE = 20
const GNU_COOKIE = 'gmon'
/** Whether the first bytes of a file begin with GNU's cookie, "gmon". False for fewer bytes. */
export function isGnu(start: Uint8Array): boolean {
  for (let at = 0; at < GNU_COOKIE.length; at++) {
    if (start[at] !== GNU_COOKIE.charCodeAt(at)) return false
  }
  return true
}

/** Tags of GNU's records. */
export const Tag = { histogram: 0, arc: 1, basicBlocks: 2 } as const

/**
 * Returns the size of a histogram's header, in bytes: tag, low, high, number of bins, rate, dimension (15
 * characters), its abbreviation (1).
 */
export const histogramHeaderSize = ({ wordSize }: Pick<ByteLayout, 'wordSize'>): number =>
  1 + 2 * wordSize + 4 + 4 + 15 + 1
/** Tag, from, self, 32-bit count. */
export const gnuArcSize = ({ wordSize }: ByteLayout): number => 1 + 2 * wordSize + 4
/** Bytes of a histogram's dimension. */
export const DIMENSION_LENGTH = 15
/** Bytes before the blocks of a record: tag and number of blocks. */
export const BLOCKS_HEADER_SIZE = 1 + 4

/** The word that distinguishes 4.4BSD's header from the older one. */
export const BSD_44_VERSION = 0x51879
/** Low, high, bytes of header and samples; 4.4BSD adds version, rate and twelve spare bytes. */
export const bsdHeaderSize = ({ wordSize }: ByteLayout, dialect: 'bsd' | '4.4bsd'): number =>
  2 * wordSize + (dialect === 'bsd' ? 4 : 24)
/** From, self, count: a word each. */
export const bsdArcSize = ({ wordSize }: ByteLayout): number => 3 * wordSize
/** The older header has no rate; on today's systems it is this. Ticks per second. */
export const OLD_BSD_RATE = 100
/** Ticks per second at which profiling timers are known to run, the likeliest first. */
export const TIMER_RATES: readonly number[] = [
  100, 1000, 60, 64, 128, 200, 250, 256, 500, 512, 300, 1024, 10000,
]
