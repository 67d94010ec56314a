// Files as they were dropped → those among them that are no archives, and what the archives hold, in their place.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { Problem } from '../problems/problem.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { ArchiveContent } from './archive-content.ts'
import { openGzip } from './gzip.ts'
import { packingOf } from '../bytes/packing.ts'
import { openTar } from './tar.ts'
import { budgetOf, type Drop, type UnpackBudget } from './unpack-budget.ts'
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
