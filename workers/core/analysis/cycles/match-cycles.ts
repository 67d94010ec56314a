// Cycles under one scenario beside those under another: numbers change, members tell which is which.
import { asArray } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import type { CycleMembers } from './build-cycles.ts'

/** For each cycle the one with the same members, in the same order, in the table before; −1 without one. */
export function matchCycles(before: CycleMembers, now: CycleMembers): Int32Array {
  const [was, is] = [before.members, now.members]
  const wasIn = asArray(before.cycleOf)
  return Int32Array.from({ length: now.length }, (_, cycle) => {
    const [from, to] = [is.offsets[cycle], is.offsets[cycle + 1]]
    const candidate = wasIn[is.items[from]]
    if (candidate < 0) return NONE
    const start = was.offsets[candidate]
    if (was.offsets[candidate + 1] - start !== to - from) return NONE
    for (let at = from; at < to; at++) if (is.items[at] !== was.items[start + at - from]) return NONE
    return candidate
  })
}

/** Members of all cycles but some. Items are FunctionIndex. */
export function membersBut(
  { length, members }: CycleMembers,
  isLeftOut: (cycle: number) => boolean,
): number[] {
  const listed: number[] = []
  for (let cycle = 0; cycle < length; cycle++) {
    if (isLeftOut(cycle)) continue
    for (let at = members.offsets[cycle]; at < members.offsets[cycle + 1]; at++)
      listed.push(members.items[at])
  }
  return listed
}
