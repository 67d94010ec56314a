// The box with the focus, with the actions of keys or clicks on it.
import { type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import {
  type CallTree,
  functionOf,
  type TreeNode,
} from '../../../workers/core/reports/call-tree/tree-node.ts'
import { keyOf } from '../../../workers/core/reports/call-tree/call-tree.ts'
import { type Icicle, type IcicleBox, stepFrom } from '../../../workers/core/reports/call-tree/icicle.ts'
import { WHOLE, type Window, zoomWindow } from '../../../workers/core/reports/call-tree/icicle-window.ts'
import { openEntry } from '../../state/actions.ts'
import { rootFlameAt, toggleCycle, zoomTo } from '../call-trees.ts'
import { selectNode } from '../tree-nodes.ts'
import { canOpen, isClosed } from './box-rules.ts'

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

export function useBoxMoves(
  { opened, tree, drawing, boxes, top, scroller }: Drawn,
  { part, setPart }: Zoomed,
) {
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
