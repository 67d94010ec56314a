// Static arcs: calls found in the program's code that were not counted, added as arcs without a count.
// They follow all recorded arcs, as gprof's own do with `-c`: cycles, order and ties depend on that.
import { type ArcTables, type CallGraphProfile, Tail, type TailCalls } from './call-graph-profile.ts'
import type { PossibleArcs } from './possible-arcs.ts'
import { arcTables } from './build-profile.ts'

/**
 * Returns the arc tables of a profile with its static arcs, which follow the recorded ones. Calls and times
 * of functions stay the same, because an arc without a count adds nothing to them. `plain` is not changed.
 *
 * @param plain the profile without static arcs; none of `possible` is among its arcs
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
  const tailCalls = tailCallsOf(possible)
  return { ...tables, recordedArcs: arcs.length, ...(tailCalls && { tailCalls }) }
}

function tailCallsOf({ parent, child, tails }: PossibleArcs): TailCalls | null {
  const rows: number[] = []
  tails?.forEach((tail, row) => {
    if (tail !== Tail.none) rows.push(row)
  })
  if (!tails || rows.length === 0) return null
  return {
    jumper: Uint32Array.from(rows, (row) => parent[row]),
    callee: Uint32Array.from(rows, (row) => child[row]),
    isTaken: Uint8Array.from(rows, (row) => Number(tails[row] === Tail.taken)),
  }
}
