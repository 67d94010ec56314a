// What the dropped files are, by their content; archives count as what they hold.
import { useful } from './in-archives.ts'
import { lookInto } from './texts.ts'
import type { Expanded } from '../archives/expand.ts'
import type { Drop } from '../archives/unpack-budget.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { packingOf } from '../bytes/packing.ts'
import { problemOf, throwBug, type Candidate, type OnStep } from './candidates.ts'
import type { InArchive } from './in-archives.ts'
import { TELLING_BYTES } from '../formats/format.ts'
import { identify } from '../formats/registry.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Problem } from '../problems/problem.ts'
import { ProblemError } from '../problems/problem-error.ts'

/** Adds a candidate for each file, in order; what archives hold comes last. */
export async function identifyAll(
  sources: readonly ByteSource[],
  candidates: Candidate[],
  onStep: OnStep,
): Promise<void> {
  if (sources.length === 0) throw new ProblemError({ code: 'input/nothing-given' })
  const inArchives: InArchive[] = []
  const drop = { sources }
  for (const [at, { source, archive, problem }] of (await unpacked(drop)).entries()) {
    const tell = (part: number): void =>
      onStep({
        stage: 'identify',
        file: source.name,
        done: at + part,
        total: Math.max(at + 1, sources.length),
      })
    tell(0)
    if (problem) {
      candidates.push({ source, file: unknown(source, problem) })
      continue
    }
    for (const candidate of await lookAt(source, drop, tell)) {
      if (archive !== null) inArchives.push({ archive, candidate })
      else candidates.push(candidate)
    }
  }
  if (inArchives.length === 0) return
  candidates.push(...useful(inArchives, candidates))
}

/** Files whose beginnings are asked for together: each may take its time to answer, and a thousand answers take memory. */
const AT_ONCE = 16

/** What is in archives, in their place. */
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
    return packingOf(await source.read(0, Math.min(TELLING_BYTES, source.size))) !== null
  } catch (error) {
    throwBug(error)
    // Told when the file is looked at.
    return false
  }
}

/** What a file is, by its content; of several profiles in a text, the first. */
export async function identifyOne(source: ByteSource): Promise<OfferedFile> {
  const [{ file }] = await lookAt(source, { sources: [source] }, () => {})
  return file
}

/** What there is in a file: itself, or what it holds as text. */
async function lookAt(
  source: ByteSource,
  drop: Drop,
  onPart: (part: number) => void,
): Promise<readonly Candidate[]> {
  const { name, size } = source
  try {
    const identity = await identify(source)
    if (identity.kind === 'unknown') {
      const { problem } = identity
      const found =
        problem.code === 'input/unknown-format'
          ? await lookInto(source, problem.looksLike, drop, onPart)
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
