// Identifies the dropped files by content.
import type { ByteSource } from '../bytes/byte-source.ts'
import { IDENTIFYING_BYTES } from '../formats/format.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Problem } from '../problems/problem.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { identify } from '../formats/registry.ts'
import type { Expanded } from '../archives/expand.ts'
import type { Drop } from '../archives/archive.ts'
import { packingOf } from '../bytes/compression.ts'
import { type Candidate, type OnProgress, rethrowBug, problemOf } from './candidates.ts'
import { identifyText, isPlainText } from './identify-text.ts'

/**
 * Returns a candidate for each file, in order; members of archives come last. A file that cannot be used
 * becomes one of kind 'unknown' with its problem. A text may give several profiles.
 *
 * @param onProgress receives the number of files done; cancels by throwing
 * @throws ProblemError `input/nothing-given` without files
 */
export async function identifyAll(
  sources: readonly ByteSource[],
  onProgress: OnProgress,
): Promise<readonly Candidate[]> {
  if (sources.length === 0) throw new ProblemError({ code: 'input/nothing-given' })
  const candidates: Candidate[] = []
  const inArchives: InArchive[] = []
  const drop = { sources }
  for (const [at, { source, archive, problem }] of (await unpacked(drop)).entries()) {
    const report = (part: number): void =>
      onProgress({
        stage: 'identify',
        file: source.name,
        done: at + part,
        total: Math.max(at + 1, sources.length),
      })
    report(0)
    if (problem) {
      candidates.push({ source, file: unknown(source, problem) })
      continue
    }
    for (const candidate of await lookAt(source, drop, report)) {
      if (archive !== null) inArchives.push({ archive, candidate })
      else candidates.push(candidate)
    }
  }
  return inArchives.length === 0 ? candidates : [...candidates, ...usefulMembers(inArchives, candidates)]
}

/**
 * Files whose beginnings are read together. Each answer may take time, and a thousand at once take
 * memory.
 */
const AT_ONCE = 16

/** Replaces archives by their members. */
async function unpacked(drop: Drop): Promise<readonly Expanded[]> {
  const { sources } = drop
  if (!(await isAnyPacked(sources)))
    return sources.map((source) => ({ source, archive: null, problem: null }))
  const { expandDrop } = await import('../archives/expand.ts')
  return expandDrop(drop)
}

async function isAnyPacked(sources: readonly ByteSource[]): Promise<boolean> {
  for (let at = 0; at < sources.length; at += AT_ONCE) {
    const isPacked = await Promise.all(sources.slice(at, at + AT_ONCE).map(beginsAsArchive))
    if (isPacked.includes(true)) return true
  }
  return false
}

async function beginsAsArchive(source: ByteSource): Promise<boolean> {
  try {
    return packingOf(await source.read(0, Math.min(IDENTIFYING_BYTES, source.size))) !== null
  } catch (error) {
    rethrowBug(error)
    // Looking at the file reports the problem.
    return false
  }
}

/**
 * Identifies one file by its content; of several profiles in a text, returns the first. An archive is not
 * opened; a file that cannot be used is of kind 'unknown' with its problem.
 */
export async function identifyOne(source: ByteSource): Promise<OfferedFile> {
  const [{ file }] = await lookAt(source, { sources: [source] }, () => {})
  return file
}

/** Returns the file itself, or the profiles that it holds as text. */
async function lookAt(
  source: ByteSource,
  drop: Drop,
  onFraction: (part: number) => void,
): Promise<readonly Candidate[]> {
  const { name, size } = source
  try {
    const identity = await identify(source)
    if (identity.kind === 'unknown') {
      const { problem } = identity
      const found =
        problem.code === 'input/unknown-format'
          ? await identifyText(source, problem.looksLike, drop, onFraction)
          : null
      return found ?? [{ source, file: unknown(source, problem) }]
    }
    const kind = identity.kind === 'maybe-bsd-profile' ? 'profile' : identity.kind
    return [{ source, file: { name, size, kind, detail: identity.detail, problem: null } }]
  } catch (error) {
    return [{ source, file: unknown(source, problemOf(error)) }]
  }
}

const unknown = ({ name, size }: ByteSource, problem: Problem): OfferedFile => ({
  name,
  size,
  kind: 'unknown',
  detail: '',
  problem,
})

interface InArchive {
  readonly archive: ByteSource
  readonly candidate: Candidate
}

/**
 * Returns the useful members. Others are mentioned only if an archive has nothing useful.
 *
 * @param others candidates known already: a damaged archive needs no second problem
 */
function usefulMembers(inArchives: readonly InArchive[], others: readonly Candidate[]): readonly Candidate[] {
  const isOfUse = ({ candidate: { file } }: InArchive): boolean =>
    file.kind !== 'unknown' || file.problem?.code === 'bug'
  const kept = inArchives.filter(isOfUse)
  const left = new Map<ByteSource, { readonly members: number; readonly last: Problem | null }>()
  for (const { archive, candidate } of inArchives) {
    const members = left.get(archive)?.members ?? 0
    left.set(archive, { members: members + 1, last: candidate.file.problem })
  }
  for (const { archive } of kept) left.delete(archive)
  for (const { source } of others) left.delete(source)
  const empty = Array.from(left, ([source, { members, last }]): Candidate => {
    const { name, size } = source
    // Go and others compress profiles of their own, each file by itself.
    const isKnown =
      members === 1 &&
      last?.code === 'input/unknown-format' &&
      last.looksLike !== null &&
      !isPlainText(last.looksLike)
    const problem: Problem = isKnown ? last : { code: 'archive/nothing-of-use', file: name, members }
    return { source, file: { name, size, kind: 'unknown', detail: '', problem } }
  })
  return [...kept.map(({ candidate }) => candidate), ...empty]
}
