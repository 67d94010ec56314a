// Source lines of the open profile: read from the program with its profiles, or stored in a saved
// profile. Loaded on demand.
import type { LinesAnswer } from '../api/contract.ts'
import { rethrowBug } from '../core/inputs/candidates.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import type { Opened } from '../core/pipeline/opened.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { type AllLines, linesOfFunction, sampledLines } from '../core/profile/lines/all-lines.ts'
import type { HotLines } from '../core/profile/lines/hot-lines.ts'
import type { FunctionLines } from '../core/profile/lines/function-lines.ts'
import type { FunctionIndex } from '../core/profile/call-graph-profile.ts'
import { rawName } from '../core/names/names.ts'
import { linesInputOf, readFunctionLines, readHotLines } from '../core/pipeline/read-lines.ts'
import { readAllLines } from '../core/pipeline/read-all-lines.ts'

type GoOn = (part: number) => boolean

/** The parts of an opened profile that lines are read with. */
type Recorded = Pick<Opened, 'contents' | 'reading'>

/**
 * Returns the lines of a function.
 *
 * @param sources the profiles, read for calls
 * @throws ProblemError `input/nothing-given` if nothing is known about lines
 */
export async function functionLines(
  recorded: Recorded,
  sources: readonly ByteSource[],
  f: FunctionIndex,
  goOn: GoOn,
): Promise<LinesAnswer<FunctionLines>> {
  const { knownLines, plain } = recorded.contents
  if (knownLines) return linesOfFunction(knownLines, f, rawName(plain.functions, f))
  const input = linesInputOf(recorded) ?? nothing()
  const found = await readFunctionLines(sources, f, input, goOn)
  return { ...found, notices: input.lines.notices() }
}

/**
 * Returns all sampled lines, hottest first.
 *
 * @throws ProblemError `input/nothing-given` if nothing is known about lines
 */
export async function linesOfSampled(recorded: Recorded, goOn: GoOn): Promise<LinesAnswer<HotLines>> {
  const { knownLines } = recorded.contents
  if (knownLines) return sampledLines(knownLines)
  const input = linesInputOf(recorded) ?? nothing()
  const found = await readHotLines(input, goOn)
  return { ...found, notices: input.lines.notices() }
}

/**
 * Returns the lines of all functions, for saving; null if nothing is known about them or if they
 * can no longer be read.
 */
export async function allKnownLines(
  recorded: Recorded,
  sources: readonly ByteSource[],
  goOn: GoOn,
): Promise<AllLines | null> {
  const { knownLines, plain } = recorded.contents
  const input = linesInputOf(recorded)
  if (knownLines || !input) return knownLines ?? null
  return readAllLines(sources, plain.arcs, input, goOn).catch((error: unknown) => {
    rethrowBug(error)
    return null
  })
}

function nothing(): never {
  throw new ProblemError({ code: 'input/nothing-given' })
}
