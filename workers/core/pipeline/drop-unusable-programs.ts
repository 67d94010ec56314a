// Drops those of several programs that cannot have written a profile, as long as one remains.
import { type Candidate, describedBy, rethrowBug, withFindings } from '../inputs/candidates.ts'
import { debugInfoScore, hasCode } from '../inputs/pair-programs.ts'
import { haveSameBytes } from '../bytes/byte-source.ts'
import { sameProgram } from '../formats/dwarf/read.ts'
import { decodeHeader, decodeIdent } from '../formats/elf-decode.ts'
import { FileType, headerSize, IDENT_SIZE } from '../formats/elf-layout.ts'
import type { RawExecutable } from '../formats/format.ts'
import { readExecutable } from '../formats/registry.ts'
import type { Problem } from '../problems/problem.ts'
import { dropSymbols } from './program-symbols.ts'

/**
 * Most programs compared: more are too many for a person to look through, and each costs reading
 * its symbols.
 */
export const MOST_PROGRAMS = 40

/** All files, and whether fewer of them are programs than before. */
export interface FewerPrograms {
  readonly files: readonly Candidate[]
  readonly isFewer: boolean
}

/**
 * Drops object files, core dumps and libraries; if there are none, copies, among the first `MOST_PROGRAMS`.
 * They become files of kind 'unknown' with the problem.
 */
export async function dropUnusablePrograms(files: readonly Candidate[]): Promise<FewerPrograms> {
  const programs = files.filter(({ file }) => file.kind === 'executable')
  const others = await findOtherKinds(programs)
  const dropped = others.length > 0 ? others : await findCopies(programs.slice(0, MOST_PROGRAMS))
  return { files: withFindings(files, dropped), isFewer: dropped.length > 0 }
}

const unusable = (candidate: Candidate, problem: Problem): Candidate =>
  describedBy(candidate, { kind: 'unknown', problem })

/** Empty if no program would remain. */
async function findOtherKinds(programs: readonly Candidate[]): Promise<readonly Candidate[]> {
  const others: Candidate[] = []
  for (const candidate of programs) {
    const kind = await otherKindOf(candidate)
    const file = candidate.file.name
    if (kind) others.push(unusable(candidate, { code: 'elf/not-executable', file, kind }))
  }
  return others.length === programs.length ? [] : others
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

/** Finds files that add nothing to another of the same link: neither a program, nor debugging information. */
async function findCopies(programs: readonly Candidate[]): Promise<readonly Candidate[]> {
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
  const copies: Candidate[] = []
  for (const one of byWorth) {
    const same = await sameOf(one, kept)
    const { candidate } = one
    const file = candidate.file.name
    if (same) copies.push(unusable(candidate, { code: 'input/same-program', file, same }))
    else kept.push(one)
  }
  return copies
}

/** Returns the name of a kept file of the same link with at least the same information, if any. */
async function sameOf({ candidate, raw }: ReadProgram, kept: readonly ReadProgram[]): Promise<string | null> {
  for (const { candidate: other, raw: its } of kept) {
    if (debugInfoScore(its) < debugInfoScore(raw)) continue
    if (sameProgram(its, raw) || (await haveSameBytes(other.source, candidate.source))) return other.file.name
  }
  return null
}
