// Lines of one function, each with its samples or calls, or all sampled lines.
//
// A profile in memory knows only functions, so the profiles are read again.
import type { ByteSource } from '../bytes/byte-source.ts'
import { scanFor } from '../formats/machine-code.ts'
import { ReadBuffers, readProfile } from '../formats/gmon/read.ts'
import type { RawExecutable, RawProfile } from '../formats/format.ts'
import type { SourceLines } from '../formats/source-lines.ts'
import { problemOf } from '../inputs/candidates.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import type { ReadFile } from '../inputs/pair-programs.ts'
import type { RunReading } from '../profile-view.ts'
import { Yielder } from '../base/yielder.ts'
import { ProblemError } from '../problems/problem-error.ts'
import {
  binsWithin,
  codeOfFunction,
  type FunctionCode,
  type FunctionLines,
  PlacedLines,
  ticksOfRuns,
} from '../profile/lines/function-lines.ts'
import { CallTargets } from '../profile/lines/call-targets.ts'
import { type CodeCall, LineCallTally, sizeOfPlaces } from '../profile/lines/line-calls.ts'
import { CodeReader } from '../profile/code-reader.ts'
import { LARGEST_FUNCTION, thumbAddresses } from '../profile/possible-arcs.ts'
import { type HotLines, HotLineTally, runsWithin, stretchesOf } from '../profile/lines/hot-lines.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import type { SummedHistogram } from '../profile/sum-histograms.ts'
import { withoutLoadBias } from '../profile/load-bias.ts'
import type { Opened } from './opened.ts'

/** What reading lines needs. */
export interface LinesInput {
  readonly lines: SourceLines
  /** Null if its code cannot be read. */
  readonly program: ReadFile | null
  readonly functions: FunctionTable
  readonly reading: RunReading
  /** Two-byte units per bin. */
  readonly scale: number
  readonly bins: readonly SummedHistogram[]
}

/**
 * Returns what reading lines of an opened profile needs; null without debugging information or without
 * profiles.
 */
export function linesInputOf({ contents, reading }: Pick<Opened, 'contents' | 'reading'>): LinesInput | null {
  const { lines, program, plain, sum } = contents
  if (!lines || !reading) return null
  const { functions, scale } = plain
  return { lines, program, functions, reading, scale, bins: sum().histograms.records }
}

/** Share of the work that is reading lines; the rest is counting samples. */
const PART_OF_READING = 0.9

/** Receives the fraction done, 0–1. Returns whether to continue. */
export type GoOn = (part: number) => boolean

/**
 * Returns the lines of one function, with samples and calls. `calls` is null if a profile cannot be read
 * again. No sections for a function without lines.
 *
 * @param sources the profiles, to read calls from; empty for no calls
 * @throws ProblemError `host/cancelled` if `goOn` returns false; problems of reading the program's file
 */
export async function readFunctionLines(
  sources: readonly ByteSource[],
  f: FunctionIndex,
  input: LinesInput,
  goOn: GoOn,
): Promise<FunctionLines> {
  const { lines, functions, reading, scale, bins } = input
  const code = codeOfFunction(functions, f, reading.lastIsOpen)
  const runs = await lines.runs(code.from, code.to, (part) => reportPart(goOn, part))
  const placed = new PlacedLines(runs, ticksOfRuns(runs, code, binsWithin(bins, scale, code), scale))
  const { sections, unplaced } = placed
  if (sources.length === 0 || sections.length === 0) return { sections, unplaced, calls: null }
  const inCode = await new CallsInCode(input.program).of(code)
  const tally = new LineCallTally(code, placed, new CallTargets(functions), inCode)
  const areAllRead = await readCalls(sources, tally, reading, goOn)
  return { sections, unplaced, calls: areAllRead ? tally.result() : null }
}

/**
 * Returns all sampled lines of the program, hottest first, without calls.
 *
 * @throws ProblemError as `readFunctionLines`
 */
