// What the pointer is over, or the focus is at: hovered in every view at once, and told in words after a moment.
import { useEffect, useState } from 'react'
import { hover } from '../../../state/actions.ts'
import type { Scene } from '../scene/scene.ts'
import { arcUnder, nodeUnder } from './use-drag.ts'
import { useLater } from './use-later.ts'

const TIP_DELAY_MS = 180

/** `x` and `y` in the figure's pixels. */
export interface Pointed {
  readonly kind: 'node' | 'arc'
  /** Of a node, or of an arc as `sceneArc` takes it. */
  readonly index: number
  readonly x: number
  readonly y: number
}

interface Pointer {
  readonly target: EventTarget
  readonly clientX: number
  readonly clientY: number
}

export type Pointing = ReturnType<typeof usePointing>

export function usePointing(scene: Scene, svg: SVGSVGElement | null) {
  const [state, setState] = useState<{ readonly scene: Scene; readonly pointed: Pointed | null } | null>(null)
  // Another drawing has other nodes and arcs.
  const pointed = state?.scene === scene ? state.pointed : null
  const setPointed = (next: Pointed | null): void => setState({ scene, pointed: next })
  // What goes away from under the pointer is not left.
  useEffect(() => () => hover(null), [])
  const told = useLater(pointed, TIP_DELAY_MS)

  const pointAt = (pointer: Pointer): void => {
    const at = placeIn(svg, pointer)
    const node = nodeUnder(pointer.target)
    const arc = node === null ? arcUnder(pointer.target) : null
    if (node !== null) setPointed({ kind: 'node', index: node, ...at })
    else setPointed(arc === null ? null : { kind: 'arc', index: arc, ...at })
    hover((node === null ? undefined : scene.nodeLink.nodes[node]?.function) ?? null)
  }
  const pointAway = (): void => {
    setPointed(null)
    hover(null)
  }
  return { pointed, setPointed, told, pointAt, pointAway }
}

/** In the figure's pixels. */
export function placeIn(
  svg: SVGSVGElement | null,
  { clientX, clientY }: Pick<Pointer, 'clientX' | 'clientY'>,
): { readonly x: number; readonly y: number } {
  const box = svg?.getBoundingClientRect()
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
}
