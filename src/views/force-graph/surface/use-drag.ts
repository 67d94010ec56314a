// Dragging a node: it follows the pointer and stays pinned where it is let go. A press that hardly moves is a click.
import { useCallback, useRef, type PointerEvent as ReactPointerEvent } from 'react'
import type { Place } from '../drawing/positions.ts'

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
 * `scale` is the zoom; `onMove` gets the new place in the drawing.
 *
 * @param heldAt what a node stands for: in the next drawing, which may come meanwhile, it stands for something else
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
