// The dropped files: what each is, by its content, the problem that it ends in, which run was chosen, and
// which of two programs has the debugging information.
import { type ByteSource, piecesSource, rangeSource } from '../bytes/byte-source.ts'
import { IDENTIFYING_BYTES, type RawExecutable, type RawProfile } from '../formats/format.ts'
import type { OfferedFile, RunName, StageProgress } from '../profile-view.ts'
import { bugOf } from '../problems/problem-from-error.ts'
import type { Problem } from '../problems/problem.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { formatCounted } from '../reports/quantities.ts'
import { baseName, positionOfKey } from '../base/file-names.ts'
import { readDebugLink } from '../formats/debug-info.ts'
import { sameProgram } from '../formats/dwarf/read.ts'
import { identify, readExecutable } from '../formats/registry.ts'
import type { Expanded } from '../archives/expand.ts'
import { budgetOf, type Drop } from '../archives/archive.ts'
import { packingOf } from '../bytes/compression.ts'
import type { DumpDamage } from '../bytes/text-encodings/dump.ts'
import { guessTarget, isGnu, plausibleBsdHeaders } from '../formats/gmon/gmon.ts'

// Candidates: the given files, each with what was found out about it and its problem; and the
// choice of one run among them.

/** Receives the stage that is under way and its progress. */
export type OnProgress = (step: StageProgress) => void

/** A source with the description of its file so far. */
export interface Candidate {
  readonly source: ByteSource
  /**
   * The file's description, shown to the person in any case. Code here and in `pipeline` that
   * examines the source replaces this object. A reference to the old object keeps the old state.
   */
  file: OfferedFile
}

/** Returns the problem that was thrown; anything that is not a ProblemError becomes a `bug`. */
export function problemOf(error: unknown): Problem {
  return error instanceof ProblemError ? error.problem : bugOf(error)
}

/**
 * Throws if the error is a bug. For code that can do without a file: it may ignore the file's
 * problem, but no bug.
 */
export function rethrowBug(error: unknown): void {
  if (!(error instanceof ProblemError)) throw error
}

/** Runs `work` and returns its result. A problem that it throws is recorded at the file, and thrown again. */
export async function attributingTo<T>(candidate: Candidate, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    candidate.file = { ...candidate.file, problem: problemOf(error) }
    throw error
  }
}

/**
 * Describes a profile for people: "GNU gmon.out · 100 Hz · 250 samples · 12 arcs". Without a histogram only
 * the arcs are counted.
 *
 * @param detail name of the format
 * @param samples of all its histograms
 */
export function describeProfile(detail: string, profile: RawProfile, samples: number): string {
  const rate = profile.histograms[0]?.rate
  const parts = [detail]
  if (rate !== undefined) parts.push(`${rate} Hz`, formatCounted(samples, 'sample'))
  parts.push(formatCounted(profile.arcs.length, 'arc'))
  return parts.join(' · ')
}

/**
 * Returns the candidates without the profiles of other runs, to show one of several runs alone.
 *
 * @throws ProblemError if the run is no profile any more: its own problem. If it is not among the candidates:
 *   the first problem of any file, which is that of its archive if it is gone with it. `bytes/unreadable` if
 *   there is no such problem
 */
export function withOneRun(candidates: readonly Candidate[], run: RunName): readonly Candidate[] {
  const files = candidates.map(({ file }) => file)
  const chosen = candidates[positionOfKey(files, run)]
  if (chosen?.file.kind !== 'profile') {
    const { problem } = chosen?.file ?? files.find((file) => file.problem !== null) ?? { problem: null }
    const gone: Problem = { code: 'bytes/unreadable', file: run.name, reason: 'it is no profile any more' }
    throw new ProblemError(problem ?? gone)
  }
  return candidates.filter((candidate) => candidate === chosen || candidate.file.kind !== 'profile')
}

// Pairs a program with its debug file, when there are two executables among the files.
//
// Tools that split a program (`objcopy --only-keep-debug`, then `strip`) put code in one file,
// symbols and line tables in the other. The two match by build id, or by the debug file's name in
// the program.

/** A program or a debug file, without debugging information read. */
export interface ReadFile {
  readonly source: ByteSource
  readonly raw: RawExecutable
}

/** A program and its debug file. */
export interface ProgramFiles {
  /** Undefined without a program among the files. */
  readonly program: Candidate | undefined
  readonly debug: ReadFile | null
}

