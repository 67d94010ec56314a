// Finds word size, byte order, dialect of a gmon.out without its executable: whichever lets the records
// follow one another without a fault. For saying something about a lone file; with an executable at hand,
// that one knows.
import type { ByteLayout } from '../../bytes/byte-cursor.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { LONGEST_BSD_HEADER, ALL_LAYOUTS, plausibleBsdHeaders } from './bsd-header.ts'
import {
  isGnu,
  GNU_HEADER_SIZE,
  histogramHeaderSize,
  Tag,
  gnuArcSize,
  BLOCKS_HEADER_SIZE,
  bsdArcSize,
} from './layouts.ts'

/** The layout of a profile as guessed. */
export interface TargetGuess extends ByteLayout {
  /** True if exactly one of the four layouts fits. */
  readonly certain: boolean
}

/** Records looked at: the tags of this many following one another are proof enough. */
const ENOUGH_RECORDS = 10_000
const WINDOW = 64 * 1024

/**
 * Guesses the word size and byte order of a profile. Always returns one, whatever the file holds; 64-bit
 * little-endian if nothing fits. Reads small parts of the file.
 *
 * @param known what is already known, null for unknown; it decides between layouts that fit, and if none does
 * @throws ProblemError `bytes/…` of the source
 */
export async function guessTarget(
  source: ByteSource,
  known: { readonly wordSize?: 4 | 8 | null; readonly bigEndian?: boolean | null } = {},
): Promise<TargetGuess> {
  const start = await source.read(0, Math.min(LONGEST_BSD_HEADER, source.size))
  const { likely, sure } = isGnu(start) ? await likelyGnu(source, start) : likelyBsd(source, start)
  const agrees = (layout: ByteLayout): boolean =>
    layout.wordSize === (known.wordSize ?? layout.wordSize) &&
    layout.bigEndian === (known.bigEndian ?? layout.bigEndian)
  const fitting = likely.filter(agrees)
  const [first] = fitting.length > 0 ? fitting : likely.length > 0 ? likely : ALL_LAYOUTS.filter(agrees)
  const { wordSize, bigEndian } = first ?? ALL_LAYOUTS[0]
  return { wordSize, bigEndian, certain: sure && (likely.length === 1 || fitting.length === 1) }
}

/** Layouts as likely as one another; `sure` if they explain the whole file. */
interface Likely {
  readonly likely: readonly ByteLayout[]
  readonly sure: boolean
}

/** The layouts that lead to the end; in a damaged file, those that lead furthest. */
async function likelyGnu(source: ByteSource, start: Uint8Array): Promise<Likely> {
  if (source.size < GNU_HEADER_SIZE) return { likely: [], sure: false }
  const view = new DataView(start.buffer, start.byteOffset)
  const walks: ({ layout: ByteLayout } & Walk)[] = []
  for (const layout of ALL_LAYOUTS) {
    const version = view.getUint32(4, !layout.bigEndian)
    if (version <= 1) walks.push({ layout, ...(await walkRecords(source, layout)) })
  }
  const whole = walks.filter((walk) => walk.reached === source.size)
  if (whole.length > 0) return { likely: whole.map((walk) => walk.layout), sure: true }
  // A layout that is not the file's takes other fields for the number of bins: an address, a rate, a text.
  const [best] = walks.toSorted((a, b) => b.records - a.records || compare(a.missing, b.missing))
  const likely = walks.filter(
    (walk) => walk.records === best?.records && compare(walk.missing, best.missing) === 0,
  )
  return { likely: likely.map((walk) => walk.layout), sure: false }
}

/** Infinities are alike. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

interface Walk {
  /** So far into the file. */
  readonly reached: number
  readonly records: number
  /** Bytes that the next record lacks at the file's end; `Infinity` if unknown. */
  readonly missing: number
}

/** How many records of this layout follow one another, and how far into the file they lead. */
async function walkRecords(source: ByteSource, layout: ByteLayout): Promise<Walk> {
  const { wordSize, bigEndian } = layout
  let at = GNU_HEADER_SIZE
  let records = 0
  let window = new DataView(new ArrayBuffer(0))
  let windowAt = at
  for (let looked = 0; at < source.size && looked < ENOUGH_RECORDS; looked++) {
    const longest = Math.min(histogramHeaderSize(layout), source.size - at)
    if (at < windowAt || at + longest > windowAt + window.byteLength) {
      const bytes = await source.read(at, Math.min(WINDOW, source.size - at))
      window = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      windowAt = at
    }
    const inWindow = at - windowAt
    const tag = window.getUint8(inWindow)
    const u32 = (offset: number): number =>
      offset + 4 <= longest ? window.getUint32(inWindow + offset, !bigEndian) : Infinity
    const length =
      tag === Tag.arc
        ? gnuArcSize(layout)
        : tag === Tag.histogram
          ? histogramHeaderSize(layout) + 2 * u32(1 + 2 * wordSize)
          : tag === Tag.basicBlocks
            ? BLOCKS_HEADER_SIZE + 2 * wordSize * u32(1)
            : Infinity
    if (at + length > source.size) return { reached: at, records, missing: at + length - source.size }
    at += length
    // Half of a big-endian address reads as no bins at all: proof of nothing.
    if (tag !== Tag.histogram || length > histogramHeaderSize(layout)) records++
  }
  return { reached: source.size, records, missing: 0 }
}

/** Arcs must fill the rest of the file, unless that leaves no layout. */
function likelyBsd(source: ByteSource, start: Uint8Array): Likely {
  const plausible = plausibleBsdHeaders({ file: source.name, offset: 0, bytes: start }, source.size)
  const whole = plausible.filter(
    ({ layout, header }) =>
      header.size <= source.size && (source.size - header.size) % bsdArcSize(layout) === 0,
  )
  const sure = whole.length > 0
  return { likely: (sure ? whole : plausible).map(({ layout }) => layout), sure }
}
