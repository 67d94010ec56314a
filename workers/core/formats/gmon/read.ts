// Reads gmon.out files to histograms with arcs, in file order: GNU’s format or either of BSD’s.
//
// Word size and byte order are the executable’s, as the file does not state them. A file is read front to
// back in slices; records without useful numbers are skipped unread. Of a damaged file, the part before
// the damage is returned with the damage.
//
// Source: files of glibc and the BSDs; see docs/formats/gmon.md.
import type { ByteLayout } from '../../bytes/byte-cursor.ts'
import { type ByteSource, requireTable } from '../../bytes/byte-source.ts'
import { ReadAhead } from '../../bytes/read-ahead.ts'
import type { CounterKind, RawHistogram, RawProfile } from '../format.ts'
import type { Problem } from '../../problems/problem.ts'
import { raise } from '../../problems/problem-error.ts'
import { ArcColumns } from './arc-columns.ts'
import { BinBuffer, decodeBins, decodeCounters } from './bin-buffer.ts'
import { SMALLEST_FILE, isGnu, GNU_HEADER_SIZE, BSD_44_VERSION, bsdArcSize } from './layouts.ts'
import { GnuDecoder } from './gnu-decoder.ts'
import {
  COUNTERS_OF_16,
  type BsdHeader,
  bsdProbeSize,
  LONGEST_BSD_HEADER,
  decodeBsdHeader,
} from './bsd-header.ts'
import { NO_BLOCKS } from './block-columns.ts'

/** The facts about the program that its profile does not state: word size and byte order. */
export type Target = ByteLayout

/** How to read a file when it is not ours to find out. */
export interface ReadOptions {
  /** By the file's first bytes unless given. */
  readonly format?: 'auto' | 'gnu' | 'bsd' | '4.4bsd'
  /**
   * Read as gprof on x86-64 does: keep the contents of basic-block records, take their number in little-endian order and
   * version 0's numbers as 64-bit little-endian ones whatever the target, and take zeros for records.
   */
  readonly gprofQuirks?: boolean
  /** Believe FreeBSD's header on how wide its counters are; gprof takes them all for 16 bits. */
  readonly anyCounterWidth?: boolean
  /**
   * The count of a BSD arc is the lower half of its word, and the upper half is undefined, as MinGW
   * writes it.
   */
  readonly narrowCounts?: boolean
  /** For a reader of many files; each overwrites the arcs and bins of the one before. Memory of its own unless given. */
  readonly room?: ReadBuffers
}

/**
 * Buffers that reading one file after another can reuse: each file overwrites the arcs and bins of the one
 * before.
 */
export class ReadBuffers {
  readonly arcs = new ArcColumns()
  readonly bins = new BinBuffer()
  readonly ahead = new ReadAhead()

  /** Frees the memory. No other file may follow, and arcs read before must not be used any more. */
  detachBuffers(): void {
    this.arcs.detachBuffers()
    this.ahead.detachBuffers()
  }
}

/**
 * Reads a profile, of GNU's or a BSD's format. A file that is damaged or ends too early gives what is whole,
 * with `damage`.
 *
 * @param target word size and byte order of the program; the file does not state them
 * @param onBytes receives the bytes read so far, after each slice
 * @param options without `room`, the result has memory of its own
 * @throws ProblemError if nothing is usable: `gmon/too-short`, `gmon/bad-cookie`, `gmon/unsupported-version`,
 *   `gmon/bad-bsd-header`, `gmon/truncated-record` for a BSD header; `bytes/table-too-large` and other
 *   `bytes/…`
 */
export async function readProfile(
  source: ByteSource,
  target: Target,
  onBytes: (read: number) => void = () => {},
  options: ReadOptions = {},
): Promise<RawProfile> {
  const { format = 'auto', room = new ReadBuffers() } = options
  const file: OpenFile = { source, layout: target, onBytes, options, room }
  room.arcs.clear()
  room.bins.clear()
  if (source.size < SMALLEST_FILE) return raise(tooShort(source))
  if (format === 'bsd' || format === '4.4bsd') return readBsd(file)
  const start = await room.ahead.from(source, 0)
  if (isGnu(start)) return readGnu(file, start)
  if (format === 'gnu') return raise({ code: 'gmon/bad-cookie', file: source.name, offset: 0 })
  return readBsd(file)
}

interface OpenFile {
  readonly source: ByteSource
  readonly layout: ByteLayout
  readonly onBytes: (read: number) => void
  readonly options: ReadOptions
  readonly room: ReadBuffers
}

