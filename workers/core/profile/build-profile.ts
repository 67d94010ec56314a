// Builds the profile of one program: self time S_i, calls C(i→j) along arcs, calls C(j) of each routine.
import { asArray, asColumn } from '../base/columns.ts'
import { groupNewestFirst } from '../base/csr.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import type {
  ArcGroups,
  ArcsByFunction,
  ArcTable,
  ArcTables,
  CallGraphProfile,
  FunctionTable,
} from './call-graph-profile.ts'
import type { TalliedArcs } from './distinct-arcs.ts'
import { assignTicks, type Bins } from './assign-ticks.ts'

/** What `buildProfile` combines: symbols, summed histograms and summed arcs of one program. */
export interface ProfileInput {
  readonly symbols: SymbolTable
  /** 1 for a symbol whose samples do not count: the profiler's own, and what filters exclude. */
  readonly isLeftOut: Uint8Array<ArrayBuffer>
  readonly histograms: {
    readonly records: readonly Bins[]
    /** Ticks per second, and two-byte units per bin. */
    readonly rate: number
    readonly scale: number
    readonly dimension: string
    readonly abbreviation: string
  }
  readonly arcs: TalliedArcs
  /** Number of arc records, and of those that are in none of `arcs`. */
  readonly arcRecords: number
  readonly droppedArcRecords: number
  /** Whether any file could record arcs, even if it recorded none. */
  readonly hasArcs: boolean
  /** Number of profile files summed. */
  readonly runs: number
}

/**
 * Builds the profile of one program, without sources and shared bins: S_i from the histograms, C(i→j) from the arcs, C(j)
 * from these. The result satisfies `checkProfile`. Its columns share memory with the input, which must not
 * change afterwards.
 */
export function buildProfile(input: ProfileInput): CallGraphProfile {
  const { symbols, isLeftOut, histograms, arcs } = input
  const { records, rate, scale, dimension, abbreviation } = histograms
  const ticks = assignTicks(records, scale, symbols, isLeftOut)
  const { calls, selfCalls } = countCalls(arcs, symbols.length)
  const functions: FunctionTable = {
    length: symbols.length,
    address: asColumn(symbols.address),
    last: asColumn(symbols.last),
    names: symbols.names,
    ...(symbols.prefix === undefined ? {} : { namePrefix: symbols.prefix }),
    isStatic: asColumn(symbols.isStatic),
    isFunction: asColumn(symbols.isFunction),
    isLeftOut: asColumn(isLeftOut),
    selfTicks: asColumn(ticks.selfTicks),
    calls: asColumn(calls),
    selfCalls: asColumn(selfCalls),
  }
  return {
    functions,
    ...arcTables(arcs, symbols.length),
    hasHistogram: records.length > 0,
    hasArcs: input.hasArcs,
    rate,
    scale,
    dimension,
    abbreviation,
    totals: {
      ticks: ticks.total,
      recordedTicks: ticks.recorded,
      unattributedTicks: Math.max(0, ticks.recorded - ticks.attributed),
      arcRecords: input.arcRecords,
      droppedArcRecords: input.droppedArcRecords,
      runs: input.runs,
    },
    sources: null,
  }
}

/**
 * Returns C(j), the calls of each function by others (`calls`), and C(j→j), those by itself (`selfCalls`).
 * Both columns are indexed by function and follow from the arcs alone.
 *
 * @param functions number of functions
 */
export function countCalls(
  arcs: TalliedArcs,
  functions: number,
): { readonly calls: Float64Array<ArrayBuffer>; readonly selfCalls: Float64Array<ArrayBuffer> } {
  const calls = new Float64Array(functions)
  const selfCalls = new Float64Array(functions)
  for (let arc = 0; arc < arcs.length; arc++) {
    const child = arcs.child[arc]
    const target = arcs.parent[arc] === child ? selfCalls : calls
    target[child] = target[child] + arcs.count[arc]
  }
  return { calls, selfCalls }
}

/**
 * Builds the arc table and its groupings by parent and by child. All arcs count as recorded. Columns of
 * `arcs` are shared, but for counts that fit into 32 bits.
 *
 * @param functions number of functions
 */
export function arcTables(arcs: TalliedArcs, functions: number): ArcTables {
  const table: ArcTable = {
    length: arcs.length,
    parent: asColumn(arcs.parent),
    child: asColumn(arcs.child),
    count: asColumn(narrowed(arcs.count)),
  }
  return {
    arcs: table,
    recordedArcs: arcs.length,
    ...groupArcs(table, functions, arcs.byChild),
  }
}

/**
 * Groups arcs by parent and by child, newest first. Pass `arcsByChild` if that grouping exists already.
 *
 * @param functions number of functions
 */
export function groupArcs(
  { parent, child }: Pick<ArcTable, 'parent' | 'child'>,
  functions: number,
  arcsByChild: ArcsByFunction = groupNewestFirst(asArray(child), functions),
): ArcGroups {
  return { arcsByParent: groupNewestFirst(asArray(parent), functions), arcsByChild }
}

/** Halves the memory of the counts, unless one of them needs more than 32 bits. */
function narrowed(counts: TalliedArcs['count']): TalliedArcs['count'] {
  if (counts instanceof Uint32Array) return counts
  const narrow = new Uint32Array(counts.length)
  for (let arc = 0; arc < counts.length; arc++) {
    narrow[arc] = counts[arc]
    if (narrow[arc] !== counts[arc]) return counts
  }
  return narrow
}
