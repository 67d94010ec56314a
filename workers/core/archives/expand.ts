// Files as they were dropped → those that are no archives, and what the archives hold. gzip files are
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

export interface Expanded {
  readonly source: ByteSource
  /** The dropped file it was in; null for a dropped file itself. */
  readonly archive: ByteSource | null
  /** Why an archive, or some of its members, cannot be opened; null for a file to be looked at. */
  readonly problem: Problem | null
}

/** A compressed tar in a zip: nobody packs deeper. */
const DEEPEST = 3
const SNIFFED = 512

interface Packed {
  readonly source: ByteSource
  readonly archive: ByteSource | null
  readonly depth: number
  /** Its archive is cut in it: the problem of that archive covers the damage. */
  readonly isCut: boolean
}

/** Opens the archives of a drop, within what it may still unpack to. */
export const expandDrop = (drop: Drop): Promise<readonly Expanded[]> =>
  expandArchives(drop.sources, budgetOf(drop))

/** Opens archives, and those in them. Throws bugs only: a problem of an archive is in its place among the files. */
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

/** Null for a file that is no archive, or an archive too deep in others. */
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

// A gzip file → what is in it, in memory: its size is known only once it is inflated.

/**
 * Reads all members, one behind another, as one file, as gzip does. Zeros behind a member, which tapes and disks add, do not count.
 * Of a damaged file it keeps what inflates before the damage.
 *
 * Hosts differ in what they allow behind a member. A file that is not one member and nothing else is inflated member by member.
 *
 * Errors: `archive/damaged` if there is nothing, `archive/too-large`.
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
  // An empty member with zeros behind it looks like one member, whatever follows.
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

/** Ends of members that turn out to be none are rare, but in files that are made to cost time. */
const MOST_ATTEMPTS = 256

interface Inflated {
  readonly pieces: readonly Uint8Array[]
  readonly size: number
  /** The host finds nothing wrong, checksums included; but some ignore what stands behind a member. */
  readonly isDone: boolean
  /** And the last four bytes are the size of what came out. */
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
    // Only what stays is taken; but never more is held than may be.
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
/** Ten bytes of header, two of data, and a trailer: the checksum and the size of what was packed, 4 bytes each. */
const SMALLEST_MEMBER = 20
/** A trailer may end in as many zeros. */
const MOST_ZEROS = 8

/**
 * Finds the places where a member may end: behind it, or behind zeros, stands the beginning of another member or the end of the
 * file. The size in its trailer is at least what came out of it.
 */
async function* memberEnds(source: ByteSource, start: number, least: number): AsyncGenerator<MemberEnd> {
  /** Behind the last byte that is not zero. */
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

/** The size in a trailer that ends there. */
async function sizeBefore(source: ByteSource, end: number): Promise<number> {
  const bytes = await source.read(end - 4, 4)
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
}

/** "gmon.out" of "gmon.out.gz"; the tar of a .tgz. */
function unpackedName(name: string): string {
  const plain = name.replace(/\.(?:gz|gzip)$/i, '').replace(/\.tgz$/i, '.tar')
  return memberName(new TextEncoder().encode(plain)) || 'unpacked'
}
