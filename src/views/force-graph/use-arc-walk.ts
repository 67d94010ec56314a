// The arc with the keyboard focus.
import { useState } from 'react'
import { arcsAt, sceneArc, type SceneArc, type Side } from './scene-arcs.ts'
import type { Scene } from './scene.ts'
import { cut, restore } from '../../state/questions/scenario.ts'
import type { WalkKey } from './walk.ts'

interface Walked {
  readonly scene: Scene
  /** The starting node, and which of its arcs are visited. */
  readonly node: number
  readonly side: Side
  /** See `sceneArc`. */
  readonly index: number
}

/** Keyboard navigation along the arcs of a node. */
export interface ArcWalk {
  readonly walked: { readonly index: number; readonly arc: SceneArc; readonly label: string } | null
  /** Moves to the first arc in that direction, if there is one. */
  readonly begin: (node: number, key: WalkKey) => void
  /** Returns whether it handled the key. */
  readonly onKey: (key: string) => boolean
  readonly end: () => void
}

/** Returns the keyboard navigation along arcs. */
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
        ;(arc.isCut ? restore : cut)(arc.names)
      } else return false
      return true
    },
  }
}

function labelOf({ title, calls, isCut }: SceneArc): string {
  return `Arc ${title}, ${calls}${isCut ? ', cut' : ''}`
}
