// Dragging a node: it follows the pointer and stays pinned where it is let go. A press that hardly moves is a click.
import { useCallback, useRef, type PointerEvent as ReactPointerEvent } from 'react'
import type { Place } from '../drawing/positions.ts'

const SLACK = 4

interface Press {
  readonly pointer: number
  readonly node: number
  readonly clientX: number
  readonly clientY: number
  readonly from: Place
  isDrag: boolean
}

/** `scale` is the zoom; `onMove` gets the node's new place in the drawing. */
export function useDrag(
  placeOf: (node: number) => Place,
  scale: number,
  onMove: (node: number, place: Place) => void,
) {
  const press = useRef<Press | null>(null)
  const wasDrag = useRef(false)

  const onPointerDown = useCallback(
    (event: ReactPointerEvent<SVGSVGElement>) => {
      const node = nodeUnder(event.target)
      wasDrag.current = false
      if (node === null || event.button !== 0 || !event.isPrimary) return
      const { pointerId: pointer, clientX, clientY } = event
      press.current = { pointer, node, clientX, clientY, from: placeOf(node), isDrag: false }
    },
    [placeOf],
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
      onMove(now.node, { x: now.from.x + byX / scale, y: now.from.y + byY / scale })
    },
    [scale, onMove],
  )
  const onPointerUp = useCallback(() => {
    press.current = null
  }, [])
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, wasDrag }
}

export function nodeUnder(target: EventTarget | null): number | null {
  return indexUnder(target, 'node')
}

export function arcUnder(target: EventTarget | null): number | null {
  return indexUnder(target, 'arc')
}

function indexUnder(target: EventTarget | null, kind: 'node' | 'arc'): number | null {
  const element = target instanceof Element ? target.closest<SVGElement>(`[data-${kind}]`) : null
  const index = element?.dataset[kind]
  return index === undefined ? null : Number(index)
}
