// Several programs or builds in one drop: finds the program that the profiles fit, in the build to read
// first.
import { type Candidate, type OnProgress, problemOf, rethrowBug } from '../inputs/candidates.ts'
import { debugInfoScore, hasCode, haveSameText } from '../inputs/pair-programs.ts'
import type { RawExecutable } from '../formats/format.ts'
import { GNU_HEADER_SIZE, histogramHeaderSize } from '../formats/gmon/layouts.ts'
import { ReadBuffers, readProfile } from '../formats/gmon/read.ts'
import { readExecutable } from '../formats/registry.ts'
import { type ArcEvidence, sampleArcs } from '../profile/arc-evidence.ts'
import { findHiddenFunctions } from '../trust/program/hidden-functions.ts'
import { prologueOf, scoreMatch } from '../trust/program/match-executable.ts'
import { isMismatch, type MatchScore, MINIMUM_EVIDENCE } from '../trust/program/match-score.ts'
import type { Problem } from '../problems/problem.ts'
import { formatCounted } from '../quantities.ts'
import { CORRECTED } from '../symbols/target-rules.ts'
import { selectFunctions, type SymbolTable } from '../symbols/symbol-table.ts'
import { dropSymbols } from './read-names.ts'
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import { type ByteSource, haveSameBytes } from '../bytes/byte-source.ts'
import { decodeHeader, decodeIdent } from '../formats/elf-decode.ts'
import { FileType, headerSize, IDENT_SIZE } from '../formats/elf-layout.ts'
import { sameProgram } from '../formats/dwarf/read.ts'
import type { CodeRange } from '../profile/sum-histograms.ts'

/**
 * Matching programs by arcs: how many arcs of its best profile each program explains.
 *
 * Reads the first few readable profiles in each program's layout. The score is noted with the
 * program's file, as is the reason why one cannot be read. Without arcs nothing changes.
 */

/** Profiles looked at; each program may have one of its own. */
const MOST_PROFILES = 8

/**
 * Drops programs without names if exactly one program with names fits the profiles and all others have none:
 * their `file` becomes one of kind 'unknown' with a problem. The program of which the fitting one is the
 * debug file stays. Returns whether any were dropped. Also describes each program at its file, with its
 * `match`.
 *
 * @param profiles candidates whose arcs decide
 */
export async function matchPrograms(
  programs: readonly Candidate[],
  profiles: readonly Candidate[],
  onProgress: OnProgress,
): Promise<boolean> {
  const evidenceFor = arcsByLayout(profiles)
  const nameless: Looked[] = []
  const fitting: Looked[] = []
  for (const candidate of programs.slice(0, MOST_PROGRAMS)) {
    const { source } = candidate
    onProgress({ stage: 'symbols', file: source.name, done: 0, total: source.size })
    try {
      const raw = await readExecutable(source, true)
      const evidence = await evidenceFor(raw)
      const functions = selectFunctions(CORRECTED.symbolsOf(raw), raw.textLast)
      const match = bestOf(evidence.map((arcs) => scoreOf(arcs, functions, raw)))
      candidate.file = {
        ...candidate.file,
        detail: `${raw.description} · ${formatCounted(functions.length, 'function')}`,
        ...(match ? { match } : {}),
      }
      dropSymbols({ raw })
      if (functions.length === 0) nameless.push({ candidate, raw })
      else if (match && isRight(match)) fitting.push({ candidate, raw })
    } catch (error) {
      rethrowBug(error)
      candidate.file = { ...candidate.file, problem: problemOf(error) }
    }
  }
  const [fit, ...others] = fitting
  if (!fit || others.length > 0 || nameless.length + 1 < programs.length) return false
  const split = nameless.find((one) => isSplit(one.raw, fit.raw))
  for (const { candidate, raw } of nameless) {
    if (candidate === split?.candidate) continue
    const { name } = candidate.file
    const problem: Problem = haveSameText(raw, fit.raw)
      ? { code: 'input/same-program', file: name, same: fit.candidate.file.name }
      : { code: 'elf/no-symbols', file: name, stripped: true }
    candidate.file = { ...candidate.file, kind: 'unknown', problem }
  }
  if (split) fit.candidate.file = { ...fit.candidate.file, kind: 'debug' }
  return true
}

