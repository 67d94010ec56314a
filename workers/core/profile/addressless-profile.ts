// Builds a profile of functions without addresses, as a text or another tool's file describes it.
import { asColumn } from '../base/columns.ts'
import { stringTableOf } from '../base/string-table.ts'
import { arcTables, countCalls } from './build-profile.ts'
import type { CallGraphProfile } from './call-graph-profile.ts'
import type { TalliedArcs } from './distinct-arcs.ts'

/** The rows of a profile; columns are indexed by function. */
export interface ProfileRows {
  readonly names: readonly string[]
  /** Ticks. */
  readonly selfTicks: Float64Array<ArrayBuffer>
  readonly arcs: TalliedArcs
  /** Ticks per second; 0 if the profile has no times. */
  readonly rate: number
  /** By default the calls of the arcs. */
  readonly calls?: Float64Array<ArrayBuffer>
  readonly selfCalls?: Float64Array<ArrayBuffer>
  /** All ticks; by default those of the functions. */
  readonly ticks?: number
}

/**
 * Builds a profile of one run. The numbers of the functions serve as addresses (`isAddressless`); all functions
 * are global, and times are in seconds. What a file says of these the caller puts into the result.
 */
export function addresslessProfile(rows: ProfileRows): CallGraphProfile {
  const { names, selfTicks, arcs, rate } = rows
  const { length } = names
  const counted = countCalls(arcs, length)
  const { calls = counted.calls, selfCalls = counted.selfCalls } = rows
  const { ticks = selfTicks.reduce((sum, own) => sum + own, 0) } = rows
  const numbers = Float64Array.from({ length }, (_, f) => f)
  return {
    functions: {
      length,
      address: asColumn(numbers),
      isAddressless: true,
      last: asColumn(numbers),
      names: stringTableOf(names),
      isStatic: asColumn(new Uint8Array(length)),
      isFunction: asColumn(new Uint8Array(length).fill(1)),
      isLeftOut: asColumn(new Uint8Array(length)),
      selfTicks: asColumn(selfTicks),
      calls: asColumn(calls),
      selfCalls: asColumn(selfCalls),
    },
    ...arcTables(arcs, length),
    hasHistogram: rate > 0,
    hasArcs: arcs.length > 0,
    rate,
    scale: USUAL_SCALE,
    dimension: 'seconds',
    abbreviation: 's',
    totals: {
      ticks,
      recordedTicks: ticks,
      unattributedTicks: 0,
      arcRecords: arcs.length,
      droppedArcRecords: 0,
      runs: 1,
    },
    sources: null,
  }
}

/** That of gprof's usual histogram, which has 4 bytes per bin. */
const USUAL_SCALE = 2
