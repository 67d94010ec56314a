/**
 * Sparse files of tar, which holds them without their holes → the files as they were.
 *
 * Source: GNU tar's manual, "Storing Sparse Files": its old format, and versions 0.1 and 1.0 in pax's records.
 */
import { binaryString } from '../base/string-table.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { checkRange } from '../bytes/check-range.ts'
import { octal } from './tar-number.ts'

/** What of a file stands in the archive, in the order of its places; all else is zeros. */
interface SparseMap {
  /** Of the file, holes and all. */
  readonly size: number
  readonly offsets: readonly number[]
  readonly lengths: readonly number[]
}

/** A sparse file as it stands in an archive. */
export interface Sparse {
  readonly archive: ByteSource
  /** Where its data begins. */
  readonly start: number
  readonly map: SparseMap
}

/** Where something stands in an archive. */
interface Place {
  readonly archive: ByteSource
  readonly start: number
  /** Bytes stored. */
  readonly size: number
}

/** Programs have a few; what has more is an image of a disk. */
const MOST_PARTS = 10_000

const BLOCK = 512
/** So many digits and a line end take a number of the list at most. */
const WIDEST_NUMBER = 17

/** In the old format: four parts in the header, whose size is that of the file, and more in blocks behind it. */
export function oldSparse(
  { archive, start, size }: Place,
  header: Uint8Array,
  more: Uint8Array,
): Sparse | null {
  const numbers = [...partsIn(header, 386, 4)]
  for (let at = 0; at < more.length; at += BLOCK) numbers.push(...partsIn(more, at, 21))
  const map = sparseMap(octal(header, 483, 12) ?? Number.NaN, numbers, size)
  return map && { archive, start, map }
}

/** Places and lengths; the last part has nothing behind it. */
function* partsIn(bytes: Uint8Array, from: number, most: number): Generator<number> {
  for (let at = from; at < from + 24 * most && bytes[at] !== 0; at += 12)
    yield octal(bytes, at, 12) ?? Number.NaN
}

/** By pax's records, without "GNU.sparse." before their names. Null for version 0.0, whose parts are told one by one. */
export async function paxSparse(place: Place, told: ReadonlyMap<string, string>): Promise<Sparse | null> {
  const { archive, start, size } = place
  const parts = told.get('map')
  const list =
    parts === undefined
      ? await readList(place)
      : { numbers: parts.split(',', 2 * MOST_PARTS + 1).map(Number), length: 0 }
  const map =
    list && sparseMap(Number(told.get('realsize') ?? told.get('size')), list.numbers, size - list.length)
  return list && map && { archive, start: start + list.length, map }
}

/**
 * A map of numbers that are place and length in turn. Null if it does not add up.
 *
 * @param stored bytes of the file in the archive
 */
function sparseMap(size: number, numbers: readonly number[], stored: number): SparseMap | null {
  const offsets: number[] = []
  const lengths: number[] = []
  let end = 0
  let sum = 0
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [offset, length] = [numbers[at], numbers[at + 1]]
    if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || offset < end || length < 0)
      return null
    end = offset + length
    sum += length
    offsets.push(offset)
    lengths.push(length)
  }
  const isFit = Number.isSafeInteger(size) && numbers.length % 2 === 0 && end <= size && sum <= stored
  return isFit && offsets.length <= MOST_PARTS ? { size, offsets, lengths } : null
}

/** The list in version 1.0 stands before the data, in blocks of its own: how many parts, then each. Null if it is none. */
async function readList({
  archive,
  start,
  size,
}: Place): Promise<{ readonly numbers: readonly number[]; readonly length: number } | null> {
  const most = Math.min(size, (2 * MOST_PARTS + 1) * WIDEST_NUMBER)
  const text = binaryString(await archive.read(start, most), 0, most)
  const count = Number(/^\d{1,6}(?=\n)/.exec(text)?.[0] ?? Number.NaN)
  if (!(count <= MOST_PARTS)) return null
  const lines = text.split('\n', 2 * count + 1)
  if (lines.length <= 2 * count || !lines.every((line) => /^\d{1,16}$/.test(line))) return null
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0)
  return { numbers: lines.slice(1).map(Number), length: Math.ceil(length / BLOCK) * BLOCK }
}

/** The file as it was: zeros wherever the archive has no part of it. */
export function sparseSource({ archive, start, map }: Sparse, name: string): ByteSource {
  const { size, offsets, lengths } = map
  const read = async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    checkRange(name, size, offset, length)
    const bytes = new Uint8Array(length)
    let at = start
    for (let part = 0; part < offsets.length; part++) {
      const from = Math.max(offset, offsets[part])
      const to = Math.min(offset + length, offsets[part] + lengths[part])
      if (from < to) bytes.set(await archive.read(at + from - offsets[part], to - from), from - offset)
      at += lengths[part]
    }
    return bytes
  }
  return { name, size, read }
}
