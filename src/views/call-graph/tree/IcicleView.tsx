// The call tree as an icicle, each box as wide as its time, with the path above it, the focus and
// the keys.
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useId,
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
  boxFigures,
  boxRest,
  boxTime,
  describeBox,
  describeExtent,
  explainBox,
  markOf,
  nodeName,
  rowName,
  treeDifferences,
} from '../../../../workers/core/reports/call-tree/tree-text.ts'
import {
  boxAt,
  icicle,
  type Icicle,
  type IcicleBox,
  stepFrom,
} from '../../../../workers/core/reports/call-tree/tree-rows.ts'
import { openEntry, select, useFound, useSearchMark, useSelected } from '../../../state/store.ts'
import { Tooltip, type TooltipContent } from '../../../ui/controls.tsx'
import { useWidth, useWindowHeight } from '../../../ui/page.ts'
import { menuOf } from '../../view.tsx'
import { rootAt, zoomTo } from '../arrangement.tsx'
import type { MarkRange } from '../../../../workers/core/reports/search.ts'
import { nameParts } from '../../../../workers/core/reports/names/names.ts'
import { LongName, Marked } from '../../../ui/text.tsx'
import sheet from '../../../ui/table.module.css'
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
              No time was sampled here, and widths show time. The tree shows the calls.
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
  const explanation = box ? explainBox(tree, box.node) : null
  const was = box && plain ? treeDifferences(tree, plain, box.node).total : undefined
  return explanation && { ...explanation, was }
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

// Draws an icicle: the outlines of all boxes as a few paths, and an element for each box with room
// for a name.

/** Pixels between boxes that are wide enough for a gap. */
const GAP = 1
const SPARES_A_GAP = 2.5
/** Pixels: self time is a line at the bottom of the box. */
const SELF = 3

/**
 * Level heights in pixels: a name fits into the lowest; above the highest nothing becomes easier to
 * read.
 */
const LOWEST = 24
const HIGHEST = 88
/**
 * From this height on a box shows its time below its name, and from the next one self time and
 * calls as well.
 */
const TWO_LINES = 38
const THREE_LINES = 58
/** Pixels that the page needs above and below the picture. */
const FRAME = 260

/**
 * Returns the height of a level in pixels, so that few levels fill the window. Independent of the
 * details, so that nothing moves when they open.
 */
export function levelHeight(levels: number, windowHeight: number): number {
  const room = Math.floor((windowHeight - FRAME) / Math.max(1, levels))
  return Math.max(LOWEST, Math.min(HIGHEST, room))
}

/** Returns how many lines of numbers a box shows below its name. */
export function figureLines(high: number): 0 | 1 | 2 {
  return high >= THREE_LINES ? 2 : high >= TWO_LINES ? 1 : 0
}

/** SVG path data for each kind of fill. */
export interface IciclePaths {
  readonly certain: string
  readonly assumed: string
  readonly certainCycle: string
  readonly assumedCycle: string
  readonly certainSelf: string
  readonly assumedSelf: string
  readonly found: string
  readonly selected: string
}

/** Returns the outlines of all boxes as SVG paths, by fill and highlight. */
function icicleLines(
  drawing: Icicle,
  high: number,
  isFound: (f: FunctionIndex) => boolean,
  selected: FunctionIndex | null,
): IciclePaths {
  const parts: Record<keyof IciclePaths, string[]> = {
    certain: [],
    assumed: [],
    certainCycle: [],
    assumedCycle: [],
    certainSelf: [],
    assumedSelf: [],
    found: [],
    selected: [],
  }
  for (const level of drawing.levels) for (const box of level) addBox(parts, box, high, isFound, selected)
  const joined = Object.entries(parts).map(([name, rects]) => [name, rects.join('')])
  return Object.fromEntries(joined) as IciclePaths
}

function addBox(
  parts: Record<keyof IciclePaths, string[]>,
  box: IcicleBox,
  high: number,
  isFound: (f: FunctionIndex) => boolean,
  selected: FunctionIndex | null,
): void {
  const { left, certain, childrenEnd, node } = box
  const top = box.level * high
  const width = box.width - (box.width > SPARES_A_GAP ? GAP : 0)
  const height = high - GAP
  const solid = Math.min(width, certain)
  const [solidPart, hatchedPart] =
    node.kind === 'cycle' ? (['certainCycle', 'assumedCycle'] as const) : (['certain', 'assumed'] as const)
  if (solid > 0) parts[solidPart].push(rect(left, top, solid, height))
  if (width - solid > 0.05) parts[hatchedPart].push(rect(left + solid, top, width - solid, height))
  const self = left + width - childrenEnd
  if (self > 0.25) {
    const line = rect(childrenEnd, top + height - SELF, self, SELF)
    parts[box.isSelfCertain ? 'certainSelf' : 'assumedSelf'].push(line)
  }
  if (isFound(node.function)) parts.found.push(rect(left, top, width, height))
  if (node.function === selected && width > 1)
    parts.selected.push(rect(left + 1, top + 1, width - 2, height - 2))
}

