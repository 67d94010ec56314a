// Overlays of the graph that do not zoom: the minimap, the tooltip, the panel of the chosen arc;
// and the fit for print.
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { marksOf } from './labels.ts'
import { boundsOf, type Positions } from './positions.ts'
import type { Scene } from './scene.ts'
import { sceneArc, type SceneArc } from './scene-arcs.ts'
import type { ArcChoice, Pointed } from './use-gestures.ts'
import type { Size, Zoom } from './use-zoom.ts'
import { TIP_ID } from './node-mark.tsx'
import { BreakableName } from '../../ui/text.tsx'
import { NONE } from '../../../workers/core/base/columns.ts'
import { describeCycle } from '../../../workers/core/reports/graph/cycle-tips.ts'
import {
  describeArcChange,
  describeNodeChange,
  type TipText,
} from '../../../workers/core/reports/graph/drawing-text.ts'
import { cut, restore } from '../../state/queries.ts'
import { CloseIcon, CutIcon, UndoIcon } from '../../ui/controls.tsx'
import { useIsPrinting } from '../../ui/page.ts'
import controls from '../../ui/controls.module.css'
import styles from './overlays.module.css'

export function Overlays({
  svg,
  opened,
  scene,
  resting,
  size,
  zoomed: { transform, isMoving, centreOn },
  told,
  chosen,
  onClose,
}: {
  readonly svg: SVGSVGElement | null
  readonly opened: ProfileView
  readonly scene: Scene
  readonly resting: Positions
  readonly size: Size
  readonly zoomed: Zoom
  readonly told: Pointed | null
  readonly chosen: ArcChoice['chosen']
  /** Closes the panel of the arc. */
  readonly onClose: () => void
}) {
  useFitToPaper(svg, size)
  return (
    <>
      <Minimap {...{ scene, positions: resting, transform, size }} onMove={centreOn} />
      {told && !chosen && !isMoving && <GraphTip {...{ opened, scene, told, size }} />}
      {chosen && (
        <ChosenArc key={chosen.index} chosen={chosen.arc} {...{ x: chosen.x, y: chosen.y, size, onClose }} />
      )}
    </>
  )
}

// The minimap: the whole drawing with a frame around the visible part; a press or a drag moves the
// view there. Hidden if everything is visible.

const WIDTH = 168
const HEIGHT = 112
/** If more than this part of the drawing is visible, the map is of no use. */
const NEARLY_ALL = 0.92
/** Smallest mark on the map, in its pixels. */
const DOT = 1.1

