// The icicle of a call tree: boxes as wide as their time, children below their parent.
//
// Boxes narrower than half a pixel are omitted with everything below them, so the cost depends on what is
// visible. The narrow ones at the end of a row of children are one box, as long as it has room for a
// text.
import { firstPlace } from '../../base/binary-search.ts'
import type { CallTree, TreeNode } from './tree-node.ts'
import { childAt, childCount, ownTicks, restNode, sortedChildren, sortedTicks } from './call-tree.ts'
import { type Window, WHOLE } from './icicle-window.ts'

/** One box of an icicle. Lengths are in pixels. */
export interface IcicleBox {
  readonly node: TreeNode
  /** Level, 0 for the top box. */
  readonly level: number
  /** Left edge. */
  readonly left: number
  readonly width: number
  /** Length of the certain part, from the left. */
  readonly certain: number
  /** Where its children end; the rest of the box is its self time. */
  readonly childrenEnd: number
  readonly isSelfCertain: boolean
}

/** The boxes of an icicle. */
export interface Icicle {
  /** Boxes by level, from left to right. */
  readonly levels: readonly (readonly IcicleBox[])[]
  /** Number of boxes. */
  readonly count: number
  /** Whether boxes are missing, below the deepest level or beyond the limit of boxes. */
  readonly isCut: boolean
  /** Part of the width that boxes too narrow to draw take, on the level where it is most. */
  readonly omitted: number
}

/** Smallest width of a box, in pixels. */
export const NARROWEST = 0.5
const DEEPEST = 200
const MOST = 8000

/** Children narrower than this, in pixels, are summed up in one box with all that come after them. */
const LEAST_ALONE = 6
/** Least width of such a box; a narrower one would hold no text. */
const LEAST_REST = 26

/**
 * Lays out a tree as an icicle; `top` spans the whole width. Empty if `top` has no time. At most 200
 * levels; from about 8000 boxes on, only the upper levels are kept.
 *
 * @param top a node of the tree
 * @param width in pixels
 */
export function icicle(tree: CallTree, top: TreeNode, width: number, { from, to }: Window = WHOLE): Icicle {
  const levels: IcicleBox[][] = []
  let count = 1
  let isCut = false
  let omitted = 0
  if (!(top.totalTicks > 0) || !(width > 0)) return { levels, count: 0, isCut, omitted }
  const whole = width / (to - from)
  const perTick = whole / top.totalTicks
  const begin = -from * whole
  let above: Placed[] = [{ node: top, left: begin, wide: whole }]
  while (above.length > 0) {
    if (levels.length === DEEPEST || count > MOST) {
      isCut = true
      break
    }
    const below: Placed[] = []
    let lacks = 0
    for (const placed of above) lacks += placeChildren(tree, placed, { perTick, width }, below)
    const level = levels.length
    levels.push(above.map((placed) => boxOf(tree, placed, level, perTick, width)))
    omitted = Math.max(omitted, lacks / width)
    count += below.length
    above = below
  }
  return { levels, count: levels.reduce((sum, level) => sum + level.length, 0), isCut, omitted }
}

/** Adds the children of a box that are on screen. Returns the pixels on screen of those too narrow to draw. */
function placeChildren(
  tree: CallTree,
  { node, left: begin }: Placed,
  { perTick, width }: { readonly perTick: number; readonly width: number },
  below: Placed[],
): number {
  const visible = (left: number, wide: number) =>
    Math.max(0, Math.min(left + wide, width) - Math.max(left, 0))
  const place = (child: TreeNode, left: number, wide: number): void => {
    if (left + wide > 0 && left < width) below.push({ node: child, left, wide })
  }
  const count = childCount(tree, node)
  const sorted = sortedChildren(tree, node)
  // All children of a rest may be narrow still: to sum them up again would open nothing.
  const isEven =
    node.kind === 'rest' && count > 0 && childAt(tree, node, 0).totalTicks * perTick < LEAST_ALONE
  let left = begin
  let lacks = 0
  for (let at = 0; at < sorted && left < width; at++) {
    // Children are sorted by width, so all after a narrow one are narrow, too.
    const child = childAt(tree, node, at)
    const wide = child.totalTicks * perTick
    if (wide < LEAST_ALONE) {
      const ticks = child.totalTicks > 0 ? Math.max(0, sortedTicks(tree, node) - (left - begin) / perTick) : 0
      const isRest = at + 1 < sorted && ticks * perTick >= LEAST_REST && !isEven
      if (isRest) place(restNode(tree, node, at, ticks), left, ticks * perTick)
      else if (wide < NARROWEST) lacks += visible(left, ticks * perTick)
      if (isRest || wide < NARROWEST) break
    }
    place(child, left, wide)
    left += wide
  }
  if (count === sorted) return lacks
  left = begin + sortedTicks(tree, node) * perTick
  for (let at = sorted; at < count; at++) {
    const child = childAt(tree, node, at)
    const wide = child.totalTicks * perTick
    if (wide < NARROWEST) lacks += visible(left, wide)
    else place(child, left, wide)
    left += wide
  }
  return lacks
}

/** A node with its place in pixels, before it is cut to the window. */
interface Placed {
  readonly node: TreeNode
  readonly left: number
  readonly wide: number
}

/** Returns the box at a level and a distance from the left (pixels). */
export function boxAt({ levels }: Icicle, level: number, x: number): IcicleBox | null {
  const row = levels[level] as readonly IcicleBox[] | undefined
  if (!row) return null
  const behind = firstPlace(row.length, (at) => row[at].left <= x)
  if (behind === 0) return null
  const box = row[behind - 1]
  return x <= box.left + box.width ? box : null
}

/**
 * Returns the box that an arrow key leads to: the widest child, the parent, or the neighbour on the same
 * level. Returns null at an edge of the drawing.
 */
export function stepFrom(
  drawing: Icicle,
  from: IcicleBox,
  key: 'down' | 'up' | 'left' | 'right',
): IcicleBox | null {
  const at = (level: number): readonly IcicleBox[] => drawing.levels[level] ?? []
  if (key === 'down') return at(from.level + 1).find(({ node }) => node.parent === from.node) ?? null
  if (key === 'up') return at(from.level - 1).find(({ node }) => node === from.node.parent) ?? null
  const row = at(from.level)
  const place = row.findIndex(({ node }) => node === from.node) + (key === 'right' ? 1 : -1)
  return place >= 0 && place < row.length ? row[place] : null
}

function boxOf(
  tree: CallTree,
  { node, left, wide }: Placed,
  level: number,
  perTick: number,
  width: number,
): IcicleBox {
  const cut = (x: number): number => Math.max(0, Math.min(width, x))
  // The parts of a rest are not looked at.
  const isUnknown = node.kind === 'rest' || !(node.totalTicks > 0)
  const certain = isUnknown ? wide : (node.certainTicks / node.totalTicks) * wide
  return {
    node,
    level,
    left: cut(left),
    width: cut(left + wide) - cut(left),
    certain: cut(left + certain) - cut(left),
    childrenEnd: cut(left + (node.totalTicks - ownTicks(tree, node)) * perTick),
    isSelfCertain: node.share === 1,
  }
}
