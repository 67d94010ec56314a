// Which labels are drawn at a zoom, so that what is drawn can be read: never smaller on screen than a reader needs.
import type { Positions } from './positions.ts'
import { FONT_SIZE, LABEL_GAP, type Scene } from './scene.ts'

/** Smallest size of a name on screen, in pixels. */
const LEAST_ON_SCREEN = 10.5

export interface LabelLevel {
  /** Font size relative to the layout's own. */
  readonly scale: number
  /** Whether the second line has room. */
  readonly hasFigures: boolean
}

/** In steps, so that zooming does not set all labels anew at every frame. */
export function labelLevel(zoom: number): LabelLevel {
  const wanted = LEAST_ON_SCREEN / (FONT_SIZE * zoom)
  const scale = wanted <= 1 ? 1 : 1.15 ** Math.ceil(Math.log(wanted) / Math.log(1.15))
  return { scale, hasFigures: scale < 1.2 }
}

/**
 * The nodes whose labels are drawn: those asked for, then the heaviest first, each unless it would cover a label or
 * mark that is already there. At the layout's own scale there is room for all.
 */
export function visibleLabels(
  scene: Scene,
  positions: Positions,
  { scale, hasFigures }: LabelLevel,
  wanted: ReadonlySet<number>,
): ReadonlySet<number> {
  if (scale === 1) return new Set(scene.nodes.keys())
  const { nodes } = scene
  const shown = new Set<number>()
  const boxes: (readonly [left: number, top: number, right: number, bottom: number])[] = []
  const half = FONT_SIZE * scale * (hasFigures ? 1 : 0.62)
  const x = (node: number): number => positions.x[node] ?? 0
  const y = (node: number): number => positions.y[node] ?? 0
  const order = [...wanted, ...[...nodes.keys()].filter((node) => !wanted.has(node))]
  for (const node of order) {
    const own = nodes[node]
    if (!own) continue
    const left = x(node) + own.radius + LABEL_GAP
    const right = left + own.labelWidth * scale
    const [top, bottom] = [y(node) - half, y(node) + half]
    const hitsLabel = boxes.some((box) => left < box[2] && box[0] < right && top < box[3] && box[1] < bottom)
    const hitsMark = nodes.some(
      ({ radius }, other) =>
        other !== node &&
        left < x(other) + radius &&
        x(other) - radius < right &&
        top < y(other) + radius &&
        y(other) - radius < bottom,
    )
    if ((hitsLabel || hitsMark) && !wanted.has(node)) continue
    shown.add(node)
    boxes.push([left, top, right, bottom])
  }
  return shown
}
