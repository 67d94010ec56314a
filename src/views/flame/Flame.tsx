// The flame view: the call tree as boxes, each as wide as its time; its tools, the path above the box
// that fills the width, the focus, the keys, and zooming by click, key, wheel and strip.
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import {
  type CallTree,
  childCount,
  type Direction,
  functionOf,
  keyOf,
  pathTo,
  type TreeNode,
} from '../../../workers/core/reports/call-tree/call-tree.ts'
import { describeExtent, explainBox } from '../../../workers/core/reports/call-tree/box-text.ts'
import { nodeName, treeDifferences } from '../../../workers/core/reports/call-tree/tree-text.ts'
import {
  boxAt,
  icicle,
  type Icicle,
  type IcicleBox,
  stepFrom,
} from '../../../workers/core/reports/call-tree/icicle.ts'
import {
  extentOf,
  scaleMarks,
  WHOLE,
  type Window,
  windowAround,
  windowOf,
  zoomWindow,
} from '../../../workers/core/reports/call-tree/icicle-window.ts'
import { displayName, shortenName } from '../../../workers/core/reports/names/names.ts'
import { shareOf } from '../../../workers/core/reports/quantities.ts'
import {
  openEntry,
  resolveSelection,
  useFound,
  useSearchMark,
  useSelected,
  useStore,
  useViewParams,
} from '../../state/store.ts'
import { Tooltip, type TooltipContent } from '../../ui/controls.tsx'
import { isPlainKey, usePageKeys, useWidth } from '../../ui/page.ts'
import { Breadcrumbs, useTrail } from '../Breadcrumbs.tsx'
import {
  changeFlame,
  flameParams,
  rootFlameAt,
  showCallTree,
  toggleCycle,
  useCallTree,
  useClosedCycles,
  zoomTo,
} from '../call-trees.ts'
import { nodeOfPath, type PathStep } from '../flame-path.ts'
import { hoverNode, selectNode, useSelectedHead } from '../tree-nodes.ts'
import type { ViewProps } from '../view.tsx'
import {
  Boxes,
  canOpen,
  FlamePicture,
  isClosed,
  Overview,
  RingMark,
  ROW,
  Scale,
  useVisibleLevels,
} from './FlamePicture.tsx'
import controls from '../../ui/controls.module.css'
import table from '../../ui/table.module.css'
import { RestTable } from './RestTable.tsx'
import styles from './flame.module.css'

/** The flame view. Fills its container. */
export function Flame({ opened, isPane = false }: ViewProps) {
  const params = useViewParams(flameParams)
  const { direction } = params
  const { tree, measured } = useCallTree(opened, direction, params.root, useClosedCycles(params))
  const press = useCallback(
    (event: globalThis.KeyboardEvent) => {
      // Beside the list these keys are not the picture's: they would lead away from the list.
      if (isPane || !isPlainKey(event)) return false
      if (event.key === 'd') turn(opened, 'callees')
      else if (event.key === 'u') turn(opened, 'callers')
      else if (event.key === 'i') showCallTree(direction, params.root)
      else return false
      return true
    },
    [opened, direction, params.root, isPane],
  )
  usePageKeys(press)
  return (
    <div className={`${table.view} ${styles.view}`}>
      <FlameTools opened={opened} tree={tree} direction={direction} />
      {tree ? (
        <FlameFigure opened={opened} tree={tree} measured={measured} zoom={params.zoom} isPane={isPane} />
      ) : (
        <p className={table.empty}>No function was called or took time: there is no tree.</p>
      )}
    </div>
  )
}

/** Shows callees or callers, of the selected function if there is one. */
function turn(opened: ProfileView, direction: Direction): void {
  const { selected } = useStore.getState().shared
  const { f, cycle } = resolveSelection(opened, selected)
  const root =
    selected && (f !== null || cycle !== null) ? { name: selected.name, address: selected.address } : null
  changeFlame({ direction, zoom: [], ...(root ? { root } : {}) })
}

const DIRECTIONS = [
  ['callees', 'Callees', 'd'],
  ['callers', 'Callers', 'u'],
] as const

/** Characters of a name in the tools. */
const MOST_IN_TOOLS = 24