/**
 * Returns the program among the executables, and its debug file. If two belong together, the debug file's
 * `file` becomes one of kind 'debug'.
 *
 * @param known a file already found to be the debug file; used with at most one executable
 * @throws ProblemError `input/several-executables` if they do not belong together; problems of reading them
 */
export async function pairPrograms(
  executables: readonly Candidate[],
  known?: Candidate,
): Promise<ProgramFiles> {
  const [first, second] = executables
  if (!second) return { program: first, debug: known ? await readOne(known) : null }
  const several = new ProblemError({
    code: 'input/several-executables',
    files: executables.map(({ file }) => file.name),
  })
  if (!first || executables.length > 2) throw several
  const [left, right] = [await readOne(first), await readOne(second)]
  const isPair =
    sameProgram(left.raw, right.raw) || (await isLinked(left, right)) || (await isLinked(right, left))
  const [leftHasCode, rightHasCode] = [hasCode(left.raw), hasCode(right.raw)]
  // If both have code, one was stripped later and the other has what it lost. If it lost nothing,
  // it is a copy.
  const more = debugInfoScore(left.raw) - debugInfoScore(right.raw)
  const isOne = leftHasCode === rightHasCode && (!leftHasCode || more === 0)
  if (!isPair || isOne) throw several
  const leftIsDebug = leftHasCode === rightHasCode ? more > 0 : !leftHasCode
  const [program, other] = leftIsDebug ? [second, first] : [first, second]
  const debug = leftIsDebug ? left : right
  const detail = `${debug.raw.description} · of ${program.file.name}`
  other.file = { ...other.file, kind: 'debug', detail }
  return { program, debug }
}

/** Whether an executable has line tables, of DWARF or stabs. */
export function hasLineTables({ debugSections }: RawExecutable): boolean {
  return debugSections.some(({ name }) => /^\.(?:z?debug_line|stab)$/.test(name))
}

/** Whether an executable has code, which a debug file lacks. */
export const hasCode = ({ textOffset }: RawExecutable): boolean => textOffset !== null

/**
 * Returns how much debugging information an executable has, 0–3: symbols count 2, line tables 1.
 */
export const debugInfoScore = (raw: RawExecutable): number =>
  (raw.symbols.length > 0 ? 2 : 0) + (hasLineTables(raw) ? 1 : 0)

function readOne(candidate: Candidate): Promise<ReadFile> {
  const { source } = candidate
  return attributingTo(candidate, async () => ({ source, raw: await readExecutable(source, true) }))
}

/** Whether two executables have the same machine and code range; their code is not compared. */
export const haveSameText = (a: RawExecutable, b: RawExecutable): boolean =>
  a.machine === b.machine && a.textStart === b.textStart && a.textLast === b.textLast

/** Whether the program names the other as its debug file, and nothing contradicts that. */
async function isLinked(program: ReadFile, other: ReadFile): Promise<boolean> {
  const [a, b] = [program.raw, other.raw]
  if (!haveSameText(a, b) || (a.buildId !== '' && b.buildId !== '')) return false
  const link = await readDebugLink(program.source, program.raw)
  return link !== null && new TextDecoder().decode(link.name) === baseName(other.source.name)
}

// Identifies the dropped files by content: archives yield their members, texts the listing or
// profiles in them.

/**
 * Appends a candidate for each file to `candidates`, in order; members of archives come last. A file that
 * cannot be used becomes one of kind 'unknown' with its problem. A text may give several profiles.
 *
 * @param onProgress receives the number of files done; cancels by throwing
 * @throws ProblemError `input/nothing-given` without files
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
 * Returns the profiles that a text holds as dumps, of any form, in order; empty if the file is no text. Bytes
 * are taken from the drop's budget.
 *
 * @param drop the files given together
 * @throws ProblemError `archive/too-large`, `bytes/…`; what `onFraction` throws
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
    const damageProblem = damage && problemOfDump(source.name, damage)
    if (damageProblem && size === 0) {
      found.push({ source, file: fileOf(source, { kind: 'unknown', detail: '', problem: damageProblem }) })
      continue
    }
    const bytes = await withoutSpare(piecesSource(source.name, pieces), spare)
    const identity = await identify(bytes)
    if (identity.kind !== 'profile' && identity.kind !== 'maybe-bsd-profile') continue
    const detail = `${identity.detail}, as ${form}`
    const file = fileOf(source, { kind: 'profile', detail, ...(damageProblem && { damage: damageProblem }) })
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