function rect(x: number, y: number, width: number, height: number): string {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`
}

const short = (value: number): number => Math.round(value * 100) / 100

// The icicle: lower bounds solid, estimates hatched, self time as a line at the bottom of the box.

function IciclePicture({
  lines,
  width,
  height,
}: {
  readonly lines: IciclePaths
  readonly width: number
  readonly height: number
}) {
  const id = useId()
  const hatch = (name: string) => `url(#${id}${name})`
  return (
    <svg className={styles.picture} width={width} height={height} aria-hidden="true">
      <defs>
        <Hatch id={`${id}box`} base={styles.hatchBase} stripe={styles.hatchStripe} />
        <Hatch id={`${id}cycle`} base={styles.cycleBase} stripe={styles.cycleStripe} />
        <Hatch id={`${id}self`} base={styles.selfBase} stripe={styles.selfStripe} />
      </defs>
      <path d={lines.certain} className={styles.fillCertain} />
      <path d={lines.assumed} fill={hatch('box')} />
      <path d={lines.certainCycle} className={styles.fillCycle} />
      <path d={lines.assumedCycle} fill={hatch('cycle')} />
      <path d={lines.found} className={styles.fillFound} />
      <path d={lines.certainSelf} className={styles.fillSelf} />
      <path d={lines.assumedSelf} fill={hatch('self')} />
      <path d={lines.selected} className={styles.outline} />
    </svg>
  )
}

function Hatch({
  id,
  base,
  stripe,
}: {
  readonly id: string
  readonly base: string | undefined
  readonly stripe: string | undefined
}) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" className={base} />
      <rect width="2.5" height="6" className={stripe} />
    </pattern>
  )
}

// The boxes that can be reached: those with room for a name, and those with the pointer or the
// focus.

const HOLDS_A_NAME = 26
const HOLDS_A_TIME = 52
/** Narrower boxes show only the function's own name. */
const HOLDS_A_SCOPE = 104
const HOLDS_A_SHARE = 104
/** Pixels of a character of the numbers, and of the margin beside them. */
const LETTER = 6.4
const BESIDE = 10

export function Boxes({
  tree,
  boxes,
  high,
  active,
  pointed,
  selected,
  mark,
  onZoom,
  onFocus,
}: {
  readonly tree: CallTree
  readonly boxes: readonly IcicleBox[]
  /** Height of a level in pixels. */
  readonly high: number
  readonly active: IcicleBox | null
  readonly pointed: IcicleBox | null
  readonly selected: FunctionIndex | null
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onZoom: (box: IcicleBox) => void
  readonly onFocus: (key: string) => void
}) {
  return boxes
    .filter((box) => box.width >= HOLDS_A_NAME || box === active || box === pointed)
    .map((box) => {
      const { node } = box
      const key = keyOf(node)
      const name = rowName(tree, node)
      const parts = nameParts(name)
      const own = parts.own.replace(/^::/, '')
      const cycle = markOf(node)
      return (
        <div
          key={key}
          role="treeitem"
          aria-level={box.level + 1}
          aria-selected={node.function === selected}
          aria-label={describeBox(tree, node)}
          tabIndex={box === active ? 0 : -1}
          data-box={key}
          {...menuOf(node.function)}
          data-tip={key}
          className={styles.box}
          style={{
            left: box.left,
            top: box.level * high,
            width: Math.max(2, box.width - 1),
            height: high - 1,
          }}
          onClick={() => onZoom(box)}
          onFocus={() => onFocus(key)}
        >
          {box.width >= HOLDS_A_NAME && (
            <span className={styles.label}>
              <span className={styles.boxLine}>
                <span className={styles.boxName}>
                  {box.width < HOLDS_A_SCOPE ? (
                    <Marked text={own} ranges={mark(own)} />
                  ) : (
                    <LongName {...parts} ranges={mark(name)} />
                  )}
                </span>
                {cycle !== '' && node.kind === 'cycle' && (
                  <>
                    {/* Separates the two in the accessible name; a row of boxes draws no blank. */}{' '}
                    <span className={styles.boxCycle}>{cycle}</span>
                  </>
                )}
              </span>
              {figureLines(high) >= 1 && (
                <span className={styles.boxFigures} data-figures={figuresIn(tree, box)} />
              )}
              {figureLines(high) === 2 && (
                <span className={styles.boxFigures} data-figures={restIn(tree, box)} />
              )}
            </span>
          )}
        </div>
      )
    })
}

function restIn(tree: CallTree, { node, width }: IcicleBox): string {
  const fitting = boxRest(tree, node).filter((text) => text.length * LETTER + BESIDE <= width)
  return fitting[0] ?? ''
}

/** A cut number would mislead, so only whole numbers that fit are shown. */
function figuresIn(tree: CallTree, { node, width }: IcicleBox): string {
  if (width < HOLDS_A_TIME) return ''
  return width < HOLDS_A_SHARE ? boxTime(tree, node) : boxFigures(tree, node)
}
