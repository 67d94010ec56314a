// Draws the flame view: the fills of all boxes as a few paths, an element for each visible box with room
// for a name, the scale, and the strip that shows which part of the tree is on screen.
import { memo, type PointerEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import {
  type CallTree,
  childCount,
  childStep,
  isFunctionNode,
  keyOf,
  type TreeNode,
} from '../../../workers/core/reports/call-tree/call-tree.ts'
import { boxFigures, describeBox, MOST_MEMBERS } from '../../../workers/core/reports/call-tree/box-text.ts'
import { nodeName, rowName } from '../../../workers/core/reports/call-tree/tree-text.ts'
import { icicle, type Icicle, type IcicleBox } from '../../../workers/core/reports/call-tree/icicle.ts'
import {
  type ScaleMark,
  type Window,
  windowAround,
} from '../../../workers/core/reports/call-tree/icicle-window.ts'
import { type Grouped, hueOfFunction } from '../../../workers/core/reports/groups.ts'
import { nameParts } from '../../../workers/core/reports/names/names.ts'
import type { MarkRange } from '../../../workers/core/reports/search.ts'
import { groupColour, groupMarkColour } from '../../ui/group-colour.tsx'
import { LongName, Marked } from '../../ui/text.tsx'
import { memberNames, memberSegments } from '../../../workers/core/reports/call-tree/cycle-bar.ts'
import { cycleOfNode, isNodeOf, menuOfNode, type SelectedHead } from '../tree-nodes.ts'
import styles from './flame.module.css'

/** Height of a level in pixels. */
export const ROW = 20

/** Pixels between boxes that are wide enough for a gap. */
const GAP = 1
const SPARES_A_GAP = 2.5
/** Narrower boxes show no edge for an estimate. */
const SHOWS_AN_EDGE = 4

// The picture: one path for each colour, one for the edges of estimates, and highlights.

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

/** Whether a box is a whole cycle that can show its members below it. */
export const canOpen = ({ direction }: CallTree, node: TreeNode): boolean =>
  direction === 'callees' && cycleOfNode(node) !== null

/** Whether a box is a cycle drawn as one node. */
export const isClosed = (tree: CallTree, node: TreeNode): boolean =>
  node.cycle !== NONE && canOpen(tree, node) && tree.closed.has(node.cycle)

const hueOfNode = (profile: Grouped, node: TreeNode): number =>
  isFunctionNode(node) ? hueOfFunction(profile, node.function) : NONE

function flamePaths(tree: CallTree, { levels }: Icicle): FlamePaths {
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
            const own = f === null ? NONE : hueOfFunction(profile, f)
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
function outlines({ levels }: Icicle, isWanted: (node: TreeNode) => boolean, inset: number): string {
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

function rect(x: number, y: number, width: number, height: number): string {
  return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`
}

const short = (value: number): number => Math.round(value * 100) / 100

export function FlamePicture({
  tree,
  drawing,
  width,
  height,
  found,
  selected,
  hovered,
}: {
  readonly tree: CallTree
  readonly drawing: Icicle
  readonly width: number
  readonly height: number
  /** By FunctionIndex, 1 for matches of a search; null without a search. */
  readonly found: Uint8Array | null
  readonly selected: SelectedHead
  readonly hovered: FunctionIndex | null
}) {
  const paths = useMemo(() => flamePaths(tree, drawing), [tree, drawing])
  const hatch = useId()
  const isMatch = useMemo(() => matcher(tree, found), [tree, found])
  const others = useMemo(
    () => (isMatch ? outlines(drawing, (node) => !isMatch(node), 0) : ''),
    [drawing, isMatch],
  )
  const matches = useMemo(() => (isMatch ? outlines(drawing, isMatch, 0.75) : ''), [drawing, isMatch])
  const alike = useMemo(
    () =>
      hovered === null ? '' : outlines(drawing, (node) => isNodeOf(node, { f: hovered, cycle: null }), 0.5),
    [drawing, hovered],
  )
  const chosen = useMemo(
    () =>
      selected.f === null && selected.cycle === null
        ? ''
        : outlines(drawing, (node) => isNodeOf(node, selected), 1),
    [drawing, selected],
  )
  return (
    <svg className={styles.picture} width={width} height={height} aria-hidden="true">
      {paths.fills.map(({ hue, isSelf, path }) => (
        <path
          key={`${hue} ${isSelf}`}
          d={path}
          className={isSelf ? styles.self : styles.rest}
          style={{ color: groupColour(hue) }}
        />
      ))}
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v6" className={styles.hatch} />
        </pattern>
      </defs>
      <path d={paths.cycles} fill={`url(#${hatch})`} />
      <path d={paths.ground} className={styles.ground} />
      {paths.bars.map(({ hue, path }) => (
        <path key={hue} d={path} className={styles.self} style={{ color: groupMarkColour(hue) }} />
      ))}
      <path d={paths.frames} className={styles.frame} />
      <path d={paths.estimated} className={styles.estimated} />
      <path d={others} className={styles.unmatched} />
      <path d={matches} className={styles.found} />
      <path d={alike} className={styles.hovered} />
      <path d={chosen} className={styles.selected} />
    </svg>
  )
}

/** Children of a rest that are looked at for a match. */
const MOST_LOOKED_AT = 2000

/**
 * Returns whether a box matches a search: a closed cycle by any member, a rest by any function in it; null without
 * a search.
 */
function matcher(tree: CallTree, found: Uint8Array | null): ((node: TreeNode) => boolean) | null {
  if (!found) return null
  const { offsets, items } = tree.analyzed.cycles.members
  return (node) => {
    if (node.kind === 'rest') {
      const count = Math.min(MOST_LOOKED_AT, childCount(tree, node))
      for (let at = 0; at < count; at++) if (found[childStep(tree, node, at)] === 1) return true
    }
    if (!isFunctionNode(node)) return false
    if (!isClosed(tree, node) || node.cycle === NONE) return found[node.function] === 1
    for (let at = offsets[node.cycle] ?? 0; at < (offsets[node.cycle + 1] ?? 0); at++)
      if (found[items[at] ?? NONE] === 1) return true
    return false
  }
}

// The boxes as elements: those that are on screen and have room for a name, and those with the pointer
// or the focus.

const HOLDS_A_NAME = 26
/** Narrower boxes show only the function's own name. */
const HOLDS_A_SCOPE = 104
/** Narrower boxes have no room for a mark beside the name. */
const HOLDS_A_MARK = 72
/** Wider boxes show their numbers after the name. */
const HOLDS_FIGURES = 240

/** Levels above and below the visible ones that are kept, so that scrolling does not wait for them. */
const SPARE_LEVELS = 12

/** Returns the first level on screen and the one behind the last, in steps of some levels. */
export function useVisibleLevels(scroller: RefObject<HTMLElement | null>): Window {
  const [levels, setLevels] = useState<Window>({ from: 0, to: 4 * SPARE_LEVELS })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const step = (pixels: number) => SPARE_LEVELS * Math.floor(pixels / ROW / SPARE_LEVELS)
      const from = Math.max(0, step(element.scrollTop) - SPARE_LEVELS)
      const to = step(element.scrollTop + element.clientHeight) + 2 * SPARE_LEVELS
      setLevels((now) => (now.from === from && now.to === to ? now : { from, to }))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    observer?.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer?.disconnect()
    }
  }, [scroller])
  return levels
}

