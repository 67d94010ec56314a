// Which layout suits a drawing: forces for small or cyclic ones, layers for the rest.
import type { LayoutStyle } from '../../graph-layout/layout-input.ts'
import type { NodeLink } from './drawing.ts'

/** Most arcs outside of cycles for which forces are chosen; see docs/graph.md for the measurement. */
const MOST_ARCS = 26

/** A layout, and why it was chosen. */
export interface ChosenLayout {
  readonly style: LayoutStyle
  /** A sentence for the reader. */
  readonly reason: string
}

/**
 * Chooses the layout of a drawing by the number of its arcs, beyond which forces make too many of them cross.
 * Arcs inside of cycles do not count: there is no better picture of them.
 */
export function chooseLayout({ layoutArcs }: Pick<NodeLink, 'layoutArcs'>): ChosenLayout {
  return layoutArcs <= MOST_ARCS
    ? { style: 'force', reason: 'Force layout: few arcs cross.' }
    : { style: 'layered', reason: 'Layered: by force, too many arcs would cross.' }
}