function tooShort(source: ByteSource): Problem {
  return { code: 'gmon/too-short', file: source.name, offset: 0, size: source.size }
}

async function readGnu(
  { source, layout, onBytes, options, room }: OpenFile,
  start: Uint8Array,
): Promise<RawProfile> {
  const file = source.name
  const version = new DataView(start.buffer, start.byteOffset).getUint32(4, !layout.bigEndian)
  if (version > 1) raise({ code: 'gmon/unsupported-version', file, offset: 4, version })
  const { size } = source
  const decoder = new GnuDecoder({
    file,
    size,
    version,
    layout,
    arcs: room.arcs,
    bins: room.bins,
    ...options,
  })
  onBytes(GNU_HEADER_SIZE)
  let least = GnuDecoder.smallestSlice
  while (!decoder.finished) {
    const { position } = decoder
    const slice = await room.ahead.from(source, position, least)
    decoder.feed(slice)
    // A record that must be in hand as a whole needs a longer slice.
    least = decoder.position === position ? 2 * slice.length : GnuDecoder.smallestSlice
    onBytes(decoder.finished ? source.size : decoder.position)
  }
  const arcs = decoder.arcs()
  const { histograms, basicBlocks: basicBlock } = decoder
  const isFilled = options.gprofQuirks !== true && (await isFilledUp(source, decoder.damage))
  const damage = isFilled ? null : decoder.damage
  const records = { histogram: histograms.length, arc: arcs.length, basicBlock }
  const whole = {
    file,
    dialect: 'gnu',
    version,
    histograms,
    arcs,
    blocks: decoder.blocks(),
    records,
    damage,
  } as const
  return {
    ...whole,
    ...(decoder.cut === null ? {} : { cut: decoder.cut }),
    ...(decoder.firstBlocks === null ? {} : { firstBlocks: decoder.firstBlocks }),
  }
}

async function readBsd(opened: OpenFile): Promise<RawProfile> {
  const { source, layout, onBytes, options } = opened
  const { format = 'auto', anyCounterWidth = false, narrowCounts = false, gprofQuirks = false } = options
  const header = await readBsdHeader(opened, format === 'gnu' ? 'auto' : format)
  const file = source.name
  const { dialect, low, high, rate, headerSize } = header
  const version = dialect === '4.4bsd' ? BSD_44_VERSION : 0
  const counters = anyCounterWidth ? header.counters : COUNTERS_OF_16
  const binSize = counters.bits / 8
  const count = Math.floor((header.size - headerSize) / binSize)
  const { arcs } = opened.room
  const found = source.size - headerSize
  if (found < binSize * count) {
    const what = 'histogram bins'
    const offset = headerSize
    const damage = {
      code: 'gmon/truncated-record',
      file,
      offset,
      what,
      expected: binSize * count,
      found,
    } as const
    const records = { histogram: 0, arc: 0, basicBlock: 0 }
    const cut = {
      low,
      high,
      rate,
      dimension: 'seconds',
      abbreviation: 's',
      bins: { length: count },
      offset: 0,
    }
    const empty = { histograms: [], arcs: arcs.done(), blocks: NO_BLOCKS, records }
    return { file, dialect, version, ...empty, damage, cut }
  }

  const bins = await readBins(opened, headerSize, count, counters)
  // Arcs follow the last whole bin. Bytes that do not make an arc are reported but are no damage,
  // as gprof skips them.
  const arcsAt = headerSize + binSize * count
  const stride = bsdArcSize(layout)
  const arcCount = Math.floor((source.size - arcsAt) / stride)
  const countSize = narrowCounts ? 4 : layout.wordSize
  let read = 0
  await readRows(opened, arcsAt, stride, arcCount, (view, first, rows) => {
    // No function calls another from nowhere and never.
    const called = gprofQuirks ? rows : rowsBeforeFilling(view, stride, rows)
    if (called > 0) read = first + called
    arcs.append({ file, view, at: 0, stride, arcs: called, countSize, layout }, arcCount - first)
  })
  const tornAt = arcsAt + arcCount * stride
  const left = source.size - tornAt
  // Padding with zeros is reported; other padding is not.
  const filling = left > 0 || read < arcCount ? (await source.read(source.size - 1, 1))[0] : 0
  const isFilled =
    !gprofQuirks && filling !== 0 && FILLINGS.includes(filling) && (await isAll(source, tornAt, filling))
  const torn = {
    code: 'gmon/truncated-record',
    file,
    offset: tornAt,
    what: 'arc',
    expected: stride,
    found: left,
  } as const
  const zeros = { code: 'gmon/zeros', file, offset: arcsAt + read * stride } as const
  onBytes(source.size)
  const histogram = { low, high, rate, dimension: 'seconds', abbreviation: 's', ...bins, offset: 0 }
  const records = { histogram: 1, arc: read, basicBlock: 0 }
  return {
    file,
    dialect,
    version,
    histograms: [histogram],
    arcs: arcs.done(),
    blocks: NO_BLOCKS,
    records,
    ...(counters.bits === 16 ? {} : { counters }),
    ...(read === arcCount && left > 0 && !isFilled ? { torn } : {}),
    damage: read < arcCount && !isFilled ? zeros : null,
  }
}