function FlameTools({
  opened,
  tree,
  direction,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree | null
  readonly direction: Direction
}) {
  const selected = useSelected(opened)
  const { functions } = opened.analyzed.profile
  const name = tree ? nodeName(tree, tree.root) : ''
  const other = tree && selected !== null && selected !== functionOf(tree.root) ? selected : null
  return (
    <div className={`${table.tools} ${styles.tools}`}>
      <div role="group" aria-label="Direction" className={controls.switch}>
        {DIRECTIONS.map(([to, label, key]) => (
          <button
            key={to}
            type="button"
            aria-pressed={direction === to}
            title={`${label} (${key})`}
            onClick={() => direction !== to && turn(opened, to)}
          >
            {label}
          </button>
        ))}
      </div>
      {tree && (
        <h2 className={styles.title}>
          <span className={styles.of}>of </span>
          <code title={name}>{shortenName(name, 2 * MOST_IN_TOOLS)}</code>
        </h2>
      )}
      {other !== null && (
        <button
          type="button"
          className={controls.quiet}
          title="Set the selected function as root (r)"
          onClick={() => rootFlameAt(opened, other)}
        >
          <span className={styles.other}>
            Root: {shortenName(displayName(functions, other), MOST_IN_TOOLS)}
          </span>
        </button>
      )}
    </div>
  )
}

// The picture with its scale, strip, path and legend.

function FlameFigure({
  opened,
  tree,
  measured,
  zoom: path,
  isPane,
}: {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly measured: CallTree | null
  readonly zoom: readonly PathStep[]
  readonly isPane: boolean
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const found = useFound(opened)
  const selected = useSelectedHead(opened)
  const hovered = useStore((state) => state.ui.hovered)
  const mark = useSearchMark()
  const top = useMemo(() => nodeOfPath(opened, tree, path), [opened, tree, path])
  const { root } = useViewParams(flameParams)
  const toRoots = useTrail(opened, root, (f) => rootFlameAt(opened, f))
  // The last root is where the tree begins.
  const crumbs = [
    ...toRoots.slice(0, -1),
    ...pathTo(top).map((node) => ({
      key: keyOf(node),
      name: nodeName(tree, node),
      onGo: () => zoomTo(opened, tree, node),
    })),
  ]
  const { part, setPart } = useWindow(top)
  const drawing = useMemo(() => icicle(tree, top, width, part), [tree, top, width, part])
  const boxes = useMemo(() => drawing.levels.flat(), [drawing])
  const extent = useMemo(() => extentOf(tree, top), [tree, top])
  const share = shareOf(tree.analyzed.profile, top.totalTicks)
  const marks = useMemo(() => scaleMarks(width, share, part), [width, share, part])
  const { active, setActiveKey, zoom, toggle, onKeyDown, isWalking } = useBoxMoves(
    { opened, tree, drawing, boxes, top, scroller },
    { part, setPart },
  )
  const levels = useVisibleLevels(scroller)
  const [pointed, setPointed] = useState<IcicleBox | null>(null)
  /** Shows a part of the whole tree. */
  const showPart = (next: Window) => {
    if (top.parent) zoomTo(opened, tree, tree.root)
    setPart(next, tree.root)
  }
  useWheelZoom(
    scroller,
    (factor, at) => {
      // Beyond the box that fills the width, zooming out shows what is around it.
      if (factor > 1 && top.parent && part.to - part.from > 0.999) showPart(zoomWindow(extent, factor, at))
      else setPart(zoomWindow(part, factor, at))
    },
    (by) =>
      setPart(windowAround((part.from + part.to) / 2 + by * (part.to - part.from), part.to - part.from)),
  )
  const point = (box: IcicleBox | null) => {
    setPointed(box)
    hoverNode(box && box.node)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const place = event.currentTarget.getBoundingClientRect()
    point(boxAt(drawing, Math.floor((event.clientY - place.top) / ROW), event.clientX - place.left))
  }
  const explain = useCallback(
    (key: string) => explainKey(tree, measured, boxes, key),
    [tree, measured, boxes],
  )
  const name = nodeName(tree, top)
  const height = drawing.levels.length * ROW
  const isEmpty = drawing.count === 0
  return (
    <>
      {!isEmpty && <Overview {...{ tree, width, found }} shown={windowOf(part, extent)} onShow={showPart} />}
      <Breadcrumbs crumbs={crumbs} />
      {!isEmpty && <Scale marks={marks} width={width} />}
      <Tooltip content={explain} className={table.tip}>
        <div className={styles.flame} ref={scroller} data-rest={!isPane && top.kind === 'rest'}>
          {isEmpty ? (
            <p className={table.empty}>
              No time was sampled here. Widths show time; the call tree shows the calls.
            </p>
          ) : (
            <div
              role="tree"
              aria-label={`Flame view of ${name}`}
              className={styles.surface}
              style={{ height }}
              onKeyDown={onKeyDown}
              onFocus={(event: FocusEvent) => {
                // A tooltip follows the arrow keys, not a focus that came by itself.
                if (!isWalking()) event.stopPropagation()
              }}
              onPointerMove={onPointerMove}
              onPointerLeave={() => point(null)}
            >
              <FlamePicture {...{ tree, drawing, width, height, found, selected, hovered }} />
              <Boxes
                {...{ tree, levels, drawing, active, pointed, selected, mark }}
                onZoom={zoom}
                onToggle={toggle}
                onFocus={setActiveKey}
              />
            </div>
          )}
        </div>
      </Tooltip>
      {!isPane && top.kind === 'rest' && <RestTable {...{ opened, tree, top }} />}
      {!isPane && <Legend tree={tree} extent={describeExtent(drawing, found)} />}
    </>
  )
}

/** @param key of a box, as set in Boxes */
function explainKey(
  tree: CallTree,
  measured: CallTree | null,
  boxes: readonly IcicleBox[],
  key: string,
): TooltipContent | null {
  const box = boxes.find(({ node }) => keyOf(node) === key)
  const explanation = box ? explainBox(tree, box.node) : null
  const was = box && measured ? treeDifferences(tree, measured, box.node).total : undefined
  return explanation && { ...explanation, was }
}

/** The part of the top box that is shown. Another top box is shown whole. */
function useWindow(top: TreeNode) {
  const key = keyOf(top)
  const [state, setState] = useState({ key, part: WHOLE })
  const part = state.key === key ? state.part : WHOLE
  const setPart = (next: Window, of: TreeNode = top) => setState({ key: keyOf(of), part: next })
  return { part, setPart }
}

/** Pixels of the wheel that double the width. */
const PIXELS_PER_DOUBLING = 240
const LINE_PIXELS = 16

/**
 * Zooms by the wheel: with Ctrl, which a pinch sends too, and without it where nothing scrolls.
 * Sideways it moves the window. At most once a frame.
 */
function useWheelZoom(
  scroller: RefObject<HTMLDivElement | null>,
  onZoom: (factor: number, at: number) => void,
  onMove: (by: number) => void,
): void {
  const latest = useRef({ onZoom, onMove })
  useEffect(() => {
    latest.current = { onZoom, onMove }
  })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let frame = 0
    let [zoomed, moved, at] = [0, 0, 0.5]
    const apply = () => {
      frame = 0
      if (zoomed !== 0) latest.current.onZoom(2 ** (zoomed / PIXELS_PER_DOUBLING), at)
      else if (moved !== 0) latest.current.onMove(moved)
      zoomed = moved = 0
    }
    const onWheel = (event: WheelEvent) => {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PIXELS : 1
      const [x, y] = [event.deltaX * unit, event.deltaY * unit]
      const isCommand = event.ctrlKey || event.metaKey
      const isSideways = !isCommand && (event.shiftKey || Math.abs(x) > Math.abs(y))
      if (!isCommand && !isSideways && element.scrollHeight > element.clientHeight) return
      event.preventDefault()
      const place = element.getBoundingClientRect()
      at = Math.max(0, Math.min(1, (event.clientX - place.left) / Math.max(1, element.clientWidth)))
      if (isSideways) moved += (x || y) / Math.max(1, element.clientWidth)
      else zoomed += y
      frame ||= requestAnimationFrame(apply)
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
      cancelAnimationFrame(frame)
    }
  }, [scroller])
}

