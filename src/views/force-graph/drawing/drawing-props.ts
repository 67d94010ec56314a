// What a drawing is made of, and what of it stands out at the moment.
import type { LayoutStyle } from '../../../../workers/core/graph-layout/layout-input.ts'
import type { OpenStub } from '../params.ts'
import type { Scene } from '../scene/scene.ts'
import type { Emphasis } from './emphasis.ts'
import type { LabelLevel, Rectangle } from './label-level.ts'
import type { Pins, Positions } from './positions.ts'

export interface DrawingProps {
  readonly scene: Scene
  readonly style: LayoutStyle
  readonly positions: Positions
  readonly level: LabelLevel
  /** Where labels may stand. */
  readonly frame?: Rectangle | undefined
  /** Whether there is room for the count of every arc. */
  readonly hasCounts: boolean
  readonly emphasis: Emphasis
  readonly selected: number | null
  readonly active: number
  /** The node that the tip tells about. */
  readonly described: number | null
  readonly pins: Pins
  readonly refer: (index: number, element: SVGGElement | null) => void
  readonly onOpen: (side: OpenStub['side'], node: number) => void
}
