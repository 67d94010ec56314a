// A profile with the calls that stand in its program's code and were never taken, as arcs without a count. They come
// after all recorded ones, as gprof's own do with `-c`: chains of cycles, order and ties depend on that.
import { arcTables } from '../build-profile.ts'
import type { ArcTables, CallGraphProfile } from '../call-graph-profile.ts'
import type { PossibleArcs } from './possible-arcs.ts'

/**
 * What changes of the profile: calls and times of functions do not, for an arc without a count adds nothing to them.
 *
 * @param plain without static arcs; none of `possible` is among its arcs
 */
export function withStaticArcs(plain: CallGraphProfile, possible: PossibleArcs): ArcTables {
  const { arcs, functions } = plain
  const length = arcs.length + possible.length
  const parent = new Int32Array(length)
  const child = new Int32Array(length)
  const count = new Float64Array(length)
  parent.set(arcs.parent)
  child.set(arcs.child)
  count.set(arcs.count)
  parent.set(possible.parent, arcs.length)
  child.set(possible.child, arcs.length)
  const tables = arcTables({ length, parent, child, count }, functions.length)
  return { ...tables, recordedArcs: arcs.length }
}
