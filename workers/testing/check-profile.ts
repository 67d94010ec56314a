// Checks the invariants of a profile.
import { assert } from '../core/base/result.ts'
import type { ArcIndex, CallGraphProfile, FunctionIndex } from '../core/profile/call-graph-profile.ts'

/**
 * Checks the invariants of a profile; tests call it on every profile that they build.
 *
 * @throws Error if an invariant does not hold
 */
export function checkProfile(profile: CallGraphProfile): void {
  const { functions, arcs, arcsByParent, arcsByChild } = profile
  for (const [name, column] of Object.entries(functions)) {
    if (typeof column !== 'object') continue
    assert(column.length === functions.length, `column functions.${name} has another length`)
  }
  for (const [name, column] of Object.entries(arcs)) {
    if (typeof column !== 'object') continue
    assert((column as { length: number }).length === arcs.length, `column arcs.${name} has another length`)
  }
  for (let f = 1; f < functions.length; f++) {
    const before = functions.address[(f - 1) as FunctionIndex]
    assert(before < functions.address[f as FunctionIndex], 'addresses do not ascend')
  }
  const seen = new Set<number>()
  for (let a = 0; a < arcs.length; a++) {
    const parent = arcs.parent[a as ArcIndex]
    const child = arcs.child[a as ArcIndex]
    assert(parent >= 0 && parent < functions.length, 'an arc has no parent')
    assert(child >= 0 && child < functions.length, 'an arc has no child')
    const pair = parent * functions.length + child
    assert(!seen.has(pair), 'two arcs join the same pair')
    seen.add(pair)
  }
  for (let a = profile.recordedArcs; a < arcs.length; a++)
    assert(arcs.count[a as ArcIndex] === 0, 'an arc that was not recorded has a count')
  assert(arcsByParent.items.length === arcs.length, 'an arc is missing below its parent')
  assert(arcsByChild.items.length === arcs.length, 'an arc is missing above its child')
}