export function Boxes({
  tree,
  levels,
  drawing,
  active,
  pointed,
  selected,
  mark,
  onZoom,
  onToggle,
  onFocus,
}: {
  readonly tree: CallTree
  /** Levels on screen. */
  readonly levels: Window
  readonly drawing: Icicle
  readonly active: IcicleBox | null
  readonly pointed: IcicleBox | null
  readonly selected: SelectedHead
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onZoom: (box: IcicleBox) => void
  readonly onToggle: (box: IcicleBox) => void
  readonly onFocus: (key: string) => void
}) {
  const wide = useMemo(
    () => drawing.levels.slice(levels.from, levels.to).flatMap((level) => level.filter(hasRoom)),
    [drawing, levels],
  )
  const isShown = (box: IcicleBox) => hasRoom(box) && box.level >= levels.from && box.level < levels.to
  const extra = [active, pointed === active ? null : pointed].filter((box) => box !== null && !isShown(box))
  // The handlers change with each drawing; the elements do not.
  const moves = useRef({ zoom: onZoom, toggle: onToggle })
  useEffect(() => {
    moves.current = { zoom: onZoom, toggle: onToggle }
  })
  return [...wide, ...(extra as IcicleBox[])].map((box) => (
    <Box
      key={keyOf(box.node)}
      {...{ tree, box, mark, onFocus, moves }}
      isActive={box === active}
      isSelected={isNodeOf(box.node, selected)}
    />
  ))
}

