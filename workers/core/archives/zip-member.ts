// One member of a zip file as a source: a range of the archive if it is stored, else inflated when it is read.
import { checkRange } from '../bytes/check-range.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { inflate, isPossibleSize } from '../bytes/inflate.ts'
import { rangeSource } from '../bytes/range-source.ts'
import { decompress } from '../bytes/transform.ts'
import { damaged } from './archive-problems.ts'
import { checksumOf } from './checksum.ts'
import type { UnpackBudget } from './unpack-budget.ts'

export interface ZipEntry {
  readonly name: string
  readonly isFolder: boolean
  readonly isEncrypted: boolean
  /** 0 stored, 8 deflate. */
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  /** Of its own header, in the archive. */
  readonly offset: number
}

/** @param name as it stands in the archive */
export const isFolderName = (name: Uint8Array): boolean => name[name.length - 1] === 0x2f

/** Inflated by itself when only the beginning is asked for: enough to tell what a member is. */
const BEGINNING = 65_536
const HEADER_SIZE = 30

/** Errors, once it is read: `archive/damaged`, `archive/too-large`; those of the archive. */
export function openZipMember(archive: ByteSource, entry: ZipEntry, budget: UnpackBudget): ByteSource {
  const { name, size } = entry
  let start: Promise<number> | null = null
  let beginning: Promise<Uint8Array> | null = null
  let whole: Promise<Uint8Array> | null = null
  const read = async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    checkRange(name, size, offset, length)
    start ??= findData(archive, entry)
    if (entry.method === 0) return archive.read((await start) + offset, length)
    const isBeginning = whole === null && offset + length <= BEGINNING && size > BEGINNING
    if (isBeginning) beginning ??= inflateBeginning(archive, entry, await start)
    else whole ??= inflateWhole(archive, entry, await start, budget)
    const bytes = await (isBeginning ? beginning : whole)
    return Uint8Array.from((bytes ?? new Uint8Array(0)).subarray(offset, offset + length))
  }
  return { name, size, read }
}

/** Behind the member's own header, whose name and extra field need not be as long as the directory's. */
async function findData(
  archive: ByteSource,
  { name, offset, packedSize, size, method }: ZipEntry,
): Promise<number> {
  if (offset + HEADER_SIZE > archive.size) throw damaged(archive, name)
  const header = await archive.read(offset, HEADER_SIZE)
  const view = new DataView(header.buffer, header.byteOffset)
  const start = offset + HEADER_SIZE + view.getUint16(26, true) + view.getUint16(28, true)
  const isLikely = method === 0 ? size === packedSize : isPossibleSize(size, packedSize)
  if (view.getUint32(0, true) !== 0x04034b50 || start + packedSize > archive.size || !isLikely)
    throw damaged(archive, name)
  return start
}

/** What a member is told by is at its beginning. */
async function inflateBeginning(archive: ByteSource, entry: ZipEntry, start: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(BEGINNING)
  let filled = 0
  await decompress(rangeSource(archive, start, entry.packedSize), 'deflate-raw', (piece) => {
    const part = piece.subarray(0, BEGINNING - filled)
    bytes.set(part, filled)
    filled += part.length
    return filled < BEGINNING
  })
  if (filled < BEGINNING) throw damaged(archive, entry.name)
  return bytes
}

/** Never more than the directory says, and only if the checksum fits. */
async function inflateWhole(
  archive: ByteSource,
  entry: ZipEntry,
  start: number,
  budget: UnpackBudget,
): Promise<Uint8Array> {
  budget.take(entry.size, archive.name)
  const packed = rangeSource(archive, start, entry.packedSize)
  const bytes = await inflate(packed, 'deflate-raw', entry.size)
  if (bytes === null || checksumOf(bytes) !== entry.checksum) throw damaged(archive, entry.name)
  return bytes
}
