// Debugging information → the lines of one function, with the samples of each and the calls that it made; or all lines that were
// sampled. The profiles are read again for the calls: what is kept of them knows functions alone.
import type { ByteSource } from '../bytes/byte-source.ts'
import { scanFor } from '../formats/machine-code/direct-calls.ts'
import { readProfile, ReadingRoom } from '../formats/gmon/read.ts'
import type { RawExecutable } from '../formats/format.ts'
import type { SourceLines } from '../formats/source-lines.ts'
import { problemOf, type Candidate } from '../offered/candidates.ts'
import type { ReadFile } from '../offered/debug-file.ts'
import { identifyAll } from '../offered/identify-files.ts'
import type { ProfileView, RunReading } from '../profile-view.ts'
import { Work } from '../base/work.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { binsWithin } from '../profile/lines/bins-within.ts'
import { CallTargets } from '../profile/lines/call-targets.ts'
import { CodeReader } from '../profile/code/code-reader.ts'
import { LARGEST_FUNCTION, thumbAddresses } from '../profile/code/possible-arcs.ts'
import {
  codeOfFunction,
  PlacedLines,
  ticksOfRuns,
  type FunctionCode,
  type FunctionLines,
} from '../profile/lines/function-lines.ts'
import { HotLineTally, runsWithin, stretchesOf, type HotLines } from '../profile/lines/hot-lines.ts'
import { LineCallTally, roomOfPlaces, type CodeCall } from '../profile/lines/line-calls.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { SumInput } from '../profile/sum/gmon-sum.ts'
import type { SummedHistogram } from '../profile/sum/sum-histograms.ts'
import type { FunctionIndex, FunctionTable } from '../profile/tables.ts'
import { withoutLoadBias } from '../symbols/load-bias.ts'

/** What of an opened profile its lines are told from. */
interface LinesOfOpened extends Pick<ProfileView, 'reading'> {
  readonly lines: SourceLines | null
  readonly program: ReadFile | null
  readonly plain: Pick<CallGraphProfile, 'functions' | 'scale'>
  readonly sum: () => Pick<SumInput, 'histograms'>
}

/** The same, read already. */
export interface LinesInput {
  readonly lines: SourceLines
  /** Null where its code cannot be read. */
  readonly program: ReadFile | null
  readonly functions: FunctionTable
  readonly reading: RunReading
  /** Two-byte units per bin. */
  readonly scale: number
  readonly bins: readonly SummedHistogram[]
}

/** Null without debugging information, and where no profile was read. */
export function linesInputOf({ lines, program, plain, reading, sum }: LinesOfOpened): LinesInput | null {
  if (!lines || !reading) return null
  const { functions, scale } = plain
  return { lines, program, functions, reading, scale, bins: sum().histograms.records }
}

/** What reading lines is of the work, the rest of which is samples. */
const PART_OF_READING = 0.9

/** Told how much is done, 0–1; answers whether to read on. */
export type GoOn = (part: number) => boolean

/**
 * @param sources the profiles, to be read for calls; empty to do without
 *
 * Errors: `host/cancelled` when told to stop; what the program's file cannot be read for.
 */
export async function readFunctionLines(
  sources: readonly ByteSource[],
  f: FunctionIndex,
  input: LinesInput,
  goOn: GoOn,
): Promise<FunctionLines> {
  const { lines, functions, reading, scale, bins } = input
  const code = codeOfFunction(functions, f, reading.lastIsOpen)
  const runs = await lines.runs(code.from, code.to, (part) => tell(goOn, part))
  const placed = new PlacedLines(runs, ticksOfRuns(runs, code, binsWithin(bins, scale, code), scale))
  const { sections, unplaced } = placed
  if (sources.length === 0 || sections.length === 0) return { sections, unplaced, calls: null }
  const inCode = await new CallsInCode(input.program).of(code)
  const tally = new LineCallTally(code, placed, new CallTargets(functions), inCode)
  const areAllRead = await readCalls(sources, tally, reading, goOn)
  return { sections, unplaced, calls: areAllRead ? tally.result() : null }
}

/** Errors: as above. */
export async function readHotLines(
  { lines, functions, reading, scale, bins }: Omit<LinesInput, 'program'>,
  goOn: GoOn,
): Promise<HotLines> {
  const tally = new HotLineTally()
  const stretches = stretchesOf(functions)
  tell(goOn, 0)
  const work = new Work((part) => tell(goOn, part))
  const [lookingUp, adding] = [work.within(0, PART_OF_READING), work.within(PART_OF_READING, 1)]
  const known = await lines.runsOf(stretches, lookingUp.onPart)
  const total = stretches.reduce((sum, { functions: some }) => sum + some.length, 0)
  let done = 0
  for (const [at, { functions: sampled }] of stretches.entries()) {
    const runs = known[at]
    if (!runs) continue
    for (const f of sampled) {
      const code = codeOfFunction(functions, f, reading.lastIsOpen)
      const own = runsWithin(runs, code.from, code.to)
      tally.add(f, own, ticksOfRuns(own, code, binsWithin(bins, scale, code), scale))
      await adding.tell(++done / total)
    }
  }
  return tally.result()
}

/**
 * Errors: `host/cancelled` when told to stop.
 *
 * @param part 0–1
 */
export function tell(goOn: GoOn, part: number): void {
  if (!goOn(part)) throw new ProblemError({ code: 'host/cancelled' })
}

/** Calls as they stand in a program's code. */
export class CallsInCode {
  readonly #raw: RawExecutable | null
  readonly #reader: CodeReader | null
  readonly #thumb: ReadonlySet<number>

  /** @param program null where there is none: its calls are not known */
  constructor(program: ReadFile | null) {
    this.#raw = program?.raw ?? null
    this.#reader = program && CodeReader.of(program.source, program.raw)
    this.#thumb = program ? thumbAddresses(program.raw) : new Set()
  }

  /** Of one function; none where they are not known, as of other processors. */
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

/** False if one of the profiles cannot be read any more: some of the calls would be as wrong as none. */
export async function readCalls(
  sources: readonly ByteSource[],
  tally: Pick<LineCallTally, 'add'>,
  { layout, options, shift }: RunReading,
  goOn: GoOn,
): Promise<boolean> {
  const candidates: Candidate[] = []
  await identifyAll(sources, candidates, ({ done, total }) => tell(goOn, done / total / 2))
  const profiles = candidates.flatMap(({ source, file }) => (file.kind === 'profile' ? [source] : []))
  const total = profiles.reduce((bytes, { size }) => bytes + size, 0)
  const room = new ReadingRoom()
  let done = 0
  for (const [at, source] of profiles.entries()) {
    tell(goOn, 0.5 + done / total / 2)
    room.ahead.following = profiles[at + 1] ?? null
    try {
      const read = await readProfile(source, layout, () => {}, { ...options, room })
      const { arcs, histograms } = withoutLoadBias(read, shift)
      const low = histograms.reduce((lowest, one) => Math.min(lowest, one.low), Infinity)
      tally.add(arcs, roomOfPlaces(arcs, low === Infinity ? 0 : low, layout.wordSize))
    } catch (error) {
      if (problemOf(error).code === 'bug') throw error
      return false
    }
    done += source.size
  }
  room.letGo()
  return true
}
