// The node or arc under the pointer or the focus: highlighted in every view, with a tooltip after a
// delay.
import { useEffect, useState } from 'react'
import type { Scene } from './scene.ts'
import { hover } from '../../state/actions.ts'
import { hoverCycle } from '../../state/selected-cycle.ts'
import { nodeUnder, arcUnder, cycleAt } from './event-target.ts'

/** Returns the value once it has been stable for `delay` milliseconds; null without delay. */
function useDelayed<T>(value: T | null, delay: number): T | null {
  const [settled, setSettled] = useState<T | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return value === null ? null : settled
}

const TIP_DELAY_MS = 180

/** A node or arc with the pointer or the focus; `x` and `y` in the figure's pixels. */
export interface Pointed {
  readonly kind: 'node' | 'arc'
  /** Number of a node, or of an arc as in `sceneArc`. */
  readonly index: number
  readonly x: number
  readonly y: number
}

interface Pointer {
  readonly target: EventTarget
  readonly clientX: number
  readonly clientY: number
}

/** The state of hovering. */
export type Pointing = ReturnType<typeof usePointing>

/** Returns the node or arc under the pointer or the focus, and functions that change it. */
export function usePointing(scene: Scene, svg: SVGSVGElement | null) {
  const [state, setState] = useState<{ readonly scene: Scene; readonly pointed: Pointed | null } | null>(null)
  // Another drawing has other nodes and arcs.
  const pointed = state?.scene === scene ? state.pointed : null
  const setPointed = (next: Pointed | null): void => setState({ scene, pointed: next })
  // A removed element fires no leave event.
  useEffect(
    () => () => {
      hover(null)
      hoverCycle(null)
    },
    [],
  )
  const tipTarget = useDelayed(pointed, TIP_DELAY_MS)

  const pointAt = (pointer: Pointer): void => {
    const at = pointInFigure(svg, pointer)
    const node = nodeUnder(pointer.target)
    const arc = node === null ? arcUnder(pointer.target) : null
    if (node !== null) setPointed({ kind: 'node', index: node, ...at })
    else setPointed(arc === null ? null : { kind: 'arc', index: arc, ...at })
    const cycle = cycleAt(scene.nodeLink, pointer.target)
    hoverCycle(cycle)
    const f = node === null || cycle !== null ? undefined : scene.nodeLink.nodes[node]?.function
    hover(f ?? null)
  }
  const pointAway = (): void => {
    setPointed(null)
    hover(null)
    hoverCycle(null)
  }
  return { pointed, setPointed, tipTarget, pointAt, pointAway }
}

/** In the figure's pixels. */
export function pointInFigure(
  svg: SVGSVGElement | null,
  { clientX, clientY }: Pick<Pointer, 'clientX' | 'clientY'>,
): { readonly x: number; readonly y: number } {
  const box = svg?.getBoundingClientRect()
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
}
