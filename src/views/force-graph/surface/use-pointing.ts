// What the pointer is over, or the focus is at: hovered in every view at once, and told in words after a moment.
import { useMemo, useState } from 'react'
import type { OpenedProfile } from '../../../../workers/api/contract.ts'
import { hover } from '../../../state/actions.ts'
import type { Scene } from '../scene/scene.ts'
import { tipOf, type Pointed } from './tip.ts'
import { arcUnder, nodeUnder } from './use-drag.ts'
import { useLater } from './use-later.ts'

const TIP_DELAY_MS = 180

interface Pointer {
  readonly target: EventTarget
  readonly clientX: number
  readonly clientY: number
}

export function usePointing(opened: OpenedProfile, scene: Scene, svg: SVGSVGElement | null) {
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const told = useLater(pointed, TIP_DELAY_MS)
  const tip = useMemo(() => tipOf(opened, scene, told), [opened, scene, told])

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
  return { pointed, setPointed, told, tip, pointAt, pointAway }
}

/** In the figure's pixels. */
export function placeIn(
  svg: SVGSVGElement | null,
  { clientX, clientY }: Pick<Pointer, 'clientX' | 'clientY'>,
): { readonly x: number; readonly y: number } {
  const box = svg?.getBoundingClientRect()
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
}
