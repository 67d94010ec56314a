// Reads tar files, in which each regular file is a range of the archive, or several ranges if it is
// sparse.
//
// Source: POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; GNU tar's
// manual for long names and sparse files.

import { binaryString } from '../base/string-table.ts'
import { type ByteSource, checkRange, rangeSource } from '../bytes/byte-source.ts'
import { ProblemError } from '../problems/problem-error.ts'
import {
  type ArchiveContent,
  damaged,
  isSystemFile,
  memberName,
  MOST_MEMBERS,
  tooMany,
  type UnpackBudget,
  unsupported,
} from './archive.ts'

const BLOCK = 512
/** Most headers: a long name has a header of its own. */
const MOST_HEADERS = 2 * MOST_MEMBERS
/** Longest name, in bytes. */
const LONGEST_NAME = 65_536

interface Header {
  readonly name: Uint8Array
  readonly size: number
  readonly type: string
  /** Whether blocks with a sparse file's parts follow. */
  readonly hasMore: boolean
}

/** What extended headers say about the next member. */
interface Extended {
  readonly name?: Uint8Array
  readonly size?: number
  /** A sparse file's records, without the prefix "GNU.sparse." of their names. */
  readonly sparse?: ReadonlyMap<string, string>
}

/**
 * Opens a tar file. Before a header with a wrong checksum or a member beyond the file's end, all members are
 * kept. Folders, links and system files are left out. Members read from the archive.
 *
 * The problems `archive/damaged` and `archive/unsupported` (sparse files that cannot be read) are returned.
 *
 * @param budget sparse files are taken from it at their full size
 * @throws ProblemError `archive/too-many`; `bytes/…` if the archive cannot be read
 */
export async function openTar(archive: ByteSource, budget: UnpackBudget): Promise<ArchiveContent> {
  const members: ByteSource[] = []
  const unread: string[] = []
  const done = (...problems: ProblemError[]): ArchiveContent => ({
    members,
    problems: unread.length === 0 ? problems : [unsupported(archive, 'sparse files', unread), ...problems],
  })
  let extended: Extended = {}
  let headers = 0
  for (let at = 0; at < archive.size;) {
    const block = await archive.read(at, Math.min(BLOCK, archive.size - at))
    // Two blocks of zeros mark the end; one suffices here.
    if (block.every((byte) => byte === 0)) break
    const header = block.length < BLOCK ? null : decodeHeader(block)
    if (header === null) return done(damaged(archive, `header at byte ${at}`))
    if (++headers > MOST_HEADERS) throw tooMany(archive, headers)
    const { type, hasMore } = header
    const size = extended.size ?? header.size
    const start = hasMore ? await behindSparseList(archive, at + BLOCK) : at + BLOCK
    if (start + size > archive.size) return done(damaged(archive, memberName(extended.name ?? header.name)))
    at = start + Math.ceil(size / BLOCK) * BLOCK
    if (type === 'L' || type === 'x') {
      const bytes = await archive.read(start, Math.min(size, LONGEST_NAME))
      extended = { ...extended, ...(type === 'L' ? { name: untilNul(bytes) } : paxRecords(bytes)) }
      continue
    }
    const name = memberName(extended.name ?? header.name)
    const { sparse } = extended
    extended = {}
    if (!['0', '\0', '7', 'S'].includes(type) || name === '' || isSystemFile(name)) continue
    if (type !== 'S' && sparse === undefined) {
      members.push(rangeSource(archive, start, size, name))
      continue
    }
    const stored = rangeSource(archive, start, size, name)
    const whole = sparse === undefined ? null : await openSparse(stored, sparse)
    // With its holes a file may have any size, so it counts like unpacked data.
    if (whole === null || whole.size > budget.left) unread.push(name)
    else {
      budget.take(whole.size, archive.name)
      members.push(whole)
    }
  }
  return done()
}

/** Returns the end of a sparse list; each of its blocks says whether another follows. */
async function behindSparseList(archive: ByteSource, from: number): Promise<number> {
  for (let at = from; at + BLOCK <= archive.size; at += BLOCK)
    if ((await archive.read(at + 504, 1))[0] === 0) return at + BLOCK
  return archive.size
}

