// Several programs or builds in one drop: drops unusable programs, finds the one that the profiles fit, and
// picks the build to read first.
import { type Candidate, type OnProgress, problemOf, rethrowBug } from '../inputs/candidates.ts'
import { debugInfoScore, hasCode, haveSameText } from '../inputs/debug-file.ts'
import type { RawExecutable } from '../formats/format.ts'
import { ReadBuffers, readProfile } from '../formats/gmon/read.ts'
import { readExecutable } from '../formats/registry.ts'
import {
  type ArcEvidence,
  findHiddenFunctions,
  prologueOf,
  sampleArcs,
  scoreMatch,
} from '../profile/mismatch/match-executable.ts'
import { isMismatch, type MatchScore, MINIMUM_EVIDENCE } from '../profile/mismatch/match-score.ts'
import type { Problem } from '../problems/problem.ts'
import { formatCounted } from '../reports/quantities.ts'
import { selectFunctions, type SymbolTable } from '../symbols/symbol-table.ts'
import { CORRECTED } from '../symbols/target-rules.ts'
import { dropSymbols } from './read-names.ts'
import { type ByteSource, haveSameBytes } from '../bytes/byte-source.ts'
import { decodeHeader, decodeIdent, FileType, headerSize, IDENT_SIZE } from '../formats/elf.ts'
import { sameProgram } from '../formats/dwarf/read.ts'
import type { ByteLayout } from '../bytes/byte-cursor.ts'
import { GNU_HEADER_SIZE, histogramHeaderSize } from '../formats/gmon/layouts.ts'
import type { CodeRange } from '../profile/sum/sum-histograms.ts'

/**
 * Several programs beside profiles: how many arcs of the profile that it fits best each explains, so that a person need not guess.
 *
 * Looks at the first few profiles that can be read, in the layout of each program. What is found is noted with the program's
 * file, and so is why one cannot be read; profiles without arcs leave it as it was.
 */

/** Profiles looked at: each program may have one of its own. */
const MOST_PROFILES = 8

/** Answers whether one fits and the others, which have no names, are set aside: but for the program of which it is the debug file. */
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
  /** Without its symbols. */
  readonly raw: RawExecutable
}

/** Whether one has the code of which the other has the names: without a build id nothing else would tell. */
function isSplit(program: RawExecutable, debug: RawExecutable): boolean {
  return hasCode(program) && !hasCode(debug) && haveSameText(program, debug)
}

const isRight = (match: MatchScore): boolean => match.total >= MINIMUM_EVIDENCE && !isMismatch(match)

/** As recorded: a shift would make many a program fit. */
function scoreOf(evidence: ArcEvidence, functions: SymbolTable, raw: RawExecutable): MatchScore {
  const prologue = prologueOf(raw.machine)
  const { total, matched } = scoreMatch(evidence, functions, prologue, 0)
  return { total, matched: matched + findHiddenFunctions(evidence, functions, raw.symbols, prologue).arcs }
}

const shareOf = ({ matched, total }: MatchScore): number => matched / total

/** Null of none. Where shares are equal more arcs say more. */
function bestOf(scores: readonly MatchScore[]): MatchScore | null {
  const [best = null] = scores.toSorted((a, b) => shareOf(b) - shareOf(a) || b.total - a.total)
  return best
}

/** The arcs as a program of some layout would have written them; each layout is read once. */
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
      // Damaged or of another layout it may be, as long as no program is chosen; gone or changed it is with any.
      if (problem.code === 'bytes/unreadable') candidate.file = { ...candidate.file, problem }
    }
  }
  room.detachBuffers()
  return evidence
}

/**
 * Among several programs those that are none to choose from: a build's object files and libraries, core dumps, and what is
 * there once more. They are set aside if that leaves a program.
 */

/** More than a person would look through; each of a build directory's programs costs its symbols. */
const MOST_PROGRAMS = 40

/** Answers whether any was set aside. */
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

/** Null for a program, and where it cannot be told. */
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
    // A position-independent program begins somewhere.
    return type === FileType.dynamic && entry === 0 ? 'library' : null
  } catch (error) {
    rethrowBug(error)
    // No ELF file, or none that can be read: told when its symbols are.
    return null
  }
}

interface ReadProgram {
  readonly candidate: Candidate
  /** Without its symbols. */
  readonly raw: RawExecutable
}

/** Of each link those stay that say something the others do not: a program, and beside it a debug file. */
async function setCopiesAside(programs: readonly Candidate[]): Promise<boolean> {
  const read: ReadProgram[] = []
  for (const candidate of programs) {
    try {
      const raw = await readExecutable(candidate.source, true)
      dropSymbols({ raw })
      read.push({ candidate, raw })
    } catch (error) {
      rethrowBug(error)
      // Who tells how well it fits tells why not.
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

/** The name of one that says as much, and is of the same link. */
async function sameOf({ candidate, raw }: ReadProgram, kept: readonly ReadProgram[]): Promise<string | null> {
  for (const { candidate: other, raw: its } of kept) {
    if (debugInfoScore(its) < debugInfoScore(raw)) continue
    if (sameProgram(its, raw) || (await haveSameBytes(other.source, candidate.source))) return other.file.name
  }
  return null
}

/**
 * Profiles of several builds in one drop cannot be added up, and the first one that is read decides which of them are. So once
 * one has been refused, those go first that are most likely meant: of the program's own range, else most of them.
 */

/** Bytes up to the bins, of the longest of headers. */
const HEAD = GNU_HEADER_SIZE + histogramHeaderSize({ wordSize: 8 })

interface Build {
  readonly isOwn: boolean
  readonly profiles: Candidate[]
}

/** All profiles in the order in which to read them; null for the order they are in. */
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
      // Cut off where the bins begin, it tells what they are of.
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
      // Whoever reads all of it tells.
    }
  }
  const [likely, ...others] = [...builds.values()].toSorted(
    (a, b) => Number(b.isOwn) - Number(a.isOwn) || b.profiles.length - a.profiles.length,
  )
  const [first] = builds.values()
  if (!likely || others.length === 0 || likely === first) return null
  return [...new Set([...likely.profiles, ...profiles])]
}