const hasRoom = ({ width }: IcicleBox): boolean => width >= HOLDS_A_NAME

const Box = memo(function Box({
  tree,
  box,
  isActive,
  isSelected,
  mark,
  moves,
  onFocus,
}: {
  readonly tree: CallTree
  readonly box: IcicleBox
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly mark: (text: string) => readonly MarkRange[]
  readonly moves: RefObject<{
    readonly zoom: (box: IcicleBox) => void
    readonly toggle: (box: IcicleBox) => void
  }>
  readonly onFocus: (key: string) => void
}) {
  const { node, width } = box
  const key = keyOf(node)
  return (
    <div
      role="treeitem"
      aria-level={box.level + 1}
      aria-selected={isSelected}
      aria-label={describeBox(tree, node)}
      aria-expanded={canOpen(tree, node) ? !isClosed(tree, node) : undefined}
      tabIndex={isActive ? 0 : -1}
      data-box={key}
      {...menuOfNode(node)}
      data-tip={key}
      className={styles.box}
      style={{ left: box.left, top: box.level * ROW, width: Math.max(2, width - GAP), height: ROW - GAP }}
      onClick={({ target }) => {
        const isOnRing = target instanceof Element && target.closest('[data-ring]') !== null
        if (isOnRing) moves.current.toggle(box)
        else moves.current.zoom(box)
      }}
      onFocus={() => onFocus(key)}
    >
      {hasRoom(box) && <Label tree={tree} box={box} mark={mark} />}
    </div>
  )
})

function Label({
  tree,
  box: { node, width },
  mark,
}: {
  readonly tree: CallTree
  readonly box: IcicleBox
  readonly mark: (text: string) => readonly MarkRange[]
}) {
  const cycle = cycleOfNode(node)
  if (cycle !== null) return <CycleLabel {...{ tree, node, width, mark }} />
  const name = rowName(tree, node)
  const parts = nameParts(name)
  const own = parts.own.replace(/^::/, '')
  const isRecursive =
    isFunctionNode(node) && (tree.analyzed.profile.functions.selfCalls[node.function] ?? 0) > 0
  return (
    <span className={styles.label}>
      <span className={styles.name}>
        {width < HOLDS_A_SCOPE ? (
          <Marked text={own} ranges={mark(own)} />
        ) : (
          <LongName {...parts} ranges={mark(name)} />
        )}
      </span>
      {isRecursive && width >= HOLDS_A_MARK && <RecursionMark />}
      <Figures {...{ tree, node, width }} />
    </span>
  )
}

/** The box's own label has these numbers; a second copy would be announced twice. */
function Figures({
  tree,
  node,
  width,
}: {
  readonly tree: CallTree
  readonly node: TreeNode
  readonly width: number
}) {
  return width >= HOLDS_FIGURES && <span className={styles.figures} data-figures={boxFigures(tree, node)} />
}

function CycleLabel({
  tree,
  node,
  width,
  mark,
}: {
  readonly tree: CallTree
  readonly node: TreeNode
  readonly width: number
  readonly mark: (text: string) => readonly MarkRange[]
}) {
  const members = width < HOLDS_A_SCOPE ? '' : memberNames(tree, node, MOST_MEMBERS)
  return (
    <span className={styles.label} data-cycle={isClosed(tree, node) ? 'closed' : 'open'}>
      <span data-ring={canOpen(tree, node) ? '' : undefined} className={styles.ring}>
        <RingMark />
      </span>
      <span className={styles.cycle}>{nodeName(tree, node)}</span>
      {members !== '' && (
        <>
          {/* Separates the two in the accessible name; a row of boxes draws no blank. */}{' '}
          <span className={styles.name}>
            <Marked text={members} ranges={mark(members)} />
          </span>
        </>
      )}
      <Figures {...{ tree, node, width }} />
    </span>
  )
}

