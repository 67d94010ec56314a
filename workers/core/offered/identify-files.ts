// What the dropped files are, by their content; archives count as what they hold.
import type { Expanded } from '../archives/expand.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { packingOf } from '../bytes/packing.ts'
import { problemOf, throwBug, type Candidate, type OnStep } from './candidates.ts'
import type { InArchive } from './in-archives.ts'
import { TELLING_BYTES } from '../formats/format.ts'
import { identify } from '../formats/registry.ts'
import type { OfferedFile } from '../opened-profile.ts'
import { ProblemError } from '../problems/problem-error.ts'

/** Adds a candidate for each file, in order; what archives hold comes last. */
export async function identifyAll(
  sources: readonly ByteSource[],
  { strict }: { readonly strict: boolean },
  candidates: Candidate[],
  onStep: OnStep,
): Promise<void> {
  if (sources.length === 0) throw new ProblemError({ code: 'input/nothing-given' })
  const inArchives: InArchive[] = []
  for (const [at, { source, archive, problem }] of (await unpacked(sources, strict)).entries()) {
    onStep({ stage: 'identify', file: source.name, done: at, total: Math.max(at + 1, sources.length) })
    const { name, size } = source
    const file: OfferedFile = problem
      ? { name, size, kind: 'unknown', detail: '', problem }
      : await identifyOne(source)
    if (problem) candidates.push({ source, file })
    else if (archive !== null) inArchives.push({ archive, candidate: { source, file } })
    else
      candidates.push({
        source,
        file: strict ? { ...file, kind: at === 0 ? 'executable' : 'profile' } : file,
      })
  }
  if (inArchives.length === 0) return
  const { useful } = await import('./in-archives.ts')
  candidates.push(...useful(inArchives, candidates, (looksLike) => TEXTS.includes(looksLike)))
}

/** Files whose beginnings are asked for together: each may take its time to answer, and a thousand answers take memory. */
const AT_ONCE = 16

/** What is in archives, in their place. gprof knows none. */
async function unpacked(sources: readonly ByteSource[], strict: boolean): Promise<readonly Expanded[]> {
  if (strict || !(await isAnyPacked(sources)))
    return sources.map((source) => ({ source, archive: null, problem: null }))
  const { expandArchives } = await import('../archives/expand.ts')
  return expandArchives(sources)
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
    return packingOf(await source.read(0, Math.min(TELLING_BYTES, source.size))) !== null
  } catch (error) {
    throwBug(error)
    // Told when the file is looked at.
    return false
  }
}

/** What a gprof listing may look like at first: a letter may stand above it. */
const TEXTS: readonly string[] = ['text', 'gprof listing']

/** What a file is, by its content. */
export async function identifyOne(source: ByteSource): Promise<OfferedFile> {
  const { name, size } = source
  try {
    const identity = await identify(source)
    if (identity.kind === 'unknown') {
      const { problem } = identity
      const isText = problem.code === 'input/unknown-format' && TEXTS.includes(problem.looksLike ?? '')
      // Few open a listing: what reads it is fetched when there may be one.
      const listing = isText
        ? await (await import('../formats/gprof-listing/read.ts')).findListing(source)
        : null
      if (listing !== null) return { name, size, kind: 'listing', detail: listing, problem: null }
      return { name, size, kind: 'unknown', detail: '', problem }
    }
    const kind = identity.kind === 'maybe-bsd-profile' ? 'profile' : identity.kind
    return { name, size, kind, detail: identity.detail, problem: null }
  } catch (error) {
    return { name, size, kind: 'unknown', detail: '', problem: problemOf(error) }
  }
}
