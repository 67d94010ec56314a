/**
 * Several programs beside one profile: how many of its arcs each explains, so that a person need not guess.
 *
 * Looks at the first profile that can be read, in the layout of each program. What is found is noted with the program's file;
 * one that cannot be read, or a profile without arcs, leaves it as it was.
 */
import { buffersIn, letGo } from '../base/buffers.ts'
import type { Candidate, OnStep } from '../offered/candidates.ts'
import type { RawExecutable } from '../formats/format.ts'
import { FileType } from '../formats/elf/types.ts'
import { ReadingRoom, readProfile } from '../formats/gmon/read.ts'
import { readExecutable } from '../formats/registry.ts'
import { findHiddenFunctions } from '../profile/evidence/hidden-functions.ts'
import { prologueOf, sampleArcs, scoreMatch, type ArcEvidence } from '../profile/evidence/match-executable.ts'
import type { MatchScore } from '../profile/evidence/match-score.ts'
import { formatCounted } from '../reports/quantities.ts'
import { selectFunctions, type SymbolTable } from '../symbols/select-functions.ts'
import { symbolsFor } from '../symbols/target-rules.ts'

/** Up to e_type, with it. */
const HEADER_START = 18
/** More than a person would look through; each of a build directory's programs costs its symbols. */
const MOST_PROGRAMS = 40

/**
 * A build's object files among the programs are none: they are set aside, if that leaves a program. Answers whether it set
 * any aside.
 */
export async function setObjectsAside(programs: readonly Candidate[]): Promise<boolean> {
  const objects: Candidate[] = []
  for (const candidate of programs) if (await isObject(candidate)) objects.push(candidate)
  if (objects.length === 0 || objects.length === programs.length) return false
  for (const candidate of objects) {
    const problem = { code: 'elf/not-executable', file: candidate.file.name, kind: 'relocatable' } as const
    candidate.file = { ...candidate.file, kind: 'unknown', problem }
  }
  return true
}

async function isObject({ source }: Candidate): Promise<boolean> {
  const [e, l, f, ident, ...rest] = await source.read(0, Math.min(HEADER_START, source.size))
  if (e !== 0x7f || l !== 0x45 || f !== 0x4c || ident !== 0x46) return false
  const [isBigEndian, low, high] = [rest[1] === 2, rest[12], rest[13]]
  return (isBigEndian ? high : low) === FileType.relocatable && (isBigEndian ? low : high) === 0
}

export async function matchPrograms(
  programs: readonly Candidate[],
  profiles: readonly Candidate[],
  onStep: OnStep,
): Promise<void> {
  const evidenceFor = arcsByLayout(profiles)
  for (const candidate of programs.slice(0, MOST_PROGRAMS)) {
    const { source } = candidate
    onStep({ stage: 'symbols', file: source.name, done: 0, total: source.size })
    try {
      const raw = await readExecutable(source, true)
      const evidence = await evidenceFor(raw)
      const functions = selectFunctions(symbolsFor(raw, 'corrected'), raw.textLast)
      candidate.file = {
        ...candidate.file,
        detail: `${raw.description} · ${formatCounted(functions.length, 'function')}`,
        ...(evidence ? { match: scoreOf(evidence, functions, raw) } : {}),
      }
      letGo(buffersIn(raw.symbols))
    } catch {
      // It stays what it was taken for; what is wrong with it is told once it is chosen.
    }
  }
}

/** As recorded: a shift would make many a program fit. */
function scoreOf(evidence: ArcEvidence, functions: SymbolTable, raw: RawExecutable): MatchScore {
  const prologue = prologueOf(raw.machine)
  const { total, matched } = scoreMatch(evidence, functions, prologue, 0)
  return { total, matched: matched + findHiddenFunctions(evidence, functions, raw.symbols, prologue).arcs }
}

/** The arcs as a program of some layout would have written them; each layout is read once. */
function arcsByLayout(profiles: readonly Candidate[]) {
  const known = new Map<string, Promise<ArcEvidence | null>>()
  return (raw: RawExecutable): Promise<ArcEvidence | null> => {
    const key = `${raw.wordSize} ${raw.bigEndian}`
    const read = known.get(key) ?? firstEvidence(profiles, raw)
    known.set(key, read)
    return read
  }
}

async function firstEvidence(
  profiles: readonly Candidate[],
  layout: RawExecutable,
): Promise<ArcEvidence | null> {
  for (const { source } of profiles) {
    const room = new ReadingRoom()
    try {
      const profile = await readProfile(source, layout, () => {}, { anyCounterWidth: true, room })
      if (profile.arcs.length > 0) return sampleArcs(profile.arcs)
    } catch {
      // Of another layout, or damaged: the next one may tell.
    } finally {
      room.letGo()
    }
  }
  return null
}
