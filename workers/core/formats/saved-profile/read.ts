// Reads a saved profile: decompresses it within limits, checks its header against the schema, decodes its
// columns.
import { count, oneOf, record, ShapeError } from '../../base/shape.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { decompress } from '../../bytes/compression.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { decodeColumn } from './columns.ts'
import {
  FORMAT,
  LARGEST_HEADER,
  largestFor,
  MAGIC,
  type RawSavedProfile,
  type SavedHeader,
  VERSION,
} from './types.ts'
import { headerShape } from './header-shape.ts'

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