export function Minimap({
  scene,
  positions,
  transform,
  size,
  onMove,
}: {
  readonly scene: Scene
  readonly positions: Positions
  readonly transform: { readonly x: number; readonly y: number; readonly k: number }
  readonly size: Size
  readonly onMove: (x: number, y: number, size: Size) => void
}) {
  const bounds = useMemo(() => boundsOf(scene, positions, [], []), [scene, positions])
  const [across, down] = [bounds.right - bounds.left, bounds.bottom - bounds.top]
  const scale = Math.min(WIDTH / across, HEIGHT / down)
  const dots = useMemo(
    () =>
      marksOf(scene, positions).map(({ left, top, right, bottom }, node) => {
        const [width, height] = [right - left, bottom - top].map((side) => Math.max(side, (2 * DOT) / scale))
        return (
          <rect
            key={scene.nodeLink.nodes[node]?.function}
            x={left}
            y={top}
            width={width}
            height={height}
            rx={scene.shape === 'box' ? 0 : width}
            data-mark={scene.nodeLink.nodes[node]?.isHot ? 'hot' : 'plain'}
          />
        )
      }),
    [scene, positions, scale],
  )
  const seen = {
    left: -transform.x / transform.k,
    top: -transform.y / transform.k,
    width: size.width / transform.k,
    height: size.height / transform.k,
  }
  const overlap = (from: number, length: number, least: number, most: number): number =>
    Math.max(0, Math.min(from + length, most) - Math.max(from, least)) / (most - least)
  const isAllSeen =
    overlap(seen.left, seen.width, bounds.left, bounds.right) > NEARLY_ALL &&
    overlap(seen.top, seen.height, bounds.top, bounds.bottom) > NEARLY_ALL
  if (isAllSeen) return null
  const go = (event: PointerEvent<SVGSVGElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    onMove(
      bounds.left + (event.clientX - box.left) / scale,
      bounds.top + (event.clientY - box.top) / scale,
      size,
    )
  }
  return (
    <svg
      className={styles.minimap}
      role="img"
      aria-label="Minimap"
      width={across * scale}
      height={down * scale}
      viewBox={`${bounds.left} ${bounds.top} ${across} ${down}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event)
      }}
    >
      {dots}
      <rect x={seen.left} y={seen.top} width={seen.width} height={seen.height} strokeWidth={1.5 / scale} />
    </svg>
  )
}

// The tooltip of the node or arc under the pointer or the focus.

/** Placed beside the described point, and inside the figure. */
function GraphTip({
  opened,
  scene,
  told,
  size,
}: {
  readonly opened: ProfileView
  readonly scene: Scene
  readonly told: Pointed
  readonly size: Size
}) {
  const text = useMemo(() => tipOf(opened, scene, told), [opened, scene, told])
  if (!text) return null
  const { x, y } = told
  const isRight = x > size.width / 2
  const isLow = y > size.height * 0.6
  const across = isRight ? { right: Math.max(6, size.width - x + 16) } : { left: Math.max(6, x + 16) }
  const down = isLow ? { bottom: Math.max(6, size.height - y + 12) } : { top: Math.max(6, y + 12) }
  return (
    <div
      id={TIP_ID}
      className={`${controls.panel} ${styles.tip}`}
      role="tooltip"
      style={{ ...across, ...down }}
    >
      <p className={controls.title}>
        <BreakableName name={text.title} />
      </p>
      {text.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {text.formula !== '' && (
        <p className={controls.formula} data-formula>
          {text.formula}
        </p>
      )}
      {text.note !== '' && <p className={controls.note}>{text.note}</p>}
    </div>
  )
}

// Returns the tooltip of the node or arc under the pointer or the focus.

function tipOf(opened: ProfileView, scene: Scene, pointed: Pointed): TipText | null {
  if (pointed.kind === 'node') {
    const node = scene.nodeLink.nodes[pointed.index]
    if (!node) return null
    if (node.closed !== NONE) return describeCycle(scene.analyzed, node.closed)
    return describeNodeChange(opened, opened.asMeasured, node.function)
  }
  const at = sceneArc(scene, pointed.index)
  if (!at) return null
  const isWhole = [at.parent, at.child].some((node) => scene.nodeLink.nodes[node]?.closed !== NONE)
  if (!at.isCut && isWhole) return at.text
  if (!at.isCut && at.arc !== NONE) return describeArcChange(at.analyzed, opened.asMeasured, at.arc)
  const { lines } = at.text
  return {
    ...at.text,
    lines: [at.arc === NONE ? `Cut: ${lines.join('; ')}` : `Cut. As measured: ${lines.join('; ')}`],
  }
}

// The chosen arc: its calls, and a button that removes or restores it.

const PANEL_WIDTH = 260

function ChosenArc({
  chosen: { names, text, isCut },
  x,
  y,
  size,
  onClose,
}: {
  readonly chosen: SceneArc
  readonly x: number
  readonly y: number
  readonly size: Size
  readonly onClose: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    const element = panel.current
    const closeOnEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      onClose()
    }
    element?.addEventListener('keydown', closeOnEscape)
    return () => element?.removeEventListener('keydown', closeOnEscape)
  }, [onClose])
  const { title, lines } = text
  const left = Math.max(6, Math.min(x - PANEL_WIDTH / 2, size.width - PANEL_WIDTH - 6))
  const top = Math.max(6, Math.min(y + 10, size.height - 100))
  return (
    <div
      ref={panel}
      role="group"
      aria-label={title}
      className={`${controls.panel} ${styles.chosenArc}`}
      style={{ left, top, width: PANEL_WIDTH }}
    >
      <p className={controls.title}>
        <BreakableName name={title} />
      </p>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <div className={styles.chosenActions}>
        <button
          ref={button}
          type="button"
          className={controls.button}
          aria-label={`${isCut ? 'Restore' : 'Cut'} ${title}`}
          onClick={() => {
            onClose()
            ;(isCut ? restore : cut)(names)
          }}
        >
          {isCut ? <UndoIcon /> : <CutIcon />}
          {isCut ? 'Restore' : 'Cut'}
        </button>
        <button type="button" className={controls.quiet} aria-label="Close" onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
    </div>
  )
}

// Print: paper has another size than the window, which cannot be measured, so the visible part of
// the drawing is scaled to fit.

const MARGIN = 8

function useFitToPaper(svg: SVGSVGElement | null, size: Size): void {
  const isPrinting = useIsPrinting()
  useLayoutEffect(() => {
    if (!svg || !isPrinting) return undefined
    svg.setAttribute('viewBox', partInSight(svg.getBBox(), size))
    return () => svg.removeAttribute('viewBox')
  }, [svg, isPrinting, size])
}

/**
 * Returns the visible part without the empty margin around the drawing; what is scrolled out of
 * view stays out.
 */
function partInSight({ x, y, width, height }: DOMRectReadOnly, size: Size): string {
  const [left, top] = [Math.max(0, x - MARGIN), Math.max(0, y - MARGIN)]
  const right = Math.min(size.width, x + width + MARGIN)
  const bottom = Math.min(size.height, y + height + MARGIN)
  return right > left && bottom > top
    ? `${left} ${top} ${right - left} ${bottom - top}`
    : `0 0 ${size.width} ${size.height}`
}
