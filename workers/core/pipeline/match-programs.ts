// Finds, among several programs, the one whose functions explain the arcs of the profiles.
import {
  type Candidate,
  describedBy,
  type OnProgress,
  problemOf,
  rethrowBug,
  withFindings,
} from '../inputs/candidates.ts'
import { hasCode, haveSameText } from '../inputs/pair-programs.ts'
import type { RawExecutable } from '../formats/format.ts'
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
import { dropUnusablePrograms, type FewerPrograms, MOST_PROGRAMS } from './drop-unusable-programs.ts'
import { dropSymbols } from './program-symbols.ts'

/**
 * Returns the files with fewer programs among them: without those that cannot have written a profile or, if
 * there are none, those that do not fit the profiles. `isFewer` is false if it cannot be decided.
 */
export async function narrowPrograms(
  files: readonly Candidate[],
  onProgress: OnProgress,
): Promise<FewerPrograms> {
  const usable = await dropUnusablePrograms(files)
  return usable.isFewer ? usable : matchPrograms(files, onProgress)
}

/** Profiles looked at; each program may have one of its own. */
const MOST_PROFILES = 8

/**
 * Matches the programs with the profiles by their arcs. The files describe each program, with its `match`.
 *
 * If exactly one program with names fits the profiles and all others have none, the others become of kind
 * 'unknown' with a problem; the program of which the fitting one is the debug file stays. Without arcs
 * nothing changes.
 */
async function matchPrograms(files: readonly Candidate[], onProgress: OnProgress): Promise<FewerPrograms> {
  const programs = files.filter(({ file }) => file.kind === 'executable')
  const { evidenceFor, unreadable } = arcsByLayout(files.filter(({ file }) => file.kind === 'profile'))
  const findings: Candidate[] = []
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
      const described = describedBy(candidate, {
        detail: `${raw.description} · ${formatCounted(functions.length, 'function')}`,
        ...(match ? { match } : {}),
      })
      findings.push(described)
      dropSymbols({ raw })
      if (functions.length === 0) nameless.push({ candidate: described, raw })
      else if (match && isRight(match)) fitting.push({ candidate: described, raw })
    } catch (error) {
      rethrowBug(error)
      findings.push(describedBy(candidate, { problem: problemOf(error) }))
    }
  }
  const described = withFindings(files, [...findings, ...unreadable])
  const [fit, ...others] = fitting
  if (!fit || others.length > 0 || nameless.length + 1 < programs.length)
    return { files: described, isFewer: false }
  return { files: withFindings(described, splitFrom(fit, nameless)), isFewer: true }
}

/** Describes the fitting program and those without names. */
function splitFrom(fit: Looked, nameless: readonly Looked[]): readonly Candidate[] {
  const split = nameless.find((one) => isSplit(one.raw, fit.raw))
  const dropped = nameless.flatMap((one) => {
    if (one === split) return []
    const { candidate, raw } = one
    const { name } = candidate.file
    const problem: Problem = haveSameText(raw, fit.raw)
      ? { code: 'input/same-program', file: name, same: fit.candidate.file.name }
      : { code: 'elf/no-symbols', file: name, stripped: true }
    return describedBy(candidate, { kind: 'unknown', problem })
  })
  return split ? [...dropped, describedBy(fit.candidate, { kind: 'debug' })] : dropped
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

/** Reads the arcs in a program's layout, once per layout, and collects the profiles that are unreadable. */
function arcsByLayout(profiles: readonly Candidate[]) {
  const unreadable: Candidate[] = []
  const byLayout = new Map<string, Promise<readonly ArcEvidence[]>>()
  const evidenceFor = (raw: RawExecutable): Promise<readonly ArcEvidence[]> => {
    const key = `${raw.wordSize} ${raw.bigEndian}`
    const read = byLayout.get(key) ?? evidenceOf(profiles, raw, unreadable)
    byLayout.set(key, read)
    return read
  }
  return { evidenceFor, unreadable }
}

async function evidenceOf(
  profiles: readonly Candidate[],
  layout: RawExecutable,
  unreadable: Candidate[],
): Promise<readonly ArcEvidence[]> {
  const evidence: ArcEvidence[] = []
  const room = new ReadBuffers()
  for (const candidate of profiles) {
    if (evidence.length === MOST_PROFILES) break
    try {
      const profile = await readProfile(candidate.source, layout, () => {}, { anyCounterWidth: true, room })
      if (profile.arcs.length > 0) evidence.push(sampleArcs(profile))
    } catch (error) {
      rethrowBug(error)
      const problem = problemOf(error)
      // While no program is chosen, a profile may be damaged or of another layout. One that is
      // unreadable is so with any program.
      if (problem.code === 'bytes/unreadable') unreadable.push(describedBy(candidate, { problem }))
    }
  }
  room.detachBuffers()
  return evidence
}
