// A gzip file → what is in it, in memory: its size is known only once it is inflated.
import type { ByteSource } from '../bytes/byte-source.ts'
import { piecesSource } from '../bytes/pieces-source.ts'
import { rangeSource } from '../bytes/range-source.ts'
import { decompress } from '../bytes/transform.ts'
import { damaged, memberName, type ArchiveContent } from './archive-content.ts'
import type { UnpackBudget } from './unpack-budget.ts'

/**
 * Reads all members, one behind another, as one file, as gzip does, and ignores zeros behind the last one, which tapes add.
 * Of a damaged file it keeps what inflates before the damage.
 *
 * Hosts differ: Node inflates all members at once, browsers fail at the first byte behind the first member. So it inflates as far as
 * the host does; where that fails, it looks for the end of the member and inflates the member by itself.
 *
 * Errors: `archive/damaged` if there is nothing, `archive/too-large`.
 */
export async function openGzip(source: ByteSource, budget: UnpackBudget): Promise<ArchiveContent> {
  budget.take(0, source.name)
  const pieces: Uint8Array[] = []
  /** Bytes of attempts that failed, and a share of the limit for each. */
  let inVain = 0
  let isWhole = true
  for (let start = 0; start < source.size && isWhole;) {
    let next = source.size
    let member = await inflate(source, start, source.size, budget)
    if (!member.isWhole) {
      for await (const end of memberEnds(source, start, member.size)) {
        if (inVain >= budget.limit) break
        const alone = await inflate(source, start, end.at, budget)
        if (alone.isWhole) {
          member = alone
          next = end.next
          break
        }
        inVain += Math.max(alone.size, end.at - start, budget.limit / MOST_ATTEMPTS)
      }
    }
    isWhole = member.isWhole
    budget.take(member.size, source.name)
    for (const piece of member.pieces) pieces.push(piece)
    start = next
  }
  const problem = damaged(source, 'compressed data')
  if (!isWhole && pieces.length === 0) throw problem
  const members = [piecesSource(unpackedName(source.name), pieces)]
  return { members, problems: isWhole ? [] : [problem], isMemberCut: !isWhole }
}

/** Ends of members that turn out to be none are rare, but in files that are made to cost time. */
const MOST_ATTEMPTS = 16

interface Inflated {
  readonly pieces: readonly Uint8Array[]
  readonly size: number
  readonly isWhole: boolean
}

/** Inflates these bytes; `isWhole` if the host finds nothing wrong with them, checksums included. */
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

interface MemberEnd {
  readonly at: number
  /** Where the next member begins, or the end of the file. */
  readonly next: number
}

const SCANNED = 1 << 20
/** Ten bytes of header, two of data, and a trailer: the checksum and the size of what was packed, 4 bytes each. */
const SMALLEST_MEMBER = 20
/** A trailer may end in as many zeros. */
const MOST_ZEROS = 8

/**
 * Finds the places where a member may end: the beginning of another member stands behind it, or zeros to the end of the file.
 * The size in its trailer is at least what came out of it.
 */
async function* memberEnds(source: ByteSource, start: number, least: number): AsyncGenerator<MemberEnd> {
  const from = start + SMALLEST_MEMBER
  for (let at = from; at < source.size; at += SCANNED) {
    // From the size before the first place to the end of a mark at the last one.
    const bytes = await source.read(at - 4, Math.min(SCANNED + 6, source.size - at + 4))
    for (let mark = bytes.indexOf(0x1f, 4); mark >= 0; mark = bytes.indexOf(0x1f, mark + 1)) {
      const place = at - 4 + mark
      if (bytes[mark + 1] === 0x8b && bytes[mark + 2] === 8 && sizeAt(bytes, mark - 4) >= least)
        yield { at: place, next: place }
    }
  }
  const last = Math.max(from, await behindLastByte(source, start))
  for (let at = last; at < Math.min(source.size, last + MOST_ZEROS + 1); at++)
    if (sizeAt(await source.read(at - 4, 4), 0) >= least) yield { at, next: source.size }
}

const sizeAt = (bytes: Uint8Array, at: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true)

/** Behind the last byte of the file that is not zero. */
async function behindLastByte(source: ByteSource, start: number): Promise<number> {
  for (let to = source.size; to > start; to -= SCANNED) {
    const from = Math.max(start, to - SCANNED)
    const bytes = await source.read(from, to - from)
    const last = bytes.findLastIndex((byte) => byte !== 0)
    if (last >= 0) return from + last + 1
  }
  return start
}

/** "gmon.out" of "gmon.out.gz"; the tar of a .tgz. */
function unpackedName(name: string): string {
  const plain = name.replace(/\.(?:gz|gzip)$/i, '').replace(/\.tgz$/i, '.tar')
  return memberName(new TextEncoder().encode(plain)) || 'unpacked'
}
