// Which box of the icicle has the focus, and what keys and clicks on it do.
import { useMemo, useState, type KeyboardEvent, type RefObject } from 'react'
import type { ProfileView } from '../../../../workers/api/contract.ts'
import { keyOf, type TreeNode } from '../../../../workers/core/reports/call-tree/call-tree.ts'
import type { Icicle, IcicleBox } from '../../../../workers/core/reports/call-tree/icicle.ts'
import { select } from '../../../state/actions.ts'
import { zoomTo } from '../arrange.ts'
import { pressOnBox } from './icicle-keys.ts'

/** @param boxes all of the drawing's, the one of `top` first */
export function useBoxMoves(
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
  /** Into the box; the one on top leads out again. */
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
