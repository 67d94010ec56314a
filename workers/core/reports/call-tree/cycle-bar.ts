// The members of a cycle as a bar in its box.
import { NONE } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { briefName } from '../../names/brief-name.ts'
import { displayName } from '../../names/names.ts'
import type { CallTree, TreeNode } from './tree-node.ts'

/** A part of the bar, in pixels from the left of the box. */
export interface MemberSegment {
  /** Null for members too narrow to draw one by one. */
  readonly f: FunctionIndex | null
  readonly from: number
  readonly to: number
}

const NARROWEST = 2
/** Pixels between two members. */
const GAP = 1

/**
 * Returns the members of a cycle by the time that they and their callees outside the cycle take, most first: in a
 * bar as wide as the box. The rest of them is one segment.
 */
export function memberSegments(
  { analyzed, listing }: CallTree,
  { cycle }: TreeNode,
  width: number,
): MemberSegment[] {
  if (cycle === NONE) return []
  const { propagatedSelf, propagatedChild } = analyzed.times
  const { offsets, items } = listing.lines.cycleMembers
  let total = 0
  for (let at = offsets[cycle]; at < offsets[cycle + 1]; at++)
    total += propagatedSelf[items[at]] + propagatedChild[items[at]]
  const segments: MemberSegment[] = []
  let from = 0
  for (let at = offsets[cycle]; at < offsets[cycle + 1] && total > 0; at++) {
    const f = items[at]
    const wide = ((propagatedSelf[f] + propagatedChild[f]) / total) * width
    if (wide < NARROWEST) break
    segments.push({ f, from, to: from + wide - GAP })
    from += wide
  }
  if (total > 0 && width - from >= NARROWEST) segments.push({ f: null, from, to: width })
  return segments
}

/** Returns the names of the members with the most time: "eval, binary, apply and 2 more". */
export function memberNames({ analyzed, listing }: CallTree, { cycle }: TreeNode, most: number): string {
  if (cycle === NONE) return ''
  const { offsets, items } = listing.lines.cycleMembers
  const count = offsets[cycle + 1] - offsets[cycle]
  const names: string[] = []
  for (let at = 0; at < Math.min(most, count); at++) {
    names.push(briefName(displayName(analyzed.profile.functions, items[offsets[cycle] + at])))
  }
  return names.join(', ') + (count > most ? ` and ${count - most} more` : '')
}