function Legend({ tree, extent }: { readonly tree: CallTree; readonly extent: string }) {
  const isLeaf = childCount(tree, tree.root) === 0
  const isOfCallees = tree.direction === 'callees'
  return (
    <footer className={table.legend}>
      <p>
        {isLeaf && (isOfCallees ? 'No recorded callees. ' : 'No recorded callers. ')}
        Shares are of all recorded samples; widths assume that all calls of a function cost the same.{' '}
        <span role="status" aria-label="What is drawn">
          {extent}
        </span>
      </p>
      <ul className={table.legendKeys} aria-label="Legend">
        {isOfCallees && (
          <li>
            <span className={`${table.swatch} ${styles.swatchSelf}`} />
            self
          </li>
        )}
        <li>
          <span className={`${table.swatch} ${styles.swatchCallees}`} />
          {isOfCallees ? 'callees' : 'passed along'}
        </li>
        <li>
          <span className={`${table.swatch} ${styles.swatchCallees} ${styles.swatchEstimated}`} />
          estimated
        </li>
        {tree.analyzed.cycles.length > 0 && (
          <li>
            <RingMark />
            cycle{isOfCallees ? ': m opens or closes it' : ''}
          </li>
        )}
      </ul>
    </footer>
  )
}

// The focus, and the actions of keys and clicks.