export async function readHotLines(
  { lines, functions, reading, scale, bins }: Omit<LinesInput, 'program'>,
  goOn: GoOn,
): Promise<HotLines> {
  const tally = new HotLineTally()
  const stretches = stretchesOf(functions)
  reportPart(goOn, 0)
  const work = new Yielder((part) => reportPart(goOn, part))
  const [lookingUp, adding] = [work.within(0, PART_OF_READING), work.within(PART_OF_READING, 1)]
  const known = await lines.runsOf(stretches, lookingUp.onFraction)
  const total = stretches.reduce((sum, { functions: some }) => sum + some.length, 0)
  let done = 0
  for (const [at, { functions: sampled }] of stretches.entries()) {
    const runs = known[at]
    if (!runs) continue
    for (const f of sampled) {
      const code = codeOfFunction(functions, f, reading.lastIsOpen)
      const own = runsWithin(runs, code.from, code.to)
      tally.add(f, own, ticksOfRuns(own, code, binsWithin(bins, scale, code), scale))
      await adding.report(++done / total)
    }
  }
  return tally.result()
}

/**
 * Reports progress, and cancels if asked.
 *
 * @param part 0–1
 * @throws ProblemError `host/cancelled` if `goOn` returns false
 */
export function reportPart(goOn: GoOn, part: number): void {
  if (!goOn(part)) throw new ProblemError({ code: 'host/cancelled' })
}

/** Finds the calls in a program's code. */
export class CallsInCode {
  readonly #raw: RawExecutable | null
  readonly #reader: CodeReader | null
  readonly #thumb: ReadonlySet<number>

  /** @param program null without one: its calls are unknown */
  constructor(program: ReadFile | null) {
    this.#raw = program?.raw ?? null
    this.#reader = program && CodeReader.of(program.source, program.raw)
    this.#thumb = program ? thumbAddresses(program.raw) : new Set()
  }

  /** Returns the calls in one function; none for a processor whose code is not decoded. */
  async of({ from, to }: FunctionCode): Promise<readonly CodeCall[]> {
    const [raw, reader] = [this.#raw, this.#reader]
    const scan = raw && scanFor(raw.machine, raw.wordSize, this.#thumb.has(from))
    const size = to - from
    if (!scan || !reader || size <= 0 || size > LARGEST_FUNCTION) return []
    if (!reader.has(from, size, 0) && !(await reader.load(from, size, 0))) return []
    const calls: CodeCall[] = []
    scan(reader.bytes(from, size), from, (target, isCall, next) => {
      if (isCall) calls.push({ target, next })
    })
    return calls
  }
}

/**
 * Adds the calls of all profiles. Returns false if one can no longer be read, as part of the calls
 * would be misleading.
 */
export async function readCalls(
  sources: readonly ByteSource[],
  tally: Pick<LineCallTally, 'add'>,
  { layout, options, shift, forkedOnce }: RunReading,
  goOn: GoOn,
): Promise<boolean> {
  const candidates = await identifyAll(sources, ({ done, total }) => reportPart(goOn, done / total / 2))
  const profiles = candidates.flatMap(({ source, file }) => (file.kind === 'profile' ? [source] : []))
  const total = profiles.reduce((bytes, { size }) => bytes + size, 0)
  const room = new ReadBuffers()
  const readRaw = (source: ByteSource): Promise<RawProfile> =>
    readProfile(source, layout, () => {}, { ...options, room })
  let done = 0
  const past = forkedOnce
    ? await (await import('../trust/runs/forked-runs.ts')).CommonPast.find(profiles, readRaw)
    : null
  for (const [at, source] of profiles.entries()) {
    reportPart(goOn, 0.5 + done / total / 2)
    room.ahead.following = profiles[at + 1] ?? null
    try {
      const raw = await readRaw(source)
      const read = past?.without(source, raw) ?? raw
      const { arcs, histograms } = withoutLoadBias(read, shift)
      const low = histograms.reduce((lowest, one) => Math.min(lowest, one.low), Infinity)
      tally.add(arcs, sizeOfPlaces(arcs, low === Infinity ? 0 : low, layout.wordSize))
    } catch (error) {
      if (problemOf(error).code === 'bug') throw error
      return false
    }
    done += source.size
  }
  room.detachBuffers()
  return true
}
