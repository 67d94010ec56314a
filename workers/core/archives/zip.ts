// Reads zip files by their directory: a stored member is a range of the archive, a compressed one is
// inflated when it is read.
//
// Source: APPNOTE.TXT, ".ZIP File Format Specification", PKWARE: sections 4.3.7, 4.3.12, 4.3.15,
// 4.3.16, 4.4.

import { type ByteSource, checkRange, rangeSource, requireTable } from '../bytes/byte-source.ts'
import { decompress, inflate, isPossibleSize } from '../bytes/compression.ts'
import { ProblemError } from '../problems/problem-error.ts'
import {
  type ArchiveContent,
  checksumOf,
  damaged,
  isSystemFile,
  memberName,
  MOST_MEMBERS,
  tooMany,
  type UnpackBudget,
  unsupported,
} from './archive.ts'

const END_SIZE = 22
const ENTRY_SIZE = 46
const HEADER_SIZE = 30
const LONGEST_COMMENT = 65_535

interface ZipEntry {
  readonly name: string
  readonly isFolder: boolean
  readonly isEncrypted: boolean
  /** 0 for stored, 8 for deflate. */
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  /** Offset of the member's own header in the archive. */
  readonly offset: number
}

const METHODS: Readonly<Record<number, string>> = {
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  93: 'Zstandard',
  95: 'XZ',
  98: 'PPMd',
}

/** 64-bit numbers, which only archives over 4 GiB or with too many members need. */
const ZIP64 = 'zip64'
/** Value of a 32-bit field whose number is in a zip64 field. */
const MARKER = 0xffffffff

/**
 * Opens a zip file. Members that cannot be read become problems: `archive/unsupported`, `archive/encrypted`.
 * Folders and system files are left out.
 *
 * @param budget a member is taken from it when it is read
 * @throws ProblemError `archive/damaged`, `archive/too-many`, `archive/unsupported` for zip64, `bytes/…`.
 *   Reading a member throws `archive/damaged` or `archive/too-large`.
 */
export async function openZip(source: ByteSource, budget: UnpackBudget): Promise<ArchiveContent> {
  const entries = await readDirectory(source)
  const members: ByteSource[] = []
  const refused = new Map<string, string[]>()
  let packed = 0
  for (const entry of entries) {
    const reason = whyUnread(entry)
    if (reason !== ZIP64) packed += entry.packedSize
    if (entry.isFolder || entry.name === '' || isSystemFile(entry.name)) continue
    if (reason === null) members.push(openMember(source, entry, budget))
    else refused.set(reason, [...(refused.get(reason) ?? []), entry.name])
  }
  // Members may not overlap: a thousand at one place would unpack to much from little.
  if (packed > source.size) throw damaged(source, 'directory, whose members overlap,')
  const problems = [...refused].map(([reason, names]) => {
    if (reason !== ENCRYPTED) return unsupported(source, reason, names)
    const about = { file: source.name, members: names.length, first: names[0] ?? '' }
    return new ProblemError({ code: 'archive/encrypted', ...about })
  })
  return { members, problems }
}

const ENCRYPTED = 'encryption'

/** Returns why an entry cannot be read; null if it can. */
function whyUnread({ isEncrypted, method, size, packedSize, offset }: ZipEntry): string | null {
  if (isEncrypted) return ENCRYPTED
  if (size === MARKER || packedSize === MARKER || offset === MARKER) return ZIP64
  return method === 0 || method === 8 ? null : (METHODS[method] ?? `method ${method}`)
}

async function readDirectory(source: ByteSource): Promise<readonly ZipEntry[]> {
  const lost = damaged(source, 'directory at its end')
  const tail = Math.min(source.size, END_SIZE + LONGEST_COMMENT)
  const bytes = await source.read(source.size - tail, tail)
  const at = findEnd(bytes)
  if (at < 0) throw lost
  const view = new DataView(bytes.buffer, bytes.byteOffset + at)
  const count = view.getUint16(10, true)
  const size = view.getUint32(12, true)
  const offset = view.getUint32(16, true)
  if (count > MOST_MEMBERS) throw tooMany(source, count)
  if (size === MARKER || offset === MARKER) throw unsupported(source, ZIP64, [source.name])
  if (offset + size > source.size || count * ENTRY_SIZE > size) throw lost
  requireTable(source.name, 'list of members', size)
  const entries = decodeEntries(await source.read(offset, size), count)
  if (entries === null) throw lost
  return entries
}

/**
 * Returns the last end record whose comment reaches the end of the file; otherwise the last one
 * within it.
 */
function findEnd(bytes: Uint8Array): number {
  let last = -1
  for (let at = bytes.length - END_SIZE; at >= 0; at--) {
    if (bytes[at] !== 0x50 || bytes[at + 1] !== 0x4b || bytes[at + 2] !== 5 || bytes[at + 3] !== 6) continue
    const comment = bytes[at + 20] | (bytes[at + 21] << 8)
    if (at + END_SIZE + comment === bytes.length) return at
    // Something was appended to the file.
    if (last < 0 && at + END_SIZE + comment < bytes.length) last = at
  }
  return last
}

/** Returns null if the entries are inconsistent. */
function decodeEntries(bytes: Uint8Array<ArrayBuffer>, count: number): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: ZipEntry[] = []
  let at = 0
  for (let nth = 0; nth < count; nth++) {
    if (at + ENTRY_SIZE > bytes.length || view.getUint32(at, true) !== 0x02014b50) return null
    const u16 = (field: number): number => view.getUint16(at + field, true)
    const u32 = (field: number): number => view.getUint32(at + field, true)
    const name = bytes.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + u16(28))
    const next = at + ENTRY_SIZE + u16(28) + u16(30) + u16(32)
    if (next > bytes.length) return null
    entries.push({
      name: memberName(name),
      isFolder: name[name.length - 1] === 0x2f,
      isEncrypted: (u16(8) & 1) === 1,
      method: u16(10),
      checksum: u32(16),
      packedSize: u32(20),
      size: u32(24),
      offset: u32(42),
    })
    at = next
  }
  return entries
}

/** Bytes inflated separately when only the beginning is read, which identifies a member. */
const BEGINNING = 65_536

/**
 * Returns a member as a source. Reading it throws `archive/damaged`, `archive/too-large` or a
 * problem of the archive.
 */
function openMember(archive: ByteSource, entry: ZipEntry, budget: UnpackBudget): ByteSource {
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

/**
 * Returns where a member's data begins. The name and extra field of its own header may differ in
 * length from the directory's.
 */
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

/** Inflates the beginning, which identifies a member. */
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

/** Inflates a member: never more than the directory's size, and only with a matching checksum. */
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
