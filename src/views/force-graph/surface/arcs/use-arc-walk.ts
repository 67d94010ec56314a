// Walking along arcs by keyboard: from a node onto one of its arcs, from arc to arc, along it to either end; `x` cuts it.
import { useState } from 'react'
import { cut, restore } from '../../../../state/scenario.ts'
import { arcsAt, sceneArc, type SceneArc, type Side } from '../../scene/scene-arcs.ts'
import type { Scene } from '../../scene/scene.ts'
import type { WalkKey } from '../walk.ts'

interface Walked {
  readonly scene: Scene
  /** The node it began at, and which of its arcs are walked. */
  readonly node: number
  readonly side: Side
  /** See `sceneArc`. */
  readonly index: number
}

export interface ArcWalk {
  readonly walked: { readonly index: number; readonly arc: SceneArc; readonly label: string } | null
  /** Onto the first arc that way, if there is one. */
  readonly begin: (node: number, key: WalkKey) => void
  /** Answers whether the key means something on an arc. */
  readonly onKey: (key: string) => boolean
  readonly end: () => void
}

export function useArcWalk(
  scene: Scene,
  focusNode: (node: number) => void,
  choose: (index: number) => void,
): ArcWalk {
  const [state, setState] = useState<Walked | null>(null)
  // Another drawing has other arcs.
  const now = state?.scene === scene ? state : null
  const arc = now && sceneArc(scene, now.index)
  const end = () => setState(null)
  const leaveTo = (node: number) => {
    end()
    focusNode(node)
  }
  return {
    walked: now && arc ? { index: now.index, arc, label: labelOf(arc) } : null,
    end,
    begin(node, key) {
      const side = key === 'ArrowDown' ? 'callees' : key === 'ArrowUp' ? 'callers' : null
      const index = side && arcsAt(scene, node, side)[0]
      if (side !== null && index !== null && index !== undefined) setState({ scene, node, side, index })
    },
    onKey(key) {
      if (!now || !arc) return false
      if (key === 'ArrowLeft' || key === 'ArrowRight') {
        const arcs = arcsAt(scene, now.node, now.side)
        const next = arcs[arcs.indexOf(now.index) + (key === 'ArrowRight' ? 1 : -1)]
        if (next !== undefined) setState({ ...now, index: next })
      } else if (key === 'ArrowUp') leaveTo(arc.parent)
      else if (key === 'ArrowDown') leaveTo(arc.child)
      else if (key === 'Escape') leaveTo(now.node)
      else if (key === 'Enter' || key === ' ') choose(now.index)
      else if (key === 'x') {
        leaveTo(now.node)
        ;(arc.isCut ? restore : cut)([arc.name])
      } else return false
      return true
    },
  }
}

function labelOf({ title, calls, isCut }: SceneArc): string {
  return `Arc ${title}, ${calls}${isCut ? ', cut' : ''}`
}
