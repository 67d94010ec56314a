// gzip files, unpacked to memory: their size is known only after inflating.
import { type ByteSource, rangeSource } from '../bytes/byte-source.ts'
import { piecesSource } from '../bytes/pieces-source.ts'
import { type ArchiveContent, damaged, memberName, type UnpackBudget } from './archive.ts'
import { decompress } from '../bytes/compression.ts'

/**
 * Reads all members, concatenated as gzip does. Zeros after a member, which tapes and disks add,
 * are ignored. Of a damaged file, what inflates before the damage is kept.
 *
 * Hosts differ in what they allow after a member, so a file of several members is inflated member
 * by member. Problems: `archive/damaged` if nothing inflates, `archive/too-large`.
 */
export async function openGzip(source: ByteSource, budget: UnpackBudget): Promise<ArchiveContent> {
  budget.take(0, source.name)
  const pieces: Uint8Array[] = []
  const keep = (inflated: Inflated): void => {
    budget.take(inflated.size, source.name)
    for (const piece of inflated.pieces) pieces.push(piece)
  }
  let all: Inflated | null = await inflate(source, 0, source.size, budget)
  let isWhole = true
  // An empty member followed by zeros looks like a single member, whatever follows.
  if (all.isOneMember && all.size > 0) keep(all)
  else {
    // What a strict host made of a whole first member, or any host of a cut one.
    let least = all.isDone ? 0 : all.size
    let inVain = 0
    for (let start = 0; start < source.size;) {
      let member: Inflated | null = null
      for await (const { at, next } of memberEnds(source, start, least)) {
        if (inVain >= budget.limit) break
        const alone = await inflate(source, start, at, budget)
        if (alone.isOneMember) {
          member = alone
          start = next
          all = null
          break
        }
        inVain += Math.max(alone.size, at - start, budget.limit / MOST_ATTEMPTS)
      }
      least = 0
      if (member === null) {
        member = all ?? (await inflate(source, start, source.size, budget))
        isWhole = member.isDone
        start = source.size
      }
      keep(member)
    }
  }
  const problem = damaged(source, 'compressed data')
  if (!isWhole && pieces.length === 0) throw problem
  const members = [piecesSource(unpackedName(source.name), pieces)]
  return { members, problems: isWhole ? [] : [problem], isMemberCut: !isWhole }
}

/** Most places tried as the end of a member; more false ends occur only in hostile files. */
const MOST_ATTEMPTS = 256

interface Inflated {
  readonly pieces: readonly Uint8Array[]
  readonly size: number
  /**
   * Whether the host accepts the data, including checksums. Some hosts ignore what follows a
   * member.
   */
  readonly isDone: boolean
  /** Whether, in addition, the last four bytes are the unpacked size. */
  readonly isOneMember: boolean
}

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
    // Only bytes that are kept count, but never more are held than the budget allows.
    if (size > budget.left) budget.take(size, source.name)
    pieces.push(piece)
    return true
  })
  const isDone = outcome === 'done'
  return { pieces, size, isDone, isOneMember: isDone && (await sizeBefore(source, end)) === size }
}

interface MemberEnd {
  readonly at: number
  /** Where the next member begins, or the end of the file. */
  readonly next: number
}

const SCANNED = 1 << 20
/** Ten bytes of header, two of data, and a trailer of checksum and size, four bytes each. */
const SMALLEST_MEMBER = 20
/** Zeros that a trailer may end with. */
const MOST_ZEROS = 8

/**
 * Finds the places where a member may end: before another member or the end of the file, perhaps
 * with zeros between. The size in its trailer is at least `least`.
 */
async function* memberEnds(source: ByteSource, start: number, least: number): AsyncGenerator<MemberEnd> {
  /** Position after the last nonzero byte. */
  let last = start + SMALLEST_MEMBER
  for (let at = last; at < source.size; at += SCANNED) {
    const from = at - SMALLEST_MEMBER
    const bytes = await source.read(from, Math.min(SCANNED + SMALLEST_MEMBER + 2, source.size - from))
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let place = at; place < Math.min(at + SCANNED, source.size); place++) {
      const byte = bytes[place - from]
      if (byte === 0x1f && bytes[place - from + 1] === 0x8b && bytes[place - from + 2] === 8)
        for (let end = last; end <= Math.min(place, last + MOST_ZEROS); end++) {
          const size = end - 4 < from ? await sizeBefore(source, end) : view.getUint32(end - 4 - from, true)
          if (size >= least) yield { at: end, next: place }
        }
      if (byte !== 0) last = place + 1
    }
  }
  for (let end = last; end <= Math.min(source.size, last + MOST_ZEROS); end++)
    if ((await sizeBefore(source, end)) >= least) yield { at: end, next: source.size }
}

/** Reads the size from a trailer that ends at `end`. */
async function sizeBefore(source: ByteSource, end: number): Promise<number> {
  const bytes = await source.read(end - 4, 4)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
}

/** Returns "gmon.out" for "gmon.out.gz", and the tar's name for a .tgz. */
function unpackedName(name: string): string {
  const plain = name.replace(/\.(?:gz|gzip)$/i, '').replace(/\.tgz$/i, '.tar')
  return memberName(new TextEncoder().encode(plain)) || 'unpacked'
}
