// What is told of lines: read from the program and its profiles, or what came with a saved profile. A part of the worker that is
// fetched when asked for.
import type { ToldLines } from '../api/contract.ts'
import { throwBug } from '../core/offered/candidates.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import type { ProfileModel } from '../core/pipeline.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { linesOfOne, sampledOf, type AllLines } from '../core/profile/lines/all-lines.ts'
import type { FunctionLines } from '../core/profile/lines/function-lines.ts'
import type { HotLines } from '../core/profile/lines/hot-lines.ts'
import type { FunctionIndex } from '../core/profile/tables.ts'
import { rawName } from '../core/reports/names/names.ts'
import { readAllLines } from '../core/stages/read-all-lines.ts'
import { linesInputOf, readFunctionLines, readHotLines } from '../core/stages/read-lines.ts'

type GoOn = (part: number) => boolean

/** @param sources the profiles, to be read for calls. Errors: `input/nothing-given` where nothing is known of lines */
export async function toldOfFunction(
  model: ProfileModel,
  sources: readonly ByteSource[],
  f: FunctionIndex,
  goOn: GoOn,
): Promise<ToldLines<FunctionLines>> {
  const { knownLines, plain } = model
  if (knownLines) return linesOfOne(knownLines, f, rawName(plain.functions, f))
  const input = linesInputOf(model) ?? nothing()
  const found = await readFunctionLines(sources, f, input, goOn)
  return { ...found, notices: input.lines.notices() }
}

/** Errors: as above. */
export async function toldOfSampled(model: ProfileModel, goOn: GoOn): Promise<ToldLines<HotLines>> {
  if (model.knownLines) return sampledOf(model.knownLines)
  const input = linesInputOf(model) ?? nothing()
  const found = await readHotLines(input, goOn)
  return { ...found, notices: input.lines.notices() }
}

/** By `lines`, read once for each profile: a link and a file are made of it side by side. */
const found = new WeakMap<object, Promise<AllLines | null>>()

/** Null where nothing is known of lines; who hands a profile on does without those that can no longer be read. */
export function allThatIsKnown(
  model: ProfileModel,
  sources: readonly ByteSource[],
  goOn: GoOn,
): Promise<AllLines | null> {
  const { knownLines, plain } = model
  const input = linesInputOf(model)
  if (knownLines || !input) return Promise.resolve(knownLines ?? null)
  const before = found.get(input.lines)
  if (before) return before
  const reading = readAllLines(sources, plain.arcs, input, goOn).catch((error: unknown) => {
    throwBug(error)
    return null
  })
  found.set(input.lines, reading)
  return reading
}

function nothing(): never {
  throw new ProblemError({ code: 'input/nothing-given' })
}
