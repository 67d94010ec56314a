/**
 * Merges the less important functions of a profile into one.
 *
 * That one has their self samples and their calls into kept functions, so that sums and the shares
 * of propagated time stay right. It has no callers: the time that callers inherited from merged
 * functions is missing, and reported.
 */
import { asColumn } from '../base/columns.ts'
import { stringAt, type StringIndex, stringTableOf } from '../base/string-table.ts'
import { arcTables, countCalls } from '../profile/build-profile.ts'
import type {
  ArcIndex,
  CallGraphProfile,
  FunctionIndex,
  FunctionTable,
  SourceTable,
} from '../profile/call-graph-profile.ts'
import type { PossibleArcs } from '../profile/possible-arcs.ts'
import type { TalliedArcs } from '../profile/distinct-arcs.ts'
import { rawName } from '../names/names.ts'

/** A profile after merging. */
export interface MergedProfile {
  readonly plain: CallGraphProfile
  /** FunctionIndex before merging, for each function; −1 for the merged one. */
  readonly cameFrom: Int32Array
  /** Samples of the merged functions, in ticks. */
  readonly ticks: number
}

/** A name that no real function has. */
const OTHERS = '(functions left out)'

/**
 * Merges the functions that are not kept into one, which takes the place of the first of them. Without
 * samples and calls of kept functions they are only removed. `plain` is not changed.
 *
 * @param isKept 1 for each function that stays, by FunctionIndex
 */
export function fold(plain: CallGraphProfile, isKept: Uint8Array): MergedProfile {
  const { functions } = plain
  let ticks = 0
  for (let f = 0; f < functions.length; f++) {
    if (isKept[f] === 1) continue
    ticks += functions.selfTicks[f as FunctionIndex]
  }
  const hasOthers = ticks > 0 || callsKept(plain, isKept)
  const place = hasOthers ? isKept.indexOf(0) : -1
  const cameFrom: number[] = []
  const rows = new Int32Array(functions.length)
  let others = -1
  for (let f = 0; f < functions.length; f++) {
    if (f === place) others = cameFrom.push(-1) - 1
    rows[f] = isKept[f] === 1 ? cameFrom.push(f) - 1 : others
  }
  const arcs = foldArcs(plain, isKept, rows, others)
  const folded: CallGraphProfile = {
    ...plain,
    functions: foldFunctions(functions, cameFrom, place, ticks, arcs),
    ...arcTables(arcs, cameFrom.length),
    sources: plain.sources && foldSources(plain.sources, cameFrom),
  }
  return { plain: folded, cameFrom: Int32Array.from(cameFrom), ticks }
}

function callsKept({ arcs }: CallGraphProfile, isKept: Uint8Array): boolean {
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    if (isKept[arcs.parent[arc]] === 0 && isKept[arcs.child[arc]] === 1) return true
  }
  return false
}

function foldArcs(
  { arcs }: CallGraphProfile,
  isKept: Uint8Array,
  rows: Int32Array,
  others: number,
): TalliedArcs {
  const parent: number[] = []
  const child: number[] = []
  const count: number[] = []
  const fromOthers = new Map<number, number>()
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    if (isKept[arcs.child[arc]] === 0) continue
    const [from, to] = [rows[arcs.parent[arc]], rows[arcs.child[arc]]]
    const known = from === others ? fromOthers.get(to) : undefined
    if (known === undefined) {
      if (from === others) fromOthers.set(to, parent.length)
      parent.push(from)
      child.push(to)
      count.push(arcs.count[arc])
    } else count[known] += arcs.count[arc]
  }
  return {
    length: parent.length,
    parent: Int32Array.from(parent),
    child: Int32Array.from(child),
    count: Float64Array.from(count),
  }
}

function foldFunctions(
  functions: FunctionTable,
  cameFrom: readonly number[],
  place: number,
  ticks: number,
  arcs: TalliedArcs,
): FunctionTable {
  const { length } = cameFrom
  const { calls, selfCalls } = countCalls(arcs, length)
  const pick = (column: ArrayLike<number>, forOthers: number) =>
    Float64Array.from(cameFrom, (f) => (f < 0 ? forOthers : column[f]))
  const flags = (column: ArrayLike<number>, forOthers: number) =>
    Uint8Array.from(cameFrom, (f) => (f < 0 ? forOthers : column[f]))
  const at = place as FunctionIndex
  const others =
    place < 0 ? { address: 0, last: 0 } : { address: functions.address[at], last: functions.last[at] }
  return {
    ...functions,
    length,
    address: asColumn(pick(functions.address, others.address)),
    last: asColumn(pick(functions.last, others.last)),
    names: stringTableOf(cameFrom.map((f) => (f < 0 ? OTHERS : rawName(functions, f as FunctionIndex)))),
    isStatic: asColumn(flags(functions.isStatic, 0)),
    isFunction: asColumn(flags(functions.isFunction, 1)),
    isLeftOut: asColumn(flags(functions.isLeftOut, 0)),
    selfTicks: asColumn(pick(functions.selfTicks, ticks)),
    calls: asColumn(calls),
    selfCalls: asColumn(selfCalls),
  }
}

/** Removes the files of merged functions. */
function foldSources({ fileOf, lineOf, files }: SourceTable, cameFrom: readonly number[]): SourceTable {
  const used = new Map<number, number>()
  const names: string[] = []
  const file = Int32Array.from(cameFrom, (f) => {
    const before = f < 0 ? -1 : fileOf[f as FunctionIndex]
    if (before < 0) return -1
    const known = used.get(before) ?? used.size
    if (known === used.size) names.push(stringAt(files, before as StringIndex))
    used.set(before, known)
    return known
  })
  const line = Int32Array.from(cameFrom, (f) => (f < 0 ? -1 : lineOf[f as FunctionIndex]))
  return {
    fileOf: asColumn(file),
    lineOf: line,
    files: stringTableOf(names),
  }
}

/**
 * Returns the static arcs whose both ends were kept, with their new rows. What gprof would find is then
 * unknown.
 *
 * @param cameFrom as in MergedProfile
 * @param functions number of functions before merging
 */
export function mergePossibleArcs(
  possible: PossibleArcs,
  cameFrom: Int32Array,
  functions: number,
): PossibleArcs {
  const rows = new Int32Array(functions).fill(-1)
  cameFrom.forEach((f, row) => {
    if (f >= 0) rows[f] = row
  })
  const parent: number[] = []
  const child: number[] = []
  const tails: number[] = []
  for (let arc = 0; arc < possible.length; arc++) {
    const [from, to] = [rows[possible.parent[arc]], rows[possible.child[arc]]]
    if (from < 0 || to < 0) continue
    parent.push(from)
    child.push(to)
    if (possible.tails) tails.push(possible.tails[arc])
  }
  return {
    length: parent.length,
    parent: Uint32Array.from(parent),
    child: Uint32Array.from(child),
    ...(possible.tails && { tails: Uint8Array.from(tails) }),
    gprof: null,
  }
}
