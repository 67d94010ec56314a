/**
 * Several programs beside profiles: how many arcs of the profile that it fits best each explains, so that a person need not guess.
 *
 * Looks at the first few profiles that can be read, in the layout of each program. What is found is noted with the program's
 * file, and so is why one cannot be read; profiles without arcs leave it as it was.
 */
import { problemOf, throwBug, type Candidate, type OnStep } from '../offered/candidates.ts'
import { hasCode, haveSameText } from '../offered/debug-file.ts'
import type { RawExecutable } from '../formats/format.ts'
import { ReadingRoom, readProfile } from '../formats/gmon/read.ts'
import { readExecutable } from '../formats/registry.ts'
import { findHiddenFunctions } from '../profile/evidence/hidden-functions.ts'
import { prologueOf, sampleArcs, scoreMatch, type ArcEvidence } from '../profile/evidence/match-executable.ts'
import { isWrong, MINIMUM_EVIDENCE, type MatchScore } from '../profile/evidence/match-score.ts'
import type { Problem } from '../problems/problem.ts'
import { formatCounted } from '../reports/quantities.ts'
import { selectFunctions, type SymbolTable } from '../symbols/select-functions.ts'
import { CORRECTED } from '../symbols/target-rules.ts'
import { letGoOfSymbols } from './read-names.ts'
import { MOST_PROGRAMS } from './set-programs-aside.ts'

/** Profiles looked at: each program may have one of its own. */
const MOST_PROFILES = 8

/** Answers whether one fits and the others, which have no names, are set aside: but for the program of which it is the debug file. */
export async function matchPrograms(
  programs: readonly Candidate[],
  profiles: readonly Candidate[],
  onStep: OnStep,
): Promise<boolean> {
  const evidenceFor = arcsByLayout(profiles)
  const nameless: Looked[] = []
  const fitting: Looked[] = []
  for (const candidate of programs.slice(0, MOST_PROGRAMS)) {
    const { source } = candidate
    onStep({ stage: 'symbols', file: source.name, done: 0, total: source.size })
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
      letGoOfSymbols({ raw })
      if (functions.length === 0) nameless.push({ candidate, raw })
      else if (match && isRight(match)) fitting.push({ candidate, raw })
    } catch (error) {
      throwBug(error)
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

const isRight = (match: MatchScore): boolean => match.total >= MINIMUM_EVIDENCE && !isWrong(match)

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
  const room = new ReadingRoom()
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
  room.letGo()
  return evidence
}