/** A ring: functions that can all reach one another by calls. */
export function RingMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d="M9.7 4A4.2 4.2 0 1 0 10.2 6.6" />
      <path d="M10.4 1.6V4.2H7.8" />
    </svg>
  )
}

/** An arc that leads back: a function that calls itself. */
function RecursionMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
      <path d="M2 9.5H7.2A2.8 2.8 0 0 0 7.2 3.8H3" />
      <path d="M5 1.8L3 3.8L5 5.8" />
    </svg>
  )
}

// The scale above the boxes.

export function Scale({ marks, width }: { readonly marks: readonly ScaleMark[]; readonly width: number }) {
  return (
    <div className={styles.scale} style={{ width }} aria-hidden="true" title="Share of all recorded samples">
      {marks.map(({ left, text }, at) => (
        <span
          key={text}
          className={styles.scaleMark}
          data-last={at > 0 && left > width - 40}
          style={{ left }}
          data-text={text}
        />
      ))}
    </div>
  )
}

// The strip: the whole tree, small, and the part of it that is on screen. A press moves that part.

const STRIP = 28
const MOST_STRIP_LEVEL = 4

export function Overview({
  tree,
  width,
  found,
  shown,
  onShow,
}: {
  readonly tree: CallTree
  readonly width: number
  readonly found: Uint8Array | null
  /** Part of the root that is on screen. */
  readonly shown: Window
  readonly onShow: (part: Window) => void
}) {
  const { profile } = tree.analyzed
  const drawing = useMemo(() => icicle(tree, tree.root, width), [tree, width])
  const paths = useMemo(() => stripPaths(profile, drawing, found), [profile, drawing, found])
  const isPressed = useRef(false)
  const showAt = (event: PointerEvent<HTMLElement>) => {
    const place = event.currentTarget.getBoundingClientRect()
    onShow(windowAround((event.clientX - place.left) / Math.max(1, width), shown.to - shown.from))
  }
  const isWhole = shown.to - shown.from > 0.999
  return (
    <div
      className={styles.strip}
      style={{ width, height: STRIP }}
      data-whole={isWhole}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (isWhole || event.button !== 0) return
        isPressed.current = true
        event.currentTarget.setPointerCapture(event.pointerId)
        showAt(event)
      }}
      onPointerMove={(event) => isPressed.current && showAt(event)}
      onPointerUp={() => (isPressed.current = false)}
      onPointerCancel={() => (isPressed.current = false)}
    >
      <svg width={width} height={STRIP}>
        {paths.fills.map(({ hue, path }) => (
          <path key={hue} d={path} className={styles.self} style={{ color: groupColour(hue) }} />
        ))}
        <path d={paths.found} className={styles.stripFound} />
        {!isWhole && (
          <>
            <path
              className={styles.outside}
              d={
                rect(0, 0, shown.from * width, STRIP) +
                rect(shown.to * width, 0, (1 - shown.to) * width, STRIP)
              }
            />
            <path
              className={styles.inside}
              d={rect(shown.from * width, 0.5, Math.max(2, (shown.to - shown.from) * width), STRIP - 1)}
            />
          </>
        )}
      </svg>
    </div>
  )
}

function stripPaths(profile: Grouped, { levels }: Icicle, found: Uint8Array | null) {
  const high = Math.min(MOST_STRIP_LEVEL, STRIP / Math.max(1, levels.length))
  const fills = new Map<number, string[]>()
  const matches: string[] = []
  for (const level of levels) {
    for (const { node, left, width, level: at } of level) {
      const hue = hueOfNode(profile, node)
      const path = rect(left, at * high, width, high)
      const known = fills.get(hue)
      if (known) known.push(path)
      else fills.set(hue, [path])
      if (isFunctionNode(node) && found?.[node.function] === 1)
        matches.push(rect(left, at * high, Math.max(1, width), high))
    }
  }
  return {
    fills: [...fills].map(([hue, rects]) => ({ hue, path: rects.join('') })),
    found: matches.join(''),
  }
}
