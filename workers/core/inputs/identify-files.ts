// Identifies the dropped files by content: archives yield their members, texts the listing or
// profiles in them.
import type { Expanded } from '../archives/expand.ts'
import { budgetOf, type Drop } from '../archives/archive.ts'
import { type ByteSource, piecesSource, rangeSource } from '../bytes/byte-source.ts'
import { packingOf } from '../bytes/compression.ts'
import { type Candidate, type OnProgress, problemOf, rethrowBug } from './candidates.ts'
import { IDENTIFYING_BYTES } from '../formats/format.ts'
import { identify } from '../formats/registry.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Problem } from '../problems/problem.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { DumpDamage } from '../bytes/text-encodings/dump.ts'
import { isGnu, plausibleBsdHeaders } from '../formats/gmon/layouts.ts'
import { guessTarget } from '../formats/gmon/read.ts'

/**
 * Adds a candidate for each file, in order; members of archives come last.
 *
 * @param onProgress receives the number of files done; cancels by throwing
 */
export async function identifyAll(
  sources: readonly ByteSource[],
  candidates: Candidate[],
  onProgress: OnProgress,
): Promise<void> {
  if (sources.length === 0) throw new ProblemError({ code: 'input/nothing-given' })
  const inArchives: InArchive[] = []
  const drop = { sources }
  for (const [at, { source, archive, problem }] of (await unpacked(drop)).entries()) {
    const tell = (part: number): void =>
      onProgress({
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
  candidates.push(...usefulMembers(inArchives, candidates))
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

/** Identifies one file by its content; of several profiles in a text, returns the first. */
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

// Members of archives: the useful ones, and a problem for each archive without any.

/** A candidate from an archive. */
export interface InArchive {
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

// Texts among the files: gprof's listing, or a profile that came off a board as text. The readers
// are loaded on demand.

/**
 * What the beginning of a dump may look like. A console's log may begin with anything, which is
 * like nothing.
 */
const DUMPS: readonly (string | null)[] = [
  'text',
  'source file',
  'Intel hex file',
  'Motorola S-record file',
  null,
]

/**
 * A build tree has thousands of texts. In a larger drop, only texts in which a dump begins soon are
 * read to the end.
 */
const FEW_FILES = 64

/** Receives the fraction read, 0–1. */
type OnFraction = (part: number) => void

/** Returns null for a text that is neither. */
async function identifyText(
  source: ByteSource,
  looksLike: string | null,
  drop: Drop | null,
  onFraction: OnFraction,
): Promise<readonly Candidate[] | null> {
  if (looksLike !== null && isPlainText(looksLike)) {
    const { findListing } = await import('../formats/gprof-listing/read.ts')
    const detail = await findListing(source)
    if (detail !== null) return [{ source, file: fileOf(source, { kind: 'listing', detail }) }]
  }
  if (drop === null || !DUMPS.includes(looksLike)) return null
  const found = await profilesInText(source, drop, onFraction)
  return found.length > 0 ? found : null
}

/**
 * Returns the profiles that a text holds as dumps, of any form.
 *
 * @throws ProblemError `archive/too-large`, `bytes/…`
 */
export async function profilesInText(
  source: ByteSource,
  drop: Drop,
  onFraction: OnFraction,
): Promise<readonly Candidate[]> {
  if (!(await isText(source))) return []
  const { beginsSoon, findDumps } = await import('../bytes/text-encodings/find-dumps.ts')
  const rules = {
    isBeginning: (start: Uint8Array, size: number) => isGnu(start) || isBsd(start, size),
    budget: budgetOf(drop),
  }
  if (drop.sources.length > FEW_FILES && !(await beginsSoon(source, IDENTIFYING_BYTES, rules))) return []
  const dumps = await findDumps(source, {
    ...rules,
    onRead: (bytes) => onFraction(bytes / source.size),
  })
  const found: Candidate[] = []
  for (const { form, pieces, size, damage, spare } of dumps) {
    const told = damage && problemOfDump(source.name, damage)
    if (told && size === 0) {
      found.push({ source, file: fileOf(source, { kind: 'unknown', detail: '', problem: told }) })
      continue
    }
    const bytes = await withoutSpare(piecesSource(source.name, pieces), spare)
    const identity = await identify(bytes)
    if (identity.kind !== 'profile' && identity.kind !== 'maybe-bsd-profile') continue
    const detail = `${identity.detail}, as ${form}`
    const file = fileOf(source, { kind: 'profile', detail, ...(told && { damage: told }) })
    found.push({ source: bytes, file })
  }
  return found
}

const fileOf = ({ name, size }: ByteSource, found: Partial<OfferedFile>): OfferedFile => ({
  name,
  size,
  kind: 'profile',
  detail: '',
  problem: null,
  ...found,
})

/** Removes padding after the last record: memory printed in words may extend beyond the profile. */
async function withoutSpare(bytes: ByteSource, spare: number): Promise<ByteSource> {
  for (let less = 0; less <= spare; less++) {
    const some = rangeSource(bytes, 0, bytes.size - less)
    if ((await guessTarget(some)).certain) return some
  }
  return bytes
}

const isBsd = (bytes: Uint8Array, size: number): boolean =>
  plausibleBsdHeaders({ file: '', offset: 0, bytes }, size).length > 0

/** Percentage of bytes in a text that may be noise of a serial line. */
const NOISE = 10

async function isText(source: ByteSource): Promise<boolean> {
  const start = await source.read(0, Math.min(IDENTIFYING_BYTES, source.size))
  const isMarked = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff)
  // UTF-16, as PowerShell writes it.
  if (isMarked || (start[0] === 0 && start[2] === 0) || (start[1] === 0 && start[3] === 0)) return true
  let noise = 0
  for (const byte of start) if (byte > 126 || (byte < 32 && (byte < 9 || byte > 13))) noise++
  return 100 * noise <= NOISE * start.length
}

function problemOfDump(file: string, { line, why, what }: DumpDamage): Problem {
  const words = {
    checksum: 'Its checksum does not fit.',
    unreadable: 'Digits are missing, or are none.',
    characters: 'Its digits are not what its characters are.',
    gap: `${what}.`,
    length: `There are ${what}.`,
    end: 'The text ends before the dump does.',
  }
  return { code: 'dump/damaged', file, line, what: words[why] }
}

/** What the beginning of a listing may look like; a mail's text may precede it. */
const LISTINGS: readonly string[] = ['text', 'gprof listing']

const isPlainText = (looksLike: string): boolean => LISTINGS.includes(looksLike)
