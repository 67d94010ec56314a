// Opens dropped archives: returns the files in them beside the other dropped files. gzip files are
// unpacked here.
import { type ByteSource, piecesSource, rangeSource } from '../bytes/byte-source.ts'
import type { Problem } from '../problems/problem.ts'
import { ProblemError } from '../problems/problem-error.ts'
import {
  type ArchiveContent,
  budgetOf,
  damaged,
  type Drop,
  memberName,
  type UnpackBudget,
} from './archive.ts'
import { decompress, packingOf } from '../bytes/compression.ts'
import { openTar } from './tar.ts'
import { openZip } from './zip.ts'

/** A dropped file, or a file from a dropped archive. */
export interface Expanded {
  readonly source: ByteSource
  /** The dropped file it was in; null for a dropped file itself. */
  readonly archive: ByteSource | null
  /** Why an archive or some of its members cannot be opened; otherwise null. */
  readonly problem: Problem | null
}

/** Depth of nested archives: a compressed tar in a zip is the deepest in practice. */
const DEEPEST = 3
const SNIFFED = 512

interface Packed {
  readonly source: ByteSource
  readonly archive: ByteSource | null
  readonly depth: number
  /** Whether the archive is cut within this file, which a problem of the archive reports. */
  readonly isCut: boolean
}

/** Opens the archives of a drop, within its budget; see `expandArchives`. */
export const expandDrop = (drop: Drop): Promise<readonly Expanded[]> =>
  expandArchives(drop.sources, budgetOf(drop))

/**
 * Opens archives, and archives in them. Returns the members of each archive in its place, and other files as
 * they are, in the order of `sources`. A problem of an archive is returned in its place; only bugs are
 * thrown.
 *
 * @param budget what all may unpack to; by default by the size of `sources`
 */
export async function expandArchives(
  sources: readonly ByteSource[],
  budget = budgetOf({ sources }),
): Promise<readonly Expanded[]> {
  const done: Expanded[] = []
  const pending: Packed[] = sources
    .map((source) => ({ source, archive: null, depth: 0, isCut: false }))
    .reverse()
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { source, archive, depth, isCut } = next
    const fail = (problem: Problem): void => {
      if (!isCut || problem.code !== 'archive/damaged') done.push({ source, archive, problem })
    }
    try {
      const content = await openPacked(source, depth, budget)
      if (content === null) {
        done.push({ source, archive, problem: null })
        continue
      }
      content.problems.forEach(({ problem }) => fail(problem))
      if (content.members.length + content.problems.length === 0)
        fail({ code: 'archive/nothing-of-use', file: source.name, members: 0 })
      const inside = content.members.map((member) => ({
        source: member,
        archive: archive ?? source,
        depth: depth + 1,
        isCut: content.isMemberCut === true,
      }))
      pending.push(...inside.reverse())
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      fail(error.problem)
    }
  }
  return done
}

/** Returns null for a file that is no archive, or is nested too deep. */
async function openPacked(
  source: ByteSource,
  depth: number,
  budget: UnpackBudget,
): Promise<ArchiveContent | null> {
  if (depth >= DEEPEST || source.size === 0) return null
  switch (packingOf(await source.read(0, Math.min(SNIFFED, source.size)))) {
    case 'gzip':
      return openGzip(source, budget)
    case 'zip':
      return openZip(source, budget)
    case 'tar':
      return openTar(source, budget)
    case null:
      return null
  }
}

// gzip files, unpacked to memory: their size is known only after inflating.

/**
 * Reads all members, concatenated as gzip does. Zeros after a member, which tapes and disks add,
 * are ignored. Of a damaged file, what inflates before the damage is kept.
 *
 * Hosts differ in what they allow after a member, so a file of several members is inflated member
 * by member. Problems: `archive/damaged` if nothing inflates, `archive/too-large`.
 */
async function openGzip(source: ByteSource, budget: UnpackBudget): Promise<ArchiveContent> {
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
