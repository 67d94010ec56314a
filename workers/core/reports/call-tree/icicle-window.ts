// Windows on an icicle: the part of a box that is on screen, with the scale above it.
import type { CallTree, TreeNode } from './tree-node.ts'
import { childAt, placeOf, pathTo, sortedTicks } from './call-tree.ts'

/** A part of a node's width, from 0 to 1. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** The window that shows all of a node. */
export const WHOLE: Window = { from: 0, to: 1 }

/** Narrowest window: beyond it, sampled times say nothing any more. */
const NARROWEST_WINDOW = 1e-6

/** Returns the part of the root's width that a node takes. */
export function extentOf(tree: CallTree, node: TreeNode): Window {
  const { totalTicks } = tree.root
  let from = 0
  for (const step of pathTo(node)) {
    const { parent } = step
    if (!parent) continue
    if (step.kind === 'rest') from += sortedTicks(tree, parent) - step.totalTicks
    else
      for (let at = placeOf(tree, parent, step.step) - 1; at >= 0; at--)
        from += childAt(tree, parent, at).totalTicks
  }
  return totalTicks > 0 ? { from: from / totalTicks, to: (from + node.totalTicks) / totalTicks } : WHOLE
}

/** Returns a window of this width around a centre, moved to stay inside the node. */
export function windowAround(centre: number, width: number): Window {
  const wide = Math.min(1, Math.max(NARROWEST_WINDOW, width))
  const from = Math.max(0, Math.min(1 - wide, centre - wide / 2))
  return { from, to: from + wide }
}

/**
 * Returns a window made narrower or wider by a factor. What is at `at`, from 0 to 1 in the window,
 * stays in place.
 */
export function zoomWindow({ from, to }: Window, factor: number, at: number): Window {
  const wide = Math.min(1, Math.max(NARROWEST_WINDOW, (to - from) * factor))
  const left = Math.max(0, Math.min(1 - wide, from + at * (to - from - wide)))
  return { from: left, to: left + wide }
}

/** Returns a part of a part of a node, as a part of the node. */
export const windowOf = ({ from, to }: Window, outer: Window): Window => {
  const wide = outer.to - outer.from
  return { from: outer.from + from * wide, to: outer.from + to * wide }
}

/** A mark of the scale. */
export interface ScaleMark {
  /** Pixels from the left. */
  readonly left: number
  /** "20%" */
  readonly text: string
}

/** Pixels between two marks. */
const LEAST_APART = 64

/**
 * Returns round percentages of all recorded samples, from 0% at the left edge of the top box.
 *
 * @param share part of all recorded samples that the top box has, from 0 to 1
 */
export function scaleMarks(width: number, share: number, { from, to }: Window = WHOLE): readonly ScaleMark[] {
  const shown = 100 * share * (to - from)
  if (!(width > 0) || !(shown > 0)) return []
  const least = (shown * LEAST_APART) / width
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least) ?? 10 * power
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const marks: ScaleMark[] = []
  const first = Math.ceil((100 * share * from) / step - 1e-9)
  for (let nth = first; nth * step <= 100 * share * to + 1e-9; nth++) {
    const left = ((nth * step - 100 * share * from) / shown) * width
    marks.push({ left, text: `${(nth * step).toFixed(digits)}%` })
  }
  return marks
}
