// What the lines of an arc tell, side by side and rounded once for both: read from four columns here and there, a large
// listing waits for memory twice as long.
import { arcTimesOf } from '../../analysis/time/arc-times.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import type { ArcIndex } from '../../profile/tables.ts'
import { passesTime } from '../../analysis/time/arc-share.ts'
import { roundedUnits } from '../quantities.ts'
import { MOST_CALLS, MOST_HUNDREDTHS } from './graph-columns.ts'

/** Numbers in the record of an arc. */
export const ARC = 4
export const SELF = 0
export const CHILD = 1
export const COUNT = 2
/** The numbers of parent and child, one over the other: who knows one of them knows the other. */
export const ENDS = 3

/** In SELF. */
export const PASSES_NOTHING = -2
/** Does not fit its column, or takes the long way to round. */
const UNUSUAL = -1

/** Times in hundredths of a second. */
export function arcRecords(analyzed: AnalyzedProfile): Int32Array {
  const { arcs, rate } = analyzed.profile
  const times = arcTimesOf(analyzed)
  const records = new Int32Array(ARC * arcs.length)
  for (let a = 0; a < arcs.length; a++) {
    const arc = a as ArcIndex
    const record = ARC * a
    const count = arcs.count[arc]
    records[record + SELF] = passesTime(analyzed, arc) ? hundredthsOf(times.self[arc] / rate) : PASSES_NOTHING
    records[record + CHILD] = hundredthsOf(times.child[arc] / rate)
    records[record + COUNT] = count <= MOST_CALLS ? count : UNUSUAL
    records[record + ENDS] = arcs.parent[arc] ^ arcs.child[arc]
  }
  return records
}

function hundredthsOf(seconds: number): number {
  const hundredths = roundedUnits(seconds, 100)
  return hundredths <= MOST_HUNDREDTHS ? hundredths : UNUSUAL
}