/** Returns null if the checksum is wrong: the sum of all bytes, with its own eight as blanks. */
function decodeHeader(block: Uint8Array): Header | null {
  let sum = 0
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : block[at]
  if (numberAt(block, 148, 8) !== sum) return null
  const size = numberAt(block, 124, 12)
  if (size === null) return null
  const short = untilNul(block.subarray(0, 100))
  const hasPrefix = binaryString(block, 257, 263) === 'ustar\0' && block[345] !== 0
  const name = hasPrefix ? Uint8Array.from([...untilNul(block.subarray(345, 500)), 0x2f, ...short]) : short
  const type = binaryString(block, 156, 157)
  return { name, size, type, hasMore: type === 'S' && block[482] !== 0 }
}

/**
 * Parses an octal number; null if invalid. GNU tar writes large numbers in base 256, with the first
 * bit set.
 */
function numberAt(block: Uint8Array, at: number, length: number): number | null {
  if (block[at] === 0x80) {
    let value = 0
    for (let byte = at + 1; byte < at + length; byte++) value = value * 256 + block[byte]
    return Number.isSafeInteger(value) ? value : null
  }
  const text = binaryString(block, at, at + length)
    .replace(/^ +/, '')
    .replace(/[ \0].*$/s, '')
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : null
}

function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

const SPARSE = 'GNU.sparse.'

/** Parses pax records, each "length key=value\n". */
function paxRecords(bytes: Uint8Array): Extended {
  let found: Extended = {}
  const sparse = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at)
    if (blank < 0) break
    const length = Number(binaryString(bytes, at, Math.min(blank, at + 8)))
    if (!(length > blank - at + 1) || at + length > bytes.length) break
    const equals = bytes.indexOf(0x3d, blank)
    const key = binaryString(bytes, blank + 1, Math.min(equals < 0 ? blank + 1 : equals, at + length))
    const value = bytes.subarray(equals + 1, at + length - 1)
    if (key === 'path' || key === `${SPARSE}name`) found = { ...found, name: value }
    if (key === 'size') {
      const size = Number(binaryString(value, 0, Math.min(value.length, 20)))
      if (Number.isSafeInteger(size) && size >= 0) found = { ...found, size }
    }
    if (key.startsWith(SPARSE)) sparse.set(key.slice(SPARSE.length), binaryString(value, 0, value.length))
    at += length
  }
  return sparse.size === 0 ? found : { ...found, sparse }
}

/** Most parts of a sparse file: programs have a few, disk images more. */
const MOST_PARTS = 10_000
/** Bytes of the longest number in the list, with its line end. */
const WIDEST_NUMBER = 17

/**
 * Returns a sparse file with its holes as zeros.
 *
 * Reads version 1.0, which bsdtar writes by default. Returns null for other versions, which GNU tar
 * writes on request, and for an inconsistent list.
 *
 * @param stored the list of parts, followed by the parts
 */
async function openSparse(
  stored: ByteSource,
  records: ReadonlyMap<string, string>,
): Promise<ByteSource | null> {
  const size = Number(records.get('realsize') ?? Number.NaN)
  if (records.get('major') !== '1' || records.get('minor') !== '0' || !Number.isSafeInteger(size)) return null
  const most = Math.min(stored.size, (2 * MOST_PARTS + 1) * WIDEST_NUMBER)
  const text = binaryString(await stored.read(0, most), 0, most)
  const count = Number(/^\d{1,6}(?=\n)/.exec(text)?.[0] ?? Number.NaN)
  if (!(count <= MOST_PARTS)) return null
  const lines = text.split('\n', 2 * count + 1)
  if (lines.length <= 2 * count || !lines.every((line) => /^\d{1,16}$/.test(line))) return null
  const list = lines.reduce((sum, line) => sum + line.length + 1, 0)
  const parts: { readonly offset: number; readonly end: number; readonly at: number }[] = []
  let end = 0
  let at = Math.ceil(list / BLOCK) * BLOCK
  for (let nth = 1; nth < lines.length; nth += 2) {
    const [offset, length] = [Number(lines[nth]), Number(lines[nth + 1])]
    if (offset < end) return null
    end = offset + length
    parts.push({ offset, end, at })
    at += length
  }
  if (end > size || at > stored.size) return null
  const { name } = stored
  const read = async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    checkRange(name, size, offset, length)
    const bytes = new Uint8Array(length)
    for (const part of parts) {
      const from = Math.max(offset, part.offset)
      const to = Math.min(offset + length, part.end)
      if (from < to) bytes.set(await stored.read(part.at + from - part.offset, to - from), from - offset)
    }
    return bytes
  }
  return { name, size, read }
}
