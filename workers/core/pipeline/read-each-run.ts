// A function’s numbers in each of several runs: reads the profiles again, one at a time.
import { asArray } from '../base/columns.ts'
import { type FileKey, fileKeysOf } from '../base/file-key.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawArcs, RawProfile } from '../formats/format.ts'
import { ReadBuffers, readProfile } from '../formats/gmon/read.ts'
import { problemOf } from '../inputs/candidates.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import type { RunReading } from '../profile-view.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { assignTicks } from '../profile/assign-ticks.ts'
import { ArcTally } from '../profile/tally-arcs.ts'
import { HistogramSum } from '../profile/sum-histograms.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { withoutLoadBias } from '../profile/load-bias.ts'

/** A function's samples and calls in one run. */
export interface FunctionInRun {
  /** The run's file. */
  readonly run: FileKey
  /** Samples in the function itself, counted as for the run alone. */
  readonly ticks: number
  /** Calls by other functions, and by itself. */
  readonly calls: number
  readonly selfCalls: number
}

/** Receives the fraction done, 0–1. Returns whether to continue. */
type GoOn = (part: number) => boolean

/**
 * Reads one function's numbers in each run, in the order of the files. A profile that cannot be read is
 * skipped, as in the sum. What forked runs share counts in each.
 *
 * @param sources all files of the profile, as dropped
 * @param f row of `functions`
 * @param goOn receives the fraction done, 0–1
 * @throws ProblemError `host/cancelled` if `goOn` returns false
 */
export async function readEachRun(
  sources: readonly ByteSource[],
  functions: FunctionTable,
  f: FunctionIndex,
  { layout, options, shift, lastIsOpen }: RunReading,
  goOn: GoOn,
): Promise<readonly FunctionInRun[]> {
  const report = (part: number): void => {
    if (!goOn(part)) throw new ProblemError({ code: 'host/cancelled' })
  }
  // With short files this takes longer than all that follows, as a browser reads each file once.
  const candidates = await identifyAll(sources, ({ done, total }) => report(done / total / 2))
  const names = fileKeysOf(candidates.map(({ file }) => file))
  const profiles = candidates.flatMap(({ source, file }, at) => {
    const run = names[at]
    return run && file.kind === 'profile' ? [{ source, run }] : []
  })
  const total = profiles.reduce((bytes, { source }) => bytes + source.size, 0)
  const numbersOf = numbersOfFunction(functions, f, lastIsOpen)
  const room = new ReadBuffers()
  const runs: FunctionInRun[] = []
  let done = 0
  for (const [at, { source, run }] of profiles.entries()) {
    report(0.5 + done / total / 2)
    room.ahead.following = profiles[at + 1]?.source ?? null
    try {
      const read = await readProfile(source, layout, () => {}, { ...options, room })
      runs.push({ run, ...numbersOf(withoutLoadBias(read, shift)) })
    } catch (error) {
      if (problemOf(error).code === 'bug') throw error
    }
    done += source.size
  }
  room.detachBuffers()
  return runs
}

type Numbers = Omit<FunctionInRun, 'run'>

function numbersOfFunction(
  functions: FunctionTable,
  f: FunctionIndex,
  lastIsOpen: boolean,
): (profile: RawProfile) => Numbers {
  const { length, isFunction, isLeftOut } = functions
  const address = asArray(functions.address)
  const last = asArray(functions.last)
  // A table of this function and the start of the next, so that samples are credited as usual.
  const own = address.slice(f, f + 2)
  const table = { length: own.length, address: own, lastIsOpen }
  const leftOut = new Uint8Array(own.length).fill(isLeftOut[f])
  // Calls of a symbol that is not typed as a function count for the function before it.
  let next = f + 1
  while (next < length && isFunction[next as FunctionIndex] === 0) next++
  const range = { from: address[f], to: next < length ? address[next] : Infinity }
  const symbols = { length, address, last, isFunction: asArray(isFunction) }
  const tally = new ArcTally(symbols)
  const before = { calls: 0, selfCalls: 0 }
  return ({ histograms, arcs, file }) => {
    const sum = new HistogramSum()
    for (const histogram of histograms) sum.add(histogram, file)
    const ticks = assignTicks(sum.records, sum.scale, table, leftOut).selfTicks[0]
    // One tally serves all runs, as it is slow to build: each run's calls are the increase.
    tally.add(arcsInto(arcs, range))
    const now = callsOf(tally, f)
    const added = { calls: now.calls - before.calls, selfCalls: now.selfCalls - before.selfCalls }
    Object.assign(before, now)
    return { ticks, ...added }
  }
}

interface Range {
  readonly from: number
  readonly to: number
}

function arcsInto({ length, from, self, count }: RawArcs, range: Range): RawArcs {
  const rows: number[] = []
  for (let arc = 0; arc < length; arc++) if (self[arc] >= range.from && self[arc] < range.to) rows.push(arc)
  const taken = (column: Float64Array): Float64Array<ArrayBuffer> =>
    Float64Array.from(rows, (arc) => column[arc])
  return { length: rows.length, from: taken(from), self: taken(self), count: taken(count) }
}

function callsOf(tally: ArcTally, f: number): { calls: number; selfCalls: number } {
  const { length, parent, child, count } = tally.result()
  let calls = 0
  let selfCalls = 0
  for (let arc = 0; arc < length; arc++) {
    if (child[arc] !== f) continue
    if (parent[arc] === f) selfCalls += count[arc]
    else calls += count[arc]
  }
  return { calls, selfCalls }
}
