// The headers of the two BSD layouts. They have no cookie, so they are recognised by plausibility.
import { ByteCursor, type ByteLayout, type Piece } from '../../bytes/byte-cursor.ts'
import type { CounterKind } from '../format.ts'
import { BSD_44_VERSION, bsdHeaderSize, OLD_BSD_RATE } from './layouts.ts'

/** The header of a BSD profile. */
export interface BsdHeader {
  readonly dialect: 'bsd' | '4.4bsd'
  readonly low: number
  readonly high: number
  /** Bytes of header and samples, as the file says. */
  readonly size: number
  readonly headerSize: number
  /** Ticks per second. */
  readonly rate: number
  /**
   * From 4.4BSD's first spare word, which FreeBSD uses; 16 bits if it is not one of FreeBSD's
   * values.
   */
  readonly counters: CounterKind
}

/** Returns the bytes that identify a BSD header: the word after the size decides. */
export const bsdProbeSize = ({ wordSize }: ByteLayout): number => 2 * wordSize + 8
/** The longer of the headers with the wider words. */
export const LONGEST_BSD_HEADER = 40

/** The piece begins with the file. A rate of 0, or one the piece does not reach to, is the older header's. */
export function decodeBsdHeader(piece: Piece, layout: ByteLayout): BsdHeader {
  const cursor = new ByteCursor(piece, layout)
  const low = cursor.word('low address')
  const high = cursor.word('high address')
  const size = cursor.u32('size')
  if (cursor.u32('version') !== BSD_44_VERSION) {
    const headerSize = bsdHeaderSize(layout, 'bsd')
    return { dialect: 'bsd', low, high, size, headerSize, rate: OLD_BSD_RATE, counters: COUNTERS_OF_16 }
  }
  const given = cursor.remaining >= 4 ? cursor.u32('rate') : 0
  const rate = given === 0 ? OLD_BSD_RATE : given
  const counters = counterKind(cursor.remaining >= 4 ? cursor.u32('width of counters') : 0)
  return { dialect: '4.4bsd', low, high, size, headerSize: bsdHeaderSize(layout, '4.4bsd'), rate, counters }
}

/** The usual counters: 16 bits, unsigned. */
export const COUNTERS_OF_16: CounterKind = { bits: 16, signed: false }

/** The width in bits; negative for signed counters; 0 as ever. */
function counterKind(field: number): CounterKind {
  const width = field | 0
  const bits = Math.abs(width)
  return bits === 8 || bits === 16 || bits === 32 || bits === 64
    ? { bits, signed: width < 0 }
    : COUNTERS_OF_16
}

/** All layouts of a machine, in the order in which they are tried. */
export const ALL_LAYOUTS: readonly ByteLayout[] = [
  { wordSize: 8, bigEndian: false },
  { wordSize: 4, bigEndian: false },
  { wordSize: 8, bigEndian: true },
  { wordSize: 4, bigEndian: true },
]

/**
 * Returns the layouts under which the first bytes of a file could be a BSD header, with the header that
 * each would give; empty for none.
 *
 * @param piece the file from its first byte on; layouts whose header it is too short for are left out
 * @param fileSize bytes of the whole file
 */
export function plausibleBsdHeaders(
  piece: Piece,
  fileSize: number,
): readonly { readonly layout: ByteLayout; readonly header: BsdHeader }[] {
  return ALL_LAYOUTS.filter((layout) => piece.bytes.length >= bsdProbeSize(layout))
    .map((layout) => ({ layout, header: decodeBsdHeader(piece, layout) }))
    .filter(({ header }) => isPlausible(header, fileSize))
}

/**
 * A profiled range is neither empty nor beyond what a machine addresses, and has a bin for every 1 to 64 bytes of it.
 * Where the file does not reach to the last bin, which a cut file may not, the bins must be of one of the sizes that
 * systems choose: 2, 4 or 8 bytes, but for rounding.
 */
function isPlausible(header: BsdHeader, fileSize: number): boolean {
  const { dialect, low, high, size, headerSize } = header
  if (high > Number.MAX_SAFE_INTEGER || low >= high || size < headerSize) return false
  if (dialect === '4.4bsd') return true
  const range = high - low
  const bins = Math.floor((size - headerSize) / 2)
  if (bins === 0) return false
  if (size <= fileSize) return range >= bins && range <= 64 * bins
  return [2, 4, 8].some((binSize) => Math.abs(range - binSize * bins) <= 64)
}
