// SVG paths of all boxes of the flame view, by colour.
import { NONE } from '../../../workers/core/base/columns.ts'
import {
  type CallTree,
  isFunctionNode,
  type TreeNode,
} from '../../../workers/core/reports/call-tree/tree-node.ts'
import type { Icicle } from '../../../workers/core/reports/call-tree/icicle.ts'
import type { Grouped } from '../../../workers/core/reports/groups.ts'
import { groupsOf } from '../../state/names-and-groups.ts'
import { memberSegments } from '../../../workers/core/reports/call-tree/cycle-bar.ts'
import { cycleOfNode } from '../tree-nodes.ts'
import { ROW, SPARES_A_GAP, GAP, isClosed, canOpen, SHOWS_AN_EDGE } from './box-rules.ts'

/** SVG path data. `fills`: by hue, self time and the rest. */
interface FlamePaths {
  readonly fills: readonly { readonly hue: number; readonly isSelf: boolean; readonly path: string }[]
  readonly estimated: string
  /** Boxes of whole cycles. */
  readonly cycles: string
  /** Members in the boxes of closed cycles: what is behind them, and their bars by hue. */
  readonly ground: string
  readonly bars: readonly { readonly hue: number; readonly path: string }[]
  /** Frames around the boxes of open cycles and of their members. */
  readonly frames: string
}

/** Height of the bar of members in the box of a closed cycle. */
const MEMBERS = 4

/** Narrower boxes of open cycles have no frame. */
const HOLDS_A_FRAME = 12

export const hueOfNode = (profile: Grouped, node: TreeNode): number =>
  isFunctionNode(node) ? groupsOf(profile).hueOf(node.function) : NONE

export function flamePaths(tree: CallTree, { levels }: Icicle): FlamePaths {
  const { profile } = tree.analyzed
  const cycles: string[] = []
  const frames: string[] = []
  const members = { ground: [] as string[], bars: new Map<number, string[]>() }
  const fills = new Map<number, { hue: number; isSelf: boolean; rects: string[] }>()
  const estimated: string[] = []
  const fill = (hue: number, isSelf: boolean, path: string) => {
    const key = 2 * hue + Number(isSelf)
    const known = fills.get(key)
    if (known) known.rects.push(path)
    else fills.set(key, { hue, isSelf, rects: [path] })
  }
  for (const level of levels) {
    for (const box of level) {
      const { left, certain, childrenEnd, node } = box
      const top = box.level * ROW
      const width = box.width - (box.width > SPARES_A_GAP ? GAP : 0)
      const hue = hueOfNode(profile, node)
      const self = Math.max(0, Math.min(width, left + width - childrenEnd))
      const rest = width - self
      if (rest > 0.05) fill(hue, false, rect(left, top, rest, ROW - GAP))
      if (self > 0.05) fill(hue, true, rect(left + rest, top, self, ROW - GAP))
      if (cycleOfNode(node) !== null) {
        cycles.push(rect(left, top, width, ROW - GAP))
        if (isClosed(tree, node)) {
          const y = top + ROW - GAP - MEMBERS
          members.ground.push(rect(left, y - GAP, width, MEMBERS + GAP))
          for (const { f, from, to } of memberSegments(tree, node, width)) {
            const own = f === null ? NONE : groupsOf(profile).hueOf(f)
            const bars = members.bars.get(own) ?? []
            members.bars.set(own, bars)
            bars.push(rect(left + from, y, to - from, MEMBERS))
          }
        } else if (canOpen(tree, node) && width > HOLDS_A_FRAME)
          frames.push(rect(left + 1, top + 1, width - 2, 2 * ROW - GAP - 2))
      }
      if (width - certain > SHOWS_AN_EDGE)
        estimated.push(`M${short(left + certain)} ${top + ROW - GAP - 0.75}h${short(width - certain)}`)
    }
  }
  return {
    fills: [...fills.values()].map(({ hue, isSelf, rects }) => ({ hue, isSelf, path: rects.join('') })),
    estimated: estimated.join(''),
    cycles: cycles.join(''),
    ground: members.ground.join(''),
    bars: [...members.bars].map(([hue, rects]) => ({ hue, path: rects.join('') })),
    frames: frames.join(''),
  }
}

/** Returns the outlines of some boxes. `inset`: pixels inside the box. */
export function outlines({ levels }: Icicle, isWanted: (node: TreeNode) => boolean, inset: number): string {
  const rects: string[] = []
  for (const level of levels) {
    for (const { node, left, width, level: at } of level) {
      const wide = Math.max(1, width - GAP) - 2 * inset
      if (wide > 0 && isWanted(node))
        rects.push(rect(left + inset, at * ROW + inset, wide, ROW - GAP - 2 * inset))
    }
  }
  return rects.join('')
}

export function rect(x: number, y: number, width: number, height: number): string {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`
}

const short = (value: number): number => Math.round(value * 100) / 100
