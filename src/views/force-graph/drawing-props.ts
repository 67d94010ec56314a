// What the drawing of the graph is drawn from.
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { Emphasis } from './emphasis.ts'
import type { MarkedCycles } from './use-marked-nodes.ts'
import type { LabelLevel, Rectangle } from './labels.ts'
import type { OpenStub } from './params.ts'
import type { Pins, Positions } from './positions.ts'
import type { RestProps } from './RestNode.tsx'
import type { Scene } from './scene.ts'

/** Id of the tooltip's element, which the described node refers to. */
export const TIP_ID = 'graph-tip'

/** Props of the drawing. */
export interface DrawingProps {
  readonly scene: Scene
  readonly positions: Positions
  readonly level: LabelLevel
  /** The area for labels. */
  readonly frame?: Rectangle | undefined
  /** Whether every arc shows its count. */
  readonly hasCounts: boolean
  readonly emphasis: Emphasis
  readonly selected: number | null
  readonly active: number
  /** The node that the tooltip describes. */
  readonly described: number | null
  readonly pins: Pins
  readonly refer: (index: number, element: SVGGElement | null) => void
  readonly onOpen: (side: OpenStub['side'], node: number) => void
  /** The selected cycle, and the one under the pointer. */
  readonly cycles: MarkedCycles
  /** Opens or closes a cycle; null in a file, which has no buttons for it. */
  readonly onCycle: ((cycle: CycleIndex, isOpen: boolean) => void) | null
  /** The node for all functions that are not drawn; null without one. */
  readonly rest: RestProps | null
}
