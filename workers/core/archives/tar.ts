/**
 * A tar file's headers → its regular files, each a range of the archive.
 *
 * Errors:  `archive/too-many`. A header whose checksum does not fit, or a member that ends behind the file, leaves what
 *          stands before it.
 * Source:  POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; GNU tar's manual for long names and
 *          for sparse files.
 */
import { binaryString } from '../base/string-table.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { rangeSource } from '../bytes/range-source.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { damaged, MOST_MEMBERS, tooMany, type ArchiveContent } from './archive-problems.ts'
import { isSystemFile, memberName } from './member-name.ts'
import { octal } from './tar-number.ts'
import { oldSparse, paxSparse, sparseSource } from './tar-sparse.ts'
import type { UnpackBudget } from './unpack-budget.ts'

const BLOCK = 512
/** A long name has one of its own before the member's. */
const MOST_HEADERS = 2 * MOST_MEMBERS
/** Bytes of the list of a sparse file's parts: that of one with more is no longer one of ours. */
const MOST_LISTED = 500 * BLOCK
/** A name that is longer is no name. */
const LONGEST_NAME = 65_536

const SPARSE = 'GNU.sparse.'

interface Header {
  readonly name: Uint8Array
  readonly size: number
  readonly type: string
  /** Blocks of the list of a sparse file's parts go on behind it. */
  readonly hasMore: boolean
}

export async function openTar(archive: ByteSource, budget: UnpackBudget): Promise<ArchiveContent> {
  const members: ByteSource[] = []
  const unread: string[] = []
  const done = (...problems: ProblemError[]): ArchiveContent => ({
    members,
    problems: unread.length === 0 ? problems : [unreadMembers(archive, unread), ...problems],
  })
  let told: Told = {}
  let headers = 0
  for (let at = 0; at < archive.size;) {
    const block = await archive.read(at, Math.min(BLOCK, archive.size - at))
    // Two blocks of zeros are the end; one will do.
    if (block.every((byte) => byte === 0)) break
    const header = block.length < BLOCK ? null : decodeHeader(block)
    if (header === null) return done(damaged(archive, `header at byte ${at}`))
    if (++headers > MOST_HEADERS) throw tooMany(archive, headers)
    const { type, hasMore } = header
    const size = told.size ?? header.size
    const start = hasMore ? await behindSparseList(archive, at + BLOCK) : at + BLOCK
    const more = start - at - BLOCK
    if (start + size > archive.size) return done(damaged(archive, memberName(told.name ?? header.name)))
    at = start + Math.ceil(size / BLOCK) * BLOCK
    if (type === 'L' || type === 'x') {
      const bytes = await archive.read(start, Math.min(size, LONGEST_NAME))
      told = { ...told, ...(type === 'L' ? { name: untilNul(bytes) } : toldBy(bytes)) }
      continue
    }
    const name = memberName(told.name ?? header.name)
    const { sparse } = told
    told = {}
    if (!['0', '\0', '7', 'S'].includes(type) || name === '' || isSystemFile(name)) continue
    if (type !== 'S' && sparse === undefined) {
      members.push(rangeSource(archive, start, size, name))
      continue
    }
    const place = { archive, start, size }
    const found =
      sparse !== undefined
        ? await paxSparse(place, sparse)
        : more <= MOST_LISTED
          ? oldSparse(place, block, await archive.read(start - more, more))
          : null
    // With its holes it may be of any size, as what is unpacked.
    if (found === null || found.map.size > budget.left) unread.push(name)
    else {
      budget.take(found.map.size, archive.name)
      members.push(sparseSource(found, name))
    }
  }
  return done()
}

/** Sparse files of another form, or too large ones: what stands there is the file without its holes. */
function unreadMembers({ name: file }: ByteSource, names: readonly string[]): ProblemError {
  const about = { file, members: names.length, first: names[0] ?? '' }
  return new ProblemError({ code: 'archive/unsupported', ...about, what: 'sparse files' })
}

/** Each block of the list says whether another follows. */
async function behindSparseList(archive: ByteSource, from: number): Promise<number> {
  for (let at = from; at + BLOCK <= archive.size; at += BLOCK)
    if ((await archive.read(at + 504, 1))[0] === 0) return at + BLOCK
  return archive.size
}

/** Null if the checksum does not fit: the sum of all bytes, its own eight taken for blanks. */
function decodeHeader(block: Uint8Array): Header | null {
  let sum = 0
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : block[at]
  if (octal(block, 148, 8) !== sum) return null
  const size = octal(block, 124, 12)
  if (size === null) return null
  const short = untilNul(block.subarray(0, 100))
  const hasPrefix = binaryString(block, 257, 263) === 'ustar\0' && block[345] !== 0
  const name = hasPrefix ? Uint8Array.from([...untilNul(block.subarray(345, 500)), 0x2f, ...short]) : short
  const type = binaryString(block, 156, 157)
  return { name, size, type, hasMore: type === 'S' && block[482] !== 0 }
}

function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** What headers before a member say of it. */
interface Told {
  readonly name?: Uint8Array
  readonly size?: number
  /** Of a sparse file, by what they are called behind "GNU.sparse.". */
  readonly sparse?: ReadonlyMap<string, string>
}

/** By pax's records, each "length key=value\n". */
function toldBy(bytes: Uint8Array): Told {
  let told: Told = {}
  const sparse = new Map<string, string>()
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at)
    if (blank < 0) break
    const length = Number(binaryString(bytes, at, Math.min(blank, at + 8)))
    if (!(length > blank - at + 1) || at + length > bytes.length) break
    const equals = bytes.indexOf(0x3d, blank)
    const key = binaryString(bytes, blank + 1, Math.min(equals < 0 ? blank + 1 : equals, at + length))
    const value = bytes.subarray(equals + 1, at + length - 1)
    if (key === 'path') told = { ...told, name: value }
    if (key === 'size') {
      const size = Number(binaryString(value, 0, Math.min(value.length, 20)))
      if (Number.isSafeInteger(size) && size >= 0) told = { ...told, size }
    }
    if (key === 'GNU.sparse.name') told = { ...told, name: value }
    if (key.startsWith(SPARSE)) sparse.set(key.slice(SPARSE.length), binaryString(value, 0, value.length))
    at += length
  }
  return sparse.size === 0 ? told : { ...told, sparse }
}
