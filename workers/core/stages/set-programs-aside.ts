/**
 * Among several programs those that are none to choose from: a build's object files and libraries, core dumps, and what is
 * there once more. They are set aside if that leaves a program.
 */
import { haveSameBytes } from '../bytes/same-bytes.ts'
import { decodeHeader, decodeIdent } from '../formats/elf/decode.ts'
import { FileType, headerSize, IDENT_SIZE } from '../formats/elf/types.ts'
import type { RawExecutable } from '../formats/format.ts'
import { sameProgram } from '../formats/dwarf/read.ts'
import { readExecutable } from '../formats/registry.ts'
import { throwBug, type Candidate } from '../offered/candidates.ts'
import { hasCode, richness } from '../offered/debug-file.ts'
import type { Problem } from '../problems/problem.ts'
import { letGoOfSymbols } from './read-names.ts'

/** More than a person would look through; each of a build directory's programs costs its symbols. */
export const MOST_PROGRAMS = 40

/** Answers whether any was set aside. */
export async function setProgramsAside(programs: readonly Candidate[]): Promise<boolean> {
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
    throwBug(error)
    // No ELF file, or none that can be read: told when its symbols are.
    return null
  }
}

interface Looked {
  readonly candidate: Candidate
  /** Without its symbols. */
  readonly raw: RawExecutable
}

/** Of each link those stay that say something the others do not: a program, and beside it a debug file. */
async function setCopiesAside(programs: readonly Candidate[]): Promise<boolean> {
  const read: Looked[] = []
  for (const candidate of programs) {
    try {
      const raw = await readExecutable(candidate.source, true)
      letGoOfSymbols({ raw })
      read.push({ candidate, raw })
    } catch (error) {
      throwBug(error)
      // Who tells how well it fits tells why not.
    }
  }
  const code = ({ raw }: Looked): number => Number(hasCode(raw))
  const byWorth = read.toSorted((a, b) => code(b) - code(a) || richness(b.raw) - richness(a.raw))
  const kept: Looked[] = []
  for (const one of byWorth) {
    const same = await sameOf(one, kept)
    const { candidate } = one
    if (same) setAside(candidate, { code: 'input/same-program', file: candidate.file.name, same })
    else kept.push(one)
  }
  return kept.length < read.length
}

/** The name of one that says as much, and is of the same link. */
async function sameOf({ candidate, raw }: Looked, kept: readonly Looked[]): Promise<string | null> {
  for (const { candidate: other, raw: its } of kept) {
    if (richness(its) < richness(raw)) continue
    if (sameProgram(its, raw) || (await haveSameBytes(other.source, candidate.source))) return other.file.name
  }
  return null
}
