// Reads a saved profile: decompresses it within limits, checks its header against the schema and decodes its
// columns.
import {
  anything,
  binary,
  bool,
  count,
  listOf,
  num,
  oneOf,
  orNull,
  record,
  type Shape,
  ShapeError,
  since,
  text,
} from '../../base/shape.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { decompress } from '../../bytes/compression.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { decodeColumn, ENCODINGS } from './columns.ts'
import {
  FORMAT,
  LARGEST,
  LARGEST_HEADER,
  largestFor,
  MAGIC,
  MOST_ARCS,
  MOST_FUNCTIONS,
  type RawSavedProfile,
  type SavedArcName,
  type SavedColumn,
  type SavedFacts,
  type SavedFile,
  type SavedHeader,
  type SavedHistogram,
  type SavedLines,
  type SavedPossible,
  type SavedScenario,
  type SavedTotals,
  VERSION,
} from './types.ts'
import { listingShape, quantity, words } from './listing-header.ts'

/**
 * Reads a saved profile and checks its header and columns. `saved/` turns them into a profile.
 *
 * Memory: what the header announces, once that is within what a file of this size may hold; decompressing
 * stops at the first byte beyond.
 *
 * @param source the whole file
 * @param onProgress receives the number of compressed bytes read so far
 * @throws ProblemError `saved/damaged`, `saved/newer-version` or `saved/too-large`
 */
export async function readSavedProfile(
  source: ByteSource,
  onProgress: (done: number) => void = () => {},
): Promise<RawSavedProfile> {
  const bytes = await unpack(source, onProgress)
  const { header, end } = decodeHeader(source.name, bytes)
  const columns = new Map<string, Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>>()
  let at = end
  for (const { name, encoding, length, bytes: size } of header.columns) {
    const piece = bytes.subarray(at, at + size)
    at += size
    const values =
      encoding !== 'bytes' ? decodeColumn(piece, encoding, length) : piece.length === length ? piece : null
    if (values === null || columns.has(name)) throw damaged(source.name, `its column ${name} does not add up`)
    columns.set(name, values)
  }
  return { file: source.name, header, columns }
}

/** All that the header announces, decompressed. */
async function unpack(
  source: ByteSource,
  onProgress: (done: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const { name: file, size } = source
  const from = MAGIC.length
  const limit = largestFor(size)
  let bytes = new Uint8Array(1 << 16)
  let filled = 0
  let total: number | null = null
  const input = {
    size: size - from,
    read: (offset: number, length: number) => {
      onProgress(from + offset)
      return source.read(from + offset, length)
    },
  }
  const outcome = await decompress(input, 'gzip', (piece) => {
    const needed = filled + piece.length
    if (total !== null && needed > total) return false
    if (needed > limit) throw new ProblemError({ code: 'saved/too-large', file, bytes: needed, limit })
    if (needed > bytes.length) bytes = grown(bytes, filled, total ?? Math.max(needed, 2 * bytes.length))
    bytes.set(piece, filled)
    filled = needed
    if (total === null) total = announced(file, bytes.subarray(0, filled), limit)
    return total === null || filled <= total
  })
  if (outcome === 'damaged')
    throw damaged(file, 'what follows cannot be decompressed: it is cut short or changed')
  if (total === null) throw damaged(file, 'it ends within its header')
  if (outcome === 'stopped' || filled > total) throw damaged(file, 'it holds more than its header announces')
  if (filled < total) throw damaged(file, 'it ends before what its header announces')
  return bytes.subarray(0, filled)
}

/** Bytes in all, by the header's word; null as long as the header is not whole. */
function announced(file: string, bytes: Uint8Array, limit: number): number | null {
  if (bytes.length < 4) return null
  const end = 4 + headerLength(bytes)
  if (end > Math.min(LARGEST_HEADER, limit)) throw damaged(file, 'its header is too long')
  if (bytes.length < end) return null
  const { header } = decodeHeader(file, bytes)
  let total = end
  for (const column of header.columns) total += column.bytes
  if (total > limit) throw new ProblemError({ code: 'saved/too-large', file, bytes: total, limit })
  return total
}

function decodeHeader(
  file: string,
  bytes: Uint8Array,
): { readonly header: SavedHeader; readonly end: number } {
  const end = 4 + headerLength(bytes)
  let data: unknown
  try {
    data = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(4, end)))
  } catch {
    throw damaged(file, 'its header is no JSON')
  }
  try {
    const { version } = record<{ format: string; version: number }>({
      format: oneOf(FORMAT),
      version: count(),
    }).check(data, '')
    if (version > VERSION) {
      throw new ProblemError({ code: 'saved/newer-version', file, version, known: VERSION })
    }
    return { header: headerShape.check(data, ''), end }
  } catch (error) {
    if (error instanceof ShapeError) throw damaged(file, `in its header ${error.message}`)
    throw error
  }
}

