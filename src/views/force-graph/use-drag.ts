// Dragging a node: it follows the pointer, then stays pinned at its last place. A press that hardly moves
// is a click.
import { type PointerEvent as ReactPointerEvent, useCallback, useRef } from 'react'
import type { Place } from './positions.ts'
import { nodeUnder } from './event-target.ts'

const SLACK = 4

interface Press<T> {
  readonly pointer: number
  readonly held: T
  readonly clientX: number
  readonly clientY: number
  readonly from: Place
  isDrag: boolean
}

/**
 * Returns handlers that drag a node. `scale` is the zoom; `onMove` gets the new place in the
 * drawing.
 * @param heldAt returns what a node's number refers to, because the next drawing, which may come
 * during a drag, has other numbers
 */
export function useDrag<T>(
  heldAt: (node: number) => T | undefined,
  placeOf: (node: number) => Place,
  scale: number,
  onMove: (held: T, place: Place) => void,
) {
  const press = useRef<Press<T> | null>(null)
  const wasDrag = useRef(false)

  const onPointerDown = useCallback(
    (event: ReactPointerEvent<SVGSVGElement>) => {
      const node = nodeUnder(event.target)
      wasDrag.current = false
      if (node === null || event.button !== 0 || !event.isPrimary) return
      const held = heldAt(node)
      if (held === undefined) return
      const { pointerId: pointer, clientX, clientY } = event
      press.current = { pointer, held, clientX, clientY, from: placeOf(node), isDrag: false }
    },
    [heldAt, placeOf],
  )
  const onPointerMove = useCallback(
    (event: ReactPointerEvent<SVGSVGElement>) => {
      const now = press.current
      if (!now || event.pointerId !== now.pointer) return
      const [byX, byY] = [event.clientX - now.clientX, event.clientY - now.clientY]
      if (!now.isDrag && Math.hypot(byX, byY) < SLACK) return
      if (!now.isDrag) event.currentTarget.setPointerCapture(now.pointer)
      now.isDrag = true
      wasDrag.current = true
      onMove(now.held, { x: now.from.x + byX / scale, y: now.from.y + byY / scale })
    },
    [scale, onMove],
  )
  const onPointerUp = useCallback(() => {
    press.current = null
  }, [])
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, wasDrag }
}