/** With what files are filled up: zeros, the last block of XMODEM, erased flash memory. */
const FILLINGS = [0, 0x1a, 0xff]

function rowsBeforeFilling(view: DataView, stride: number, rows: number): number {
  let end = rows * stride
  const filling = end > 0 ? view.getUint8(end - 1) : 0
  if (!FILLINGS.includes(filling)) return rows
  while (end > 0 && view.getUint8(end - 1) === filling) end--
  return Math.ceil(end / stride)
}

/** Whether all from there to the end is what a transfer or erased memory filled it up with: nothing is missing then. */
async function isFilledUp(source: ByteSource, damage: Problem | null): Promise<boolean> {
  return (
    damage?.code === 'gmon/bad-tag' &&
    FILLINGS.includes(damage.tag) &&
    (await isAll(source, damage.offset, damage.tag))
  )
}

const PIECE = 1 << 20

async function isAll(source: ByteSource, from: number, filling: number): Promise<boolean> {
  for (let at = from; at < source.size; at += PIECE) {
    const bytes = await source.read(at, Math.min(PIECE, source.size - at))
    if (!bytes.every((byte) => byte === filling)) return false
  }
  return true
}

async function readBins(
  opened: OpenFile,
  offset: number,
  count: number,
  counters: CounterKind,
): Promise<Pick<RawHistogram, 'bins' | 'isReused'>> {
  const { source, layout, room } = opened
  requireTable(source.name, 'histogram bins', (count * counters.bits) / 8)
  if (counters.bits === 16 && !counters.signed) {
    const taken = room.bins.take(count)
    await readRows(opened, offset, 2, count, (view, first, rows) =>
      decodeBins(view, 0, rows, taken.bins, first, layout),
    )
    return taken
  }
  const bins = new Float64Array(count)
  await readRows(opened, offset, counters.bits / 8, count, (view, first) =>
    decodeCounters(view, counters, bins, first, layout),
  )
  return { bins }
}

async function readBsdHeader(
  { source, layout, room }: OpenFile,
  wanted: 'auto' | 'bsd' | '4.4bsd',
): Promise<BsdHeader> {
  const file = source.name
  if (source.size < bsdProbeSize(layout)) return raise(tooShort(source))
  const start = await room.ahead.from(source, 0)
  const bytes = start.subarray(0, LONGEST_BSD_HEADER)
  const header = decodeBsdHeader({ file, offset: 0, bytes }, layout)
  if (wanted === '4.4bsd' && header.dialect !== wanted) raise({ code: 'gmon/bad-cookie', file, offset: 0 })
  const { low, high, size, headerSize } = header
  if (size < headerSize || low > high)
    raise({ code: 'gmon/bad-bsd-header', file, offset: 0, low, high, size })
  if (source.size < headerSize) {
    const found = source.size
    raise({ code: 'gmon/truncated-record', file, offset: 0, what: 'header', expected: headerSize, found })
  }
  return header
}

/** Rows of `stride` bytes, as many at a time as are in hand. */
async function readRows(
  { source, onBytes, room }: OpenFile,
  offset: number,
  stride: number,
  count: number,
  take: (view: DataView, first: number, rows: number) => void,
): Promise<void> {
  let row = 0
  while (row < count) {
    const bytes = await room.ahead.from(source, offset + row * stride)
    const rows = Math.min(count - row, Math.floor(bytes.length / stride))
    take(new DataView(bytes.buffer, bytes.byteOffset, rows * stride), row, rows)
    row += rows
    onBytes(offset + row * stride)
  }
}