function headerLength(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
}

function grown(bytes: Uint8Array<ArrayBuffer>, filled: number, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size)
  larger.set(bytes.subarray(0, filled))
  return larger
}

function damaged(file: string, what: string): ProblemError {
  return new ProblemError({ code: 'saved/damaged', file, what })
}

// The header's shape: what checks it and what its JSON schema is made of.

const MOST_ROWS = 1 << 16
const name = text(1 << 16)
const functionName = binary(1 << 20)
const names = listOf(functionName, MOST_ROWS)

const file = record<SavedFile>({
  name,
  size: count(),
  kind: text(64),
  detail: name,
  samples: since(orNull(count()), null),
  problem: anything,
})

const totals = record<SavedTotals>({
  ticks: num,
  recordedTicks: num,
  unattributedTicks: num,
  arcRecords: count(),
  droppedArcRecords: count(),
  runs: count(),
})

const facts = record<SavedFacts>({
  functions: count(MOST_FUNCTIONS),
  arcs: count(MOST_ARCS),
  hasHistogram: bool,
  hasArcs: bool,
  rate: num,
  scale: quantity,
  // 15 bytes in a gmon.out; a listing has its own words.
  dimension: words,
  abbreviation: binary(1),
  namePrefix: oneOf('', '_'),
  totals,
})

const histograms: Shape<NonNullable<SavedHeader['histograms']>> = record({
  wordSize: oneOf(4, 8),
  bigEndian: bool,
  records: listOf(record<SavedHistogram>({ low: count(), high: count(), bins: count(2 ** 32) }), MOST_ROWS),
})

const FACTOR = { least: 1, most: 1e6 }

/** Above 1; null means Infinity, which JSON cannot hold. */
const factor: Shape<number> = {
  schema: {
    anyOf: [{ type: 'number', exclusiveMinimum: FACTOR.least, maximum: FACTOR.most }, { type: 'null' }],
  },
  check(value, path) {
    if (value === null) return Infinity
    if (typeof value === 'number' && value > FACTOR.least && value <= FACTOR.most) return value
    throw new ShapeError(`${path} is no factor above ${FACTOR.least} and up to ${FACTOR.most}`)
  },
}

const scenario = record<SavedScenario>({
  staticArcs: since(bool, false),
  foldStd: since(bool, false),
  cutArcs: listOf(record<SavedArcName>({ parent: functionName, child: functionName }), MOST_ROWS),
  leftOut: names,
  timeLeftOut: names,
  only: names,
  timeOnly: names,
  faster: since(
    listOf(record<SavedScenario['faster'][number]>({ name: functionName, factor }), MOST_ROWS),
    [],
  ),
})

const possible = record<SavedPossible>({
  arcs: count(MOST_ARCS),
  gprof: since(
    orNull(record<NonNullable<SavedPossible['gprof']>>({ isSame: bool, found: count(), others: count() })),
    null,
  ),
  tails: since(bool, false),
})

const lines = record<SavedLines>({
  files: count(MOST_FUNCTIONS),
  names: count(MOST_FUNCTIONS),
  calls: bool,
})

const column = record<SavedColumn>({
  name: text(64),
  encoding: oneOf(...ENCODINGS),
  length: count(LARGEST),
  bytes: count(LARGEST),
})

/** Shape of a saved profile's header. */
export const headerShape: Shape<SavedHeader> = record<SavedHeader>({
  format: oneOf(FORMAT),
  version: count(1 << 16),
  name,
  files: listOf(file, MOST_ROWS),
  notices: listOf(anything, MOST_ROWS),
  profile: facts,
  sources: orNull(record<{ files: number }>({ files: count(MOST_FUNCTIONS) })),
  possible: orNull(possible),
  lines: since(orNull(lines), null),
  histograms: orNull(histograms),
  listing: since(orNull(listingShape), null),
  scenario,
  view: text(1 << 20),
  columns: listOf(column, 256),
})