/** What is drawn. `boxes`: all of them, that of `top` first. */
interface Drawn {
  readonly opened: ProfileView
  readonly tree: CallTree
  readonly drawing: Icicle
  readonly boxes: readonly IcicleBox[]
  readonly top: TreeNode
  readonly scroller: RefObject<HTMLDivElement | null>
}

interface Zoomed {
  readonly part: Window
  readonly setPart: (part: Window) => void
}

function useBoxMoves({ opened, tree, drawing, boxes, top, scroller }: Drawn, { part, setPart }: Zoomed) {
  const [activeKey, setActiveKey] = useState('')
  const walking = useRef(false)
  const active = useMemo(
    () => boxes.find(({ node }) => keyOf(node) === activeKey) ?? boxes[0] ?? null,
    [boxes, activeKey],
  )
  const focus = (box: IcicleBox, isWalking = false) => {
    const key = keyOf(box.node)
    setActiveKey(key)
    requestAnimationFrame(() => {
      const element = scroller.current?.querySelector<HTMLElement>(`[data-box="${key}"]`)
      element?.scrollIntoView({ block: 'nearest' })
      walking.current = isWalking
      element?.focus({ preventScroll: true })
      walking.current = false
    })
  }
  /** Opens a cycle, or closes it. */
  const toggle = (box: IcicleBox) => {
    if (!canOpen(tree, box.node)) return
    selectNode(box.node, 'replace')
    toggleCycle(opened, tree, box.node, top)
    focus(box)
  }
  /** Opens a closed cycle and zooms into another box; the top box zooms out. */
  const zoom = (box: IcicleBox) => {
    if (isClosed(tree, box.node)) return toggle(box)
    const isOut = box.node === top
    const to = isOut && part === WHOLE ? top.parent : box.node
    selectNode(box.node, 'replace')
    if (isOut) setPart(WHOLE)
    if (to && to !== top) zoomTo(opened, tree, to)
    focus(box)
  }
  const leave = () => {
    if (part.to - part.from < 1) setPart(WHOLE)
    else if (top.parent) zoomTo(opened, tree, top.parent)
    else return false
    return true
  }
  /** Makes the picture wider or narrower around a box. */
  const scale = (box: IcicleBox, factor: number) => {
    const [first] = boxes
    const at = first ? (box.left + box.width / 2) / Math.max(1, first.width) : 0.5
    setPart(zoomWindow(part, factor, Math.min(1, at)))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!active || event.altKey || event.ctrlKey || event.metaKey) return
    const isBox = event.target instanceof HTMLElement && event.target.matches('[data-box]')
    const moves = { focus: (box: IcicleBox) => focus(box, true), zoom, toggle, leave, scale }
    if (isBox && pressOnBox(event.key, active, { opened, drawing }, moves)) event.preventDefault()
  }
  const isWalking = () => walking.current
  return { active, setActiveKey, zoom, toggle, onKeyDown, isWalking }
}

/** Actions that move between boxes, and zoom in and out. */
interface BoxMoves {
  readonly focus: (box: IcicleBox) => void
  readonly zoom: (box: IcicleBox) => void
  readonly toggle: (box: IcicleBox) => void
  /** Returns false if there is nothing to zoom out of. */
  readonly leave: () => boolean
  readonly scale: (box: IcicleBox, factor: number) => void
}

const WAYS: ReadonlyMap<string, 'down' | 'up' | 'left' | 'right'> = new Map([
  ['ArrowDown', 'down'],
  ['ArrowUp', 'up'],
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
])

const KEY_FACTOR = 1.5

/**
 * Handles arrows, Page keys, Home and End (move), Enter (zoom in), Backspace (zoom out), + and −
 * (wider, narrower), m (opens or closes a cycle) and Space (select). Returns true if the key was one of these.
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
      selectNode(next.node, 'replace')
      moves.focus(next)
    }
    return true
  }
  const f = functionOf(box.node)
  if (key === 'Enter') moves.zoom(box)
  else if (key === '+' || key === '=') moves.scale(box, 1 / KEY_FACTOR)
  else if (key === '-') moves.scale(box, KEY_FACTOR)
  else if (key === ' ') selectNode(box.node, 'push')
  else if (key === 'm') moves.toggle(box)
  else if (key === 'o' && f !== null) openEntry(f)
  else if (key === 'r' && f !== null) rootFlameAt(opened, f)
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
