// Source lines of the open profile: read from the program and its profiles, or those that came with a saved
// profile.
import type { LinesAnswer } from '../api/contract.ts'
import { rethrowBug } from '../core/inputs/candidates.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import type { ProfileModel } from '../core/pipeline/open-profile.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import {
  type AllLines,
  type HotLines,
  linesOfFunction,
  sampledLines,
} from '../core/profile/lines/all-lines.ts'
import type { FunctionLines } from '../core/profile/lines/function-lines.ts'
import type { FunctionIndex } from '../core/profile/call-graph-profile.ts'
import { rawName } from '../core/reports/names/names.ts'
import { linesInputOf, readAllLines, readFunctionLines, readHotLines } from '../core/pipeline/read-lines.ts'

// What is told of lines: read from the program and its profiles, or what came with a saved profile. A part of the worker that is
// fetched when asked for.

type GoOn = (part: number) => boolean

/** @param sources the profiles, to be read for calls. Errors: `input/nothing-given` where nothing is known of lines */
export async function functionLines(
  model: ProfileModel,
  sources: readonly ByteSource[],
  f: FunctionIndex,
  goOn: GoOn,
): Promise<LinesAnswer<FunctionLines>> {
  const { knownLines, plain } = model
  if (knownLines) return linesOfFunction(knownLines, f, rawName(plain.functions, f))
  const input = linesInputOf(model) ?? nothing()
  const found = await readFunctionLines(sources, f, input, goOn)
  return { ...found, notices: input.lines.notices() }
}

/** Errors: as above. */
export async function linesOfSampled(model: ProfileModel, goOn: GoOn): Promise<LinesAnswer<HotLines>> {
  if (model.knownLines) return sampledLines(model.knownLines)
  const input = linesInputOf(model) ?? nothing()
  const found = await readHotLines(input, goOn)
  return { ...found, notices: input.lines.notices() }
}

/** By `lines`, read once for each profile: a link and a file are made of it side by side. */
const found = new WeakMap<object, Promise<AllLines | null>>()

/** Null where nothing is known of lines; who hands a profile on does without those that can no longer be read. */
export function allKnownLines(
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
    rethrowBug(error)
    return null
  })
  found.set(input.lines, reading)
  return reading
}

function nothing(): never {
  throw new ProblemError({ code: 'input/nothing-given' })
}
