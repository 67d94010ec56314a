// A call tree drawn as an icicle: one row of boxes per level, each as wide as its time, those below it under it. Nothing
// narrower than half a pixel is made, and nothing below it, so that the cost is that of what is seen.
import { firstPlace } from '../../base/search.ts'
import { childAt, childCount, type CallTree, type TreeNode } from './call-tree.ts'

export interface IcicleBox {
  readonly node: TreeNode
  /** 0 for the box on top. */
  readonly level: number
  /** Pixels from the left. */
  readonly left: number
  readonly width: number
  /** Of the width, from the left, what is certain. */
  readonly certain: number
  /** Where its children end; what is beyond is its self time. */
  readonly childrenEnd: number
  readonly isSelfCertain: boolean
}

export interface Icicle {
  /** By level, each from left to right. */
  readonly levels: readonly (readonly IcicleBox[])[]
  readonly count: number
  /** There is more, below the deepest level or beyond the most boxes. */
  readonly isCut: boolean
}

export const NARROWEST = 0.5
const DEEPEST = 200
const MOST = 8000

/** `top` spans the whole width. Of levels that together have too many boxes the upper ones are kept. */
export function icicle(tree: CallTree, top: TreeNode, width: number): Icicle {
  const levels: IcicleBox[][] = []
  let count = 1
  let isCut = false
  const whole = top.totalTicks
  if (!(whole > 0) || !(width > 0)) return { levels, count: 0, isCut }
  let above: IcicleBox[] = [boxOf(top, 0, 0, width, width)]
  while (above.length > 0) {
    if (levels.length === DEEPEST || count > MOST) {
      isCut = true
      break
    }
    const drawn: IcicleBox[] = []
    const below: IcicleBox[] = []
    for (const box of above) {
      let left = box.left
      const children = childCount(tree, box.node)
      for (let at = 0; at < children; at++) {
        // Children come widest first: behind one too narrow all are.
        const child = childAt(tree, box.node, at)
        const wide = (child.totalTicks / whole) * width
        if (wide < NARROWEST) break
        below.push(boxOf(child, levels.length + 1, left, wide, width))
        left += wide
      }
      const rest = Math.max(0, box.node.totalTicks - ownTicks(tree, box.node))
      drawn.push({ ...box, childrenEnd: Math.max(left, box.left + (rest / whole) * width) })
    }
    levels.push(drawn)
    count += below.length
    above = below
  }
  return { levels, count: levels.reduce((sum, level) => sum + level.length, 0), isCut }
}

/** The box at a place, by level and pixels from the left. */
export function boxAt({ levels }: Icicle, level: number, x: number): IcicleBox | null {
  const row = levels[level] as readonly IcicleBox[] | undefined
  if (!row) return null
  const behind = firstPlace(row.length, (at) => row[at].left <= x)
  if (behind === 0) return null
  const box = row[behind - 1]
  return x <= box.left + box.width ? box : null
}

/** Where the keys lead: to the widest child, the parent, or the neighbour on the same level. */
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

/** The members below stand for the self time of a cycle; and callers have none of the root's. */
const ownTicks = ({ direction }: CallTree, node: TreeNode): number =>
  node.kind === 'cycle' || direction === 'callers' ? 0 : node.selfTicks

function boxOf(node: TreeNode, level: number, left: number, wide: number, width: number): IcicleBox {
  const kept = Math.min(wide, width - left)
  const certain = node.totalTicks > 0 ? (node.certainTicks / node.totalTicks) * kept : 0
  return {
    node,
    level,
    left,
    width: kept,
    certain,
    childrenEnd: left,
    isSelfCertain: node.share === 1,
  }
}
