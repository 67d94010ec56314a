// Lines of all functions with samples or calls, for a profile that is saved without its program.
//
// Reads all their line tables at once, then the profiles again.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawArcs } from '../formats/format.ts'
import { Yielder } from '../base/yielder.ts'
import {
  binsWithin,
  codeOfFunction,
  type FunctionLines,
  PlacedLines,
  ticksOfRuns,
} from '../profile/lines/function-lines.ts'
import { CallTargets } from '../profile/lines/call-targets.ts'
import { LineCallTally } from '../profile/lines/line-calls.ts'
import { type AllLines, AllLinesTally } from '../profile/lines/all-lines.ts'
import { runsWithin, stretchesOf } from '../profile/lines/hot-lines.ts'
import type { ArcIndex, ArcTable, FunctionIndex } from '../profile/call-graph-profile.ts'
import { rawName } from '../names/names.ts'
import { type LinesInput, type GoOn, reportPart, CallsInCode, readCalls } from './read-lines.ts'

/**
 * Fraction of the work done once the line tables are read, and once each function's lines are
 * known.
 */
const PART_OF_READING_ALL = 0.45
const PART_OF_LINES = 0.5

/**
 * Returns the lines of all functions with samples or calls.
 *
 * @param sources the profiles, to read calls from; empty for no calls
 * @param arcs of the measured profile: which functions call
 * @throws ProblemError as `readFunctionLines`
 */
export async function readAllLines(
  sources: readonly ByteSource[],
  arcs: ArcTable,
  input: LinesInput,
  goOn: GoOn,
): Promise<AllLines> {
  const { functions } = input
  const calls = sources.length > 0 ? callersIn(arcs, functions.length) : new Uint8Array(functions.length)
  const isWanted = (f: FunctionIndex): boolean => functions.selfTicks[f] > 0 || calls[f] === 1
  const { found, areCallsKnown } = await readWanted(sources, isWanted, calls, input, goOn)
  const all = new AllLinesTally()
  for (const [f, lines] of found) all.add(f, rawName(functions, f), lines())
  return all.result(areCallsKnown)
}

/**
 * Returns what `readFunctionLines` returns for each wanted function, in their order, but reads the profiles
 * once.
 *
 * @param sources the profiles, to read calls from; empty for no calls
 * @throws ProblemError as `readFunctionLines`
 */
export async function readLinesOf(
  sources: readonly ByteSource[],
  wanted: readonly FunctionIndex[],
  input: LinesInput,
  goOn: GoOn,
): Promise<readonly FunctionLines[]> {
  const among = new Uint8Array(input.functions.length)
  for (const f of wanted) among[f] = 1
  const calls = sources.length > 0 ? among : new Uint8Array(among.length)
  const { found } = await readWanted(sources, (f) => among[f] === 1, calls, input, goOn)
  return wanted.map((f) => found.get(f)?.() ?? { sections: [], unplaced: 0, calls: null })
}

interface Found {
  /** Each function's lines, built on demand. */
  readonly found: ReadonlyMap<FunctionIndex, () => FunctionLines>
  readonly areCallsKnown: boolean
}

/** @param calls 1 for each function whose calls are wanted */
async function readWanted(
  sources: readonly ByteSource[],
  isWanted: (f: FunctionIndex) => boolean,
  calls: Uint8Array,
  input: LinesInput,
  goOn: GoOn,
): Promise<Found> {
  const { lines, functions, reading, scale, bins, program } = input
  const stretches = stretchesOf(functions, isWanted)
  const work = new Yielder((part) => reportPart(goOn, part))
  const placing = work.within(PART_OF_READING_ALL, PART_OF_LINES)
  await work.report(0)
  const known = await lines.runsOf(stretches, work.within(0, PART_OF_READING_ALL).onFraction)
  const targets = new CallTargets(functions)
  const inCode = new CallsInCode(program)
  const found = new Map<FunctionIndex, { placed: PlacedLines; tally: LineCallTally | null }>()
  for (const [at, stretch] of stretches.entries()) {
    const runs = known[at]
    if (!runs) continue
    for (const f of stretch.functions) {
      const code = codeOfFunction(functions, f, reading.lastIsOpen)
      const own = runsWithin(runs, code.from, code.to)
      const placed = new PlacedLines(own, ticksOfRuns(own, code, binsWithin(bins, scale, code), scale))
      const isRead = calls[f] === 1 && placed.sections.length > 0
      const tally = isRead ? new LineCallTally(code, placed, targets, await inCode.of(code)) : null
      found.set(f, { placed, tally })
      await placing.report(at / stretches.length)
    }
  }
  const rest = 1 - PART_OF_LINES
  const add = (records: RawArcs, room: number): void => {
    const tallyAt = (address: number): LineCallTally | null | undefined =>
      found.get(targets.codeAt(address) as FunctionIndex)?.tally
    for (let arc = 0; arc < records.length; arc++) tallyAt(records.self[arc])?.noteProfiler(records.self[arc])
    for (let arc = 0; arc < records.length; arc++) tallyAt(records.from[arc])?.addArc(records, arc, room)
  }
  const areCallsKnown =
    sources.length > 0 &&
    (await readCalls(sources, { add }, reading, (part) => goOn(PART_OF_LINES + rest * part)))
  const linesOf = new Map<FunctionIndex, () => FunctionLines>()
  for (const [f, { placed, tally }] of found) {
    const { sections, unplaced } = placed
    linesOf.set(f, () => ({ sections, unplaced, calls: areCallsKnown && tally ? tally.result() : null }))
  }
  return { found: linesOf, areCallsKnown }
}

/** Returns 1 for each function that calls another. */
function callersIn({ length, parent }: ArcTable, functions: number): Uint8Array {
  const calls = new Uint8Array(functions)
  for (let arc = 0; arc < length; arc++) calls[parent[arc as ArcIndex]] = 1
  return calls
}
