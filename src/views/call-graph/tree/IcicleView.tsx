// The call tree as an icicle, each box as wide as its time, with the path above it, the focus and
// the keys.
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../../workers/core/profile/call-graph-profile.ts'
import {
  type CallTree,
  keyOf,
  nodeAlong,
  pathTo,
  type TreeNode,
} from '../../../../workers/core/reports/call-tree/call-tree.ts'
import {
  describeExtent,
  explainBox,
  nodeName,
  treeDifferences,
} from '../../../../workers/core/reports/call-tree/tree-text.ts'
import {
  boxAt,
  icicle,
  type Icicle,
  type IcicleBox,
  stepFrom,
} from '../../../../workers/core/reports/call-tree/tree-rows.ts'
import { useFound, useSearchMark, useSelected } from '../../../state/selectors.ts'
import { Tooltip, type TooltipContent } from '../../../ui/Tooltip.tsx'
import { useWidth, useWindowHeight } from '../../../ui/display.ts'
import { Boxes, icicleLines, IciclePicture, levelHeight } from './IciclePicture.tsx'
import { rootAt, zoomTo } from '../ArrangementSwitch.tsx'
import { openEntry, select } from '../../../state/actions.ts'
import sheet from '../../../ui/table/sheet.module.css'
import styles from './icicle.module.css'

// The icicle: the call tree with each box as wide as its time. Narrow boxes are drawn as well;
// boxes with room for a name, or with the pointer or the focus, are elements.

export function IcicleView({
  opened,
  tree,
  plain,
  steps,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly plain: CallTree | null
  readonly steps: readonly FunctionIndex[]
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const found = useFound(opened)
  const selected = useSelected(opened)
  const top = useMemo(() => nodeAlong(tree, steps), [tree, steps])
  const drawing = useMemo(() => icicle(tree, top, width), [tree, top, width])
  const high = levelHeight(drawing.levels.length, useWindowHeight())
  const mark = useSearchMark()
  const lines = useMemo(
    () => icicleLines(drawing, high, (f) => found?.[f] === 1, selected),
    [drawing, high, found, selected],
  )
  const [pointed, setPointed] = useState<IcicleBox | null>(null)
  const boxes = useMemo(() => drawing.levels.flat(), [drawing])
  const { active, setActiveKey, zoom, onKeyDown } = useBoxMoves(opened, drawing, boxes, top, scroller)
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest('[data-box]')) return
    const place = event.currentTarget.getBoundingClientRect()
    setPointed(boxAt(drawing, Math.floor((event.clientY - place.top) / high), event.clientX - place.left))
  }
  const explain = useCallback((key: string) => explainKey(tree, plain, boxes, key), [tree, plain, boxes])
  const name = nodeName(tree, top)
  const height = drawing.levels.length * high
  return (
    <>
      <Breadcrumbs opened={opened} tree={tree} top={top} />
      <Tooltip content={explain} className={sheet.tip}>
        <div className={styles.icicle} ref={scroller}>
          {drawing.count === 0 ? (
            <p className={sheet.empty}>
              No time was sampled here, and widths stand for time. The tree tells the calls.
            </p>
          ) : (
            <div
              role="tree"
              aria-label={`Icicle of ${name}`}
              className={styles.surface}
              style={{ height }}
              onKeyDown={onKeyDown}
              onPointerMove={onPointerMove}
              onPointerLeave={() => setPointed(null)}
            >
              <IciclePicture lines={lines} width={width} height={height} />
              <Boxes
                {...{ tree, boxes, high, active, pointed, selected, mark }}
                onZoom={zoom}
                onFocus={setActiveKey}
              />
            </div>
          )}
          <p className={styles.extent} role="status" aria-label="What is drawn">
            {describeExtent(drawing, found)}
          </p>
        </div>
      </Tooltip>
    </>
  )
}

/** @param key of a box, as set in Boxes */
function explainKey(
  tree: CallTree,
  plain: CallTree | null,
  boxes: readonly IcicleBox[],
  key: string,
): TooltipContent | null {
  const box = boxes.find(({ node }) => keyOf(node) === key)
  const told = box ? explainBox(tree, box.node) : null
  const was = box && plain ? treeDifferences(tree, plain, box.node).total : undefined
  return told && { ...told, was }
}

