// What is told of lines: read from the program and its profiles, or what came with a saved profile. A part of the worker that is
// fetched when asked for.
import type { ToldLines } from '../api/contract.ts'
import { throwBug } from '../core/offered/candidates.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { linesOfOne, sampledOf, type AllLines } from '../core/profile/lines/all-lines.ts'
import type { FunctionLines } from '../core/profile/lines/function-lines.ts'
import type { HotLines } from '../core/profile/lines/hot-lines.ts'
import type { FunctionIndex } from '../core/profile/tables.ts'
import { rawName } from '../core/reports/names/names.ts'
import { readAllLines } from '../core/stages/read-all-lines.ts'
import { readFunctionLines, readHotLines } from '../core/stages/read-lines.ts'
import type { KeptProfile } from './kept-profile.ts'

type GoOn = (part: number) => boolean

/** @param sources the profiles, to be read for calls. Errors: `input/nothing-given` where nothing is known of lines */
export async function toldOfFunction(
  kept: KeptProfile,
  sources: readonly ByteSource[],
  f: FunctionIndex,
  goOn: GoOn,
): Promise<ToldLines<FunctionLines>> {
  const { knownLines, linesInput } = kept
  if (knownLines) return linesOfOne(knownLines, f, rawName(kept.functions, f))
  const input = linesInput ?? nothing()
  const found = await readFunctionLines(sources, f, input, goOn)
  return { ...found, notices: input.lines.notices() }
}

/** Errors: as above. */
export async function toldOfSampled(kept: KeptProfile, goOn: GoOn): Promise<ToldLines<HotLines>> {
  const { knownLines, linesInput } = kept
  if (knownLines) return sampledOf(knownLines)
  const input = linesInput ?? nothing()
  const found = await readHotLines(input, goOn)
  return { ...found, notices: input.lines.notices() }
}

/** For each profile once: a link and a file are made of it side by side. */
const found = new WeakMap<KeptProfile, Promise<AllLines | null>>()

/** Null where nothing is known of lines; who hands a profile on does without those that can no longer be read. */
export function allThatIsKnown(
  kept: KeptProfile,
  sources: readonly ByteSource[],
  goOn: GoOn,
): Promise<AllLines | null> {
  const { knownLines, linesInput } = kept
  if (knownLines || !linesInput) return Promise.resolve(knownLines)
  const before = found.get(kept)
  if (before) return before
  const reading = readAllLines(sources, kept.parts.plain.arcs, linesInput, goOn).catch((error: unknown) => {
    throwBug(error)
    return null
  })
  found.set(kept, reading)
  return reading
}

function nothing(): never {
  throw new ProblemError({ code: 'input/nothing-given' })
}
