// Draws the flame view: the fills of all boxes as a few paths, an element for each visible box with room
// for a name, the scale, and the strip that shows which part of the tree is on screen.
import { memo, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { type CallTree, keyOf } from '../../../workers/core/reports/call-tree/call-tree.ts'
import {
  boxFigures,
  describeBox,
  markOf,
  rowName,
} from '../../../workers/core/reports/call-tree/tree-text.ts'
import {
  icicle,
  type Icicle,
  type IcicleBox,
  type ScaleMark,
  type Window,
  windowAround,
} from '../../../workers/core/reports/call-tree/tree-rows.ts'
import { type Grouped, hueOfFunction } from '../../../workers/core/reports/groups.ts'
import { nameParts } from '../../../workers/core/reports/names/names.ts'
import type { MarkRange } from '../../../workers/core/reports/search.ts'
import { groupColour } from '../../ui/group-colour.tsx'
import { LongName, Marked } from '../../ui/text.tsx'
import { menuOf } from '../view.tsx'
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
}

function flamePaths(profile: Grouped, { levels }: Icicle): FlamePaths {
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
      const hue = hueOfFunction(profile, node.function)
      const self = Math.max(0, Math.min(width, left + width - childrenEnd))
      const rest = width - self
      if (rest > 0.05) fill(hue, false, rect(left, top, rest, ROW - GAP))
      if (self > 0.05) fill(hue, true, rect(left + rest, top, self, ROW - GAP))
      if (width - certain > SHOWS_AN_EDGE)
        estimated.push(`M${short(left + certain)} ${top + ROW - GAP - 0.75}h${short(width - certain)}`)
    }
  }
  return {
    fills: [...fills.values()].map(({ hue, isSelf, rects }) => ({ hue, isSelf, path: rects.join('') })),
    estimated: estimated.join(''),
  }
}

/** Returns the outlines of the boxes of some functions. `inset`: pixels inside the box. */
function outlines({ levels }: Icicle, isWanted: (f: FunctionIndex) => boolean, inset: number): string {
  const rects: string[] = []
  for (const level of levels) {
    for (const { node, left, width, level: at } of level) {
      const wide = Math.max(1, width - GAP) - 2 * inset
      if (wide > 0 && isWanted(node.function))
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
  opened,
  drawing,
  width,
  height,
  found,
  selected,
  hovered,
}: {
  readonly opened: ProfileView
  readonly drawing: Icicle
  readonly width: number
  readonly height: number
  /** By FunctionIndex, 1 for matches of a search; null without a search. */
  readonly found: Uint8Array | null
  readonly selected: FunctionIndex | null
  readonly hovered: FunctionIndex | null
}) {
  const { profile } = opened.analyzed
  const paths = useMemo(() => flamePaths(profile, drawing), [profile, drawing])
  const others = useMemo(() => (found ? outlines(drawing, (f) => found[f] !== 1, 0) : ''), [drawing, found])
  const matches = useMemo(
    () => (found ? outlines(drawing, (f) => found[f] === 1, 0.75) : ''),
    [drawing, found],
  )
  const alike = useMemo(
    () => (hovered === null ? '' : outlines(drawing, (f) => f === hovered, 0.5)),
    [drawing, hovered],
  )
  const chosen = useMemo(
    () => (selected === null ? '' : outlines(drawing, (f) => f === selected, 1)),
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
      <path d={paths.estimated} className={styles.estimated} />
      <path d={others} className={styles.unmatched} />
      <path d={matches} className={styles.found} />
      <path d={alike} className={styles.hovered} />
      <path d={chosen} className={styles.selected} />
    </svg>
  )
}

// The boxes as elements: those that are on screen and have room for a name, and those with the pointer
// or the focus.

const HOLDS_A_NAME = 26
/** Narrower boxes show only the function's own name. */
const HOLDS_A_SCOPE = 104
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
  onFocus,
}: {
  readonly tree: CallTree
  /** Levels on screen. */
  readonly levels: Window
  readonly drawing: Icicle
  readonly active: IcicleBox | null
  readonly pointed: IcicleBox | null
  readonly selected: FunctionIndex | null
  readonly mark: (text: string) => readonly MarkRange[]
  readonly onZoom: (box: IcicleBox) => void
  readonly onFocus: (key: string) => void
}) {
  const wide = useMemo(
    () => drawing.levels.slice(levels.from, levels.to).flatMap((level) => level.filter(hasRoom)),
    [drawing, levels],
  )
  const isShown = (box: IcicleBox) => hasRoom(box) && box.level >= levels.from && box.level < levels.to
  const extra = [active, pointed === active ? null : pointed].filter((box) => box !== null && !isShown(box))
  // The handler changes with each drawing; the elements do not.
  const zoom = useRef(onZoom)
  useEffect(() => {
    zoom.current = onZoom
  })
  return [...wide, ...(extra as IcicleBox[])].map((box) => (
    <Box
      key={keyOf(box.node)}
      {...{ tree, box, mark, onFocus, zoom }}
      isActive={box === active}
      isSelected={box.node.function === selected}
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
  zoom,
  onFocus,
}: {
  readonly tree: CallTree
  readonly box: IcicleBox
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly mark: (text: string) => readonly MarkRange[]
  readonly zoom: RefObject<(box: IcicleBox) => void>
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
      tabIndex={isActive ? 0 : -1}
      data-box={key}
      {...menuOf(node.function)}
      data-tip={key}
      className={styles.box}
      style={{ left: box.left, top: box.level * ROW, width: Math.max(2, width - GAP), height: ROW - GAP }}
      onClick={() => zoom.current(box)}
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
  const name = rowName(tree, node)
  const parts = nameParts(name)
  const own = parts.own.replace(/^::/, '')
  const cycle = markOf(node)
  return (
    <span className={styles.label}>
      <span className={styles.name}>
        {width < HOLDS_A_SCOPE ? (
          <Marked text={own} ranges={mark(own)} />
        ) : (
          <LongName {...parts} ranges={mark(name)} />
        )}
      </span>
      {cycle !== '' && node.kind === 'cycle' && (
        <>
          {/* Separates the two in the accessible name; a row of boxes draws no blank. */}{' '}
          <span className={styles.cycle}>{cycle}</span>
        </>
      )}
      {/* The box's own label has these numbers; a second copy would be announced twice. */}
      {width >= HOLDS_FIGURES && <span className={styles.figures} data-figures={boxFigures(tree, node)} />}
    </span>
  )
}

// The scale above the boxes.

export function Scale({ marks, width }: { readonly marks: readonly ScaleMark[]; readonly width: number }) {
  return (
    <div className={styles.scale} style={{ width }} aria-hidden="true" title="Share of the root’s total time">
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
      const hue = hueOfFunction(profile, node.function)
      const path = rect(left, at * high, width, high)
      const known = fills.get(hue)
      if (known) known.push(path)
      else fills.set(hue, [path])
      if (found?.[node.function] === 1) matches.push(rect(left, at * high, Math.max(1, width), high))
    }
  }
  return {
    fills: [...fills].map(([hue, rects]) => ({ hue, path: rects.join('') })),
    found: matches.join(''),
  }
}