// The path from the root to the box that fills the icicle; each step is a link back.

function Breadcrumbs({
  opened,
  tree,
  top,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly top: TreeNode
}) {
  if (top.parent === null) return null
  return (
    <nav aria-label="Path" className={styles.path}>
      <ol>
        {pathTo(top).map((node) => (
          <li key={keyOf(node)}>
            <button
              type="button"
              aria-current={node === top ? 'true' : undefined}
              title={nodeName(tree, node)}
              onClick={() => zoomTo(opened, node)}
            >
              {nodeName(tree, node)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

// The focus of the icicle, and the actions of keys and clicks.

/** @param boxes all boxes of the drawing, that of `top` first */
function useBoxMoves(
  opened: ProfileView,
  drawing: Icicle,
  boxes: readonly IcicleBox[],
  top: TreeNode,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const [activeKey, setActiveKey] = useState('')
  const active = useMemo(
    () => boxes.find(({ node }) => keyOf(node) === activeKey) ?? boxes[0] ?? null,
    [boxes, activeKey],
  )
  const focus = (box: IcicleBox) => {
    const key = keyOf(box.node)
    setActiveKey(key)
    requestAnimationFrame(() => {
      const element = scroller.current?.querySelector<HTMLElement>(`[data-box="${key}"]`)
      element?.focus({ preventScroll: true })
      element?.scrollIntoView({ block: 'nearest' })
    })
  }
  /** Zooms into the box; the top box zooms out. */
  const zoom = (box: IcicleBox) => {
    const to = box.node === top ? top.parent : box.node
    select(box.node.function, 'replace')
    if (to) zoomTo(opened, to)
    focus(box)
  }
  const leave = () => {
    if (!top.parent) return false
    zoomTo(opened, top.parent)
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!active || event.altKey || event.ctrlKey || event.metaKey) return
    const isBox = event.target instanceof HTMLElement && event.target.matches('[data-box]')
    const moves = { focus, zoom, leave }
    if (isBox && pressOnBox(event.key, active, { opened, drawing }, moves)) event.preventDefault()
  }
  return { active, setActiveKey, zoom, onKeyDown }
}

// Keyboard control of the icicle.

/** Actions that move between boxes, and zoom in and out. */
export interface BoxMoves {
  readonly focus: (box: IcicleBox) => void
  readonly zoom: (box: IcicleBox) => void
  /** Returns false if there is nothing to zoom out of. */
  readonly leave: () => boolean
}

const WAYS: ReadonlyMap<string, 'down' | 'up' | 'left' | 'right'> = new Map([
  ['ArrowDown', 'down'],
  ['ArrowUp', 'up'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
])

/**
 * Handles arrows, Page keys, Home and End (move), Enter (zoom in), Backspace (zoom out) and Space
 * (select). Returns true if the key was one of these.
 */
function pressOnBox(
  key: string,
  box: IcicleBox,
  { opened, drawing }: { readonly opened: ProfileView; readonly drawing: Icicle },
  moves: BoxMoves,
): boolean {
  const next = targetOf(key, box, drawing)
  if (next !== undefined) {
    if (next) {
      select(next.node.function, 'replace')
      moves.focus(next)
    }
    return true
  }
  if (key === 'Enter') moves.zoom(box)
  else if (key === ' ') select(box.node.function, 'push')
  else if (key === 'o') openEntry(box.node.function)
  else if (key === 'r') rootAt(opened, box.node.function)
  else return key === 'Backspace' && moves.leave()
  return true
}

/**
 * Returns the box that a key leads to, null if there is none in that direction, undefined if the
 * key moves nowhere.
 */
function targetOf(key: string, from: IcicleBox, drawing: Icicle): IcicleBox | null | undefined {
  const way = WAYS.get(key)
  if (way) return stepFrom(drawing, from, way)
  if (key === 'PageDown') return deepest(drawing, from)
  if (key === 'Home' || key === 'PageUp') return drawing.levels[0]?.[0]
  return key === 'End' ? drawing.levels.at(-1)?.at(-1) : undefined
}

function deepest(drawing: Icicle, from: IcicleBox): IcicleBox {
  let box = from
  for (let next: IcicleBox | null = from; next; next = stepFrom(drawing, box, 'down')) box = next
  return box
}