interface Looked {
  readonly candidate: Candidate
  /** Without symbols. */
  readonly raw: RawExecutable
}

/**
 * Whether one file has the code and the other the names; without a build id nothing else shows that
 * they belong together.
 */
function isSplit(program: RawExecutable, debug: RawExecutable): boolean {
  return hasCode(program) && !hasCode(debug) && haveSameText(program, debug)
}

const isRight = (match: MatchScore): boolean => match.total >= MINIMUM_EVIDENCE && !isMismatch(match)

/** Scores the arcs without a shift: some shift would make many programs fit. */
function scoreOf(evidence: ArcEvidence, functions: SymbolTable, raw: RawExecutable): MatchScore {
  const prologue = prologueOf(raw.machine)
  const { total, matched } = scoreMatch(evidence, functions, prologue, 0)
  return { total, matched: matched + findHiddenFunctions(evidence, functions, raw.symbols, prologue).arcs }
}

const shareOf = ({ matched, total }: MatchScore): number => matched / total

/** Returns the best score, null without any. Of equal shares, the one of more arcs wins. */
function bestOf(scores: readonly MatchScore[]): MatchScore | null {
  const [best = null] = scores.toSorted((a, b) => shareOf(b) - shareOf(a) || b.total - a.total)
  return best
}

/** Reads the arcs in a program's layout, once per layout. */
function arcsByLayout(profiles: readonly Candidate[]) {
  const known = new Map<string, Promise<readonly ArcEvidence[]>>()
  return (raw: RawExecutable): Promise<readonly ArcEvidence[]> => {
    const key = `${raw.wordSize} ${raw.bigEndian}`
    const read = known.get(key) ?? evidenceOf(profiles, raw)
    known.set(key, read)
    return read
  }
}

async function evidenceOf(
  profiles: readonly Candidate[],
  layout: RawExecutable,
): Promise<readonly ArcEvidence[]> {
  const evidence: ArcEvidence[] = []
  const room = new ReadBuffers()
  for (const candidate of profiles) {
    if (evidence.length === MOST_PROFILES) break
    try {
      const profile = await readProfile(candidate.source, layout, () => {}, { anyCounterWidth: true, room })
      if (profile.arcs.length > 0) evidence.push(sampleArcs(profile))
    } catch (error) {
      const problem = problemOf(error)
      if (problem.code === 'bug') throw error
      // While no program is chosen, a profile may be damaged or of another layout. One that is
      // unreadable is so with any program.
      if (problem.code === 'bytes/unreadable') candidate.file = { ...candidate.file, problem }
    }
  }
  room.detachBuffers()
  return evidence
}

/**
 * Dropping unusable programs: object files and libraries of a build, core dumps, and copies. They
 * are dropped only if a program remains.
 */

/**
 * Most programs compared: more are too many for a person to look through, and each costs reading
 * its symbols.
 */
const MOST_PROGRAMS = 40

/**
 * Marks those of several programs that cannot have written a profile: object files, core dumps and libraries;
 * if there are none, copies, among the first `MOST_PROGRAMS`. Their `file` becomes one of kind 'unknown' with
 * the problem; one program always remains. Returns whether any was marked.
 */
export async function dropUnusablePrograms(programs: readonly Candidate[]): Promise<boolean> {
  return (await setOtherKindsAside(programs)) || setCopiesAside(programs.slice(0, MOST_PROGRAMS))
}

function setAside(candidate: Candidate, problem: Problem): void {
  candidate.file = { ...candidate.file, kind: 'unknown', problem }
}

async function setOtherKindsAside(programs: readonly Candidate[]): Promise<boolean> {
  const others: (readonly [Candidate, OtherKind])[] = []
  for (const candidate of programs) {
    const kind = await otherKindOf(candidate)
    if (kind) others.push([candidate, kind])
  }
  if (others.length === programs.length) return false
  for (const [candidate, kind] of others)
    setAside(candidate, { code: 'elf/not-executable', file: candidate.file.name, kind })
  return others.length > 0
}

type OtherKind = Extract<Problem, { readonly code: 'elf/not-executable' }>['kind']

