// Opens dropped archives: returns the files in them beside the other dropped files.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { Problem } from '../problems/problem.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { type ArchiveContent, budgetOf, type Drop, type UnpackBudget } from './archive.ts'
import { packingOf } from '../bytes/compression.ts'
import { openTar } from './tar.ts'
import { openZip } from './zip.ts'
import { openGzip } from './gzip.ts'

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
