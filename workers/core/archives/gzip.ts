// A gzip file → what is in it, in memory: its size is known only once it is inflated.
import type { ByteSource } from '../bytes/byte-source.ts'
import { isPossibleSize } from '../bytes/inflate.ts'
import { piecesSource } from '../bytes/pieces-source.ts'
import { rangeSource } from '../bytes/range-source.ts'
import { decompress } from '../bytes/transform.ts'
import { damaged, type ArchiveContent } from './archive-problems.ts'
import { memberName } from './member-name.ts'
import type { UnpackBudget } from './unpack-budget.ts'

/** Beginnings of members that turn out to be none: by chance there is one in 128 MB. */
const MOST_MISTAKEN = 16

/**
 * All members, one behind another, are one file, as to gzip itself. Each is inflated by itself: hosts do not agree on what
 * comes behind the first. So with zeros behind one, which tapes and disks add, and gzip passes over. Of a damaged one there is what it inflates to before the damage.
 *
 * Errors: `archive/damaged` if there is nothing, `archive/too-large`.
 */
export async function openGzip(source: ByteSource, budget: UnpackBudget): Promise<ArchiveContent> {
  budget.take(0, source.name)
  const pieces: Uint8Array[] = []
  let mistaken = 0
  /** Bytes, read or made of them. */
  let inVain = 0
  let start = 0
  let end = await nextMember(source, 1)
  let isWhole = true
  while (start < source.size && isWhole) {
    let member = await inflate(source, start, end, budget)
    if (!member.isWhole)
      for (const place of await endsBeforeZeros(source, start, end)) {
        inVain += Math.max(member.size, place - start)
        if (inVain > budget.limit) break
        member = await inflate(source, start, place, budget)
        if (member.isWhole) break
      }
    isWhole = member.isWhole || (end < source.size && ++mistaken <= MOST_MISTAKEN)
    if (member.isWhole || !isWhole) {
      budget.take(member.size, source.name)
      for (const piece of member.pieces) pieces.push(piece)
      start = end
    }
    end = await nextMember(source, end + 1)
  }
  const problem = damaged(source, 'compressed data')
  if (!isWhole && pieces.length === 0) throw problem
  const members = [piecesSource(unpackedName(source.name), pieces)]
  return { members, problems: isWhole ? [] : [problem], isMemberCut: !isWhole }
}

interface Inflated {
  readonly pieces: readonly Uint8Array[]
  readonly size: number
  readonly isWhole: boolean
}

/** What is in these bytes, and whether they are one whole member. */
async function inflate(
  source: ByteSource,
  start: number,
  end: number,
  budget: UnpackBudget,
): Promise<Inflated> {
  const pieces: Uint8Array[] = []
  let size = 0
  const outcome = await decompress(rangeSource(source, start, end - start), 'gzip', (piece) => {
    size += piece.length
    // Only what stays is taken; but never more is held than may be.
    if (size > budget.left) budget.take(size, source.name)
    pieces.push(piece)
    return true
  })
  return { pieces, size, isWhole: outcome === 'done' }
}

/** So many zeros at its end a member may have of its own: one of nothing. */
const MOST_ZEROS = 9
/** Checksum and size of what was packed. */
const TRAILER_SIZE = 8

/** Where a member ends that has zeros behind it, the first place first. Its size, which stands there, must be one it can have. */
async function endsBeforeZeros(source: ByteSource, start: number, end: number): Promise<readonly number[]> {
  const ends: number[] = []
  const last = await behindLastByte(source, start, end)
  for (let at = Math.max(last, start + TRAILER_SIZE); at < Math.min(end, last + MOST_ZEROS + 1); at++) {
    const size = await source.read(at - 4, 4)
    if (isPossibleSize(new DataView(size.buffer, size.byteOffset).getUint32(0, true), at - start))
      ends.push(at)
  }
  return ends
}

/** That is not zero. */
async function behindLastByte(source: ByteSource, start: number, end: number): Promise<number> {
  for (let to = end; to > start;) {
    const from = Math.max(start, to - SCANNED)
    const bytes = await source.read(from, to - from)
    let last = bytes.length
    while (last > 0 && bytes[last - 1] === 0) last--
    if (last > 0) return from + last
    to = from
  }
  return start
}

const SCANNED = 1 << 20
/** Of a member's beginning: two bytes of magic, the method, and flags, of which the upper three are never set. */
const BEGINNING = 4

/** Where the next member seems to begin, from there on; the end of the file if none does. */
async function nextMember(source: ByteSource, from: number): Promise<number> {
  for (let at = from; at + BEGINNING <= source.size; at += SCANNED) {
    const bytes = await source.read(at, Math.min(SCANNED + BEGINNING - 1, source.size - at))
    for (let place = bytes.indexOf(0x1f); place >= 0; place = bytes.indexOf(0x1f, place + 1)) {
      if (place + BEGINNING > bytes.length) break
      if (bytes[place + 1] === 0x8b && bytes[place + 2] === 8 && bytes[place + 3] < 0x20) return at + place
    }
  }
  return source.size
}

/** "gmon.out" of "gmon.out.gz"; the tar of a .tgz. */
function unpackedName(name: string): string {
  const plain = name.replace(/\.(?:gz|gzip)$/i, '').replace(/\.tgz$/i, '.tar')
  return memberName(new TextEncoder().encode(plain)) || 'unpacked'
}