/** Returns what an executable is instead of a program; null for a program or if unknown. */
async function otherKindOf({ source }: Candidate): Promise<OtherKind | null> {
  const start = async (length: number) => {
    const bytes = await source.read(0, Math.min(length, source.size))
    return { file: source.name, offset: 0, bytes }
  }
  try {
    const layout = decodeIdent(await start(IDENT_SIZE))
    const { type, entry } = decodeHeader(await start(headerSize(layout)), layout)
    if (type === FileType.relocatable) return 'relocatable'
    if (type === FileType.core) return 'core'
    // A position-independent program has an entry point.
    return type === FileType.dynamic && entry === 0 ? 'library' : null
  } catch (error) {
    rethrowBug(error)
    // Not a readable ELF file; reading its symbols reports that.
    return null
  }
}

interface ReadProgram {
  readonly candidate: Candidate
  /** Without symbols. */
  readonly raw: RawExecutable
}

/** Keeps of each link only files that add something: a program, and a debug file beside it. */
async function setCopiesAside(programs: readonly Candidate[]): Promise<boolean> {
  const read: ReadProgram[] = []
  for (const candidate of programs) {
    try {
      const raw = await readExecutable(candidate.source, true)
      dropSymbols({ raw })
      read.push({ candidate, raw })
    } catch (error) {
      rethrowBug(error)
      // Matching the programs reports the reason.
    }
  }
  const code = ({ raw }: ReadProgram): number => Number(hasCode(raw))
  const byWorth = read.toSorted((a, b) => code(b) - code(a) || debugInfoScore(b.raw) - debugInfoScore(a.raw))
  const kept: ReadProgram[] = []
  for (const one of byWorth) {
    const same = await sameOf(one, kept)
    const { candidate } = one
    if (same) setAside(candidate, { code: 'input/same-program', file: candidate.file.name, same })
    else kept.push(one)
  }
  return kept.length < read.length
}

/** Returns the name of a kept file of the same link with at least the same information, if any. */
async function sameOf({ candidate, raw }: ReadProgram, kept: readonly ReadProgram[]): Promise<string | null> {
  for (const { candidate: other, raw: its } of kept) {
    if (debugInfoScore(its) < debugInfoScore(raw)) continue
    if (sameProgram(its, raw) || (await haveSameBytes(other.source, candidate.source))) return other.file.name
  }
  return null
}

/**
 * Choosing a build: profiles of several builds cannot be added up, and the first one read decides
 * which are used. Once one is refused, profiles of the program's own range go first, or else those
 * of the largest group.
 */

/** Bytes up to the bins, of the longest header. */
const HEAD = GNU_HEADER_SIZE + histogramHeaderSize({ wordSize: 8 })

interface Build {
  readonly isOwn: boolean
  readonly profiles: Candidate[]
}

/**
 * Returns all profiles in a better reading order: those of the likeliest build first, then the others; null
 * to keep the order. Reads only the beginning of each.
 *
 * @param layoutOf the word size and byte order of a profile
 * @param shift bytes subtracted from every address
 * @param own range that a profile of the program has, from `ownRange`; null if unknown
 */
export async function likelyFirst(
  profiles: readonly Candidate[],
  layoutOf: (source: ByteSource) => Promise<ByteLayout>,
  /** Subtracted from every address. */
  shift: number,
  own: CodeRange | null,
): Promise<readonly Candidate[] | null> {
  const builds = new Map<string, Build>()
  for (const candidate of profiles) {
    const { source } = candidate
    try {
      // A profile cut off where its bins begin still shows its range.
      const { name, size } = source
      const read: ByteSource['read'] = (offset, length) => source.read(offset, length)
      const head = { name, size: Math.min(size, HEAD), read }
      const { cut } = await readProfile(head, await layoutOf(source))
      if (!cut) continue
      const key = `${cut.low} ${cut.high} ${cut.bins.length}`
      const isOwn = cut.low - shift === own?.low && cut.high - shift === own.high
      const build = builds.get(key) ?? { isOwn, profiles: [] }
      build.profiles.push(candidate)
      builds.set(key, build)
    } catch (error) {
      rethrowBug(error)
      // Reading it in full reports the problem.
    }
  }
  const [likely, ...others] = [...builds.values()].toSorted(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || b.profiles.length - a.profiles.length,
  )
  const [first] = builds.values()
  if (!likely || others.length === 0 || likely === first) return null
  return [...new Set([...likely.profiles, ...profiles])]
}
