// The arc with the keyboard focus, and the arc chosen for removal or restoration.
import { useState } from 'react'
import { cut, restore } from '../../../state/scenario.ts'
import { arcsAt, type Scene, sceneArc, type SceneArc, type Side } from '../scene.ts'
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
        ;(arc.isCut ? restore : cut)([arc.name])
      } else return false
      return true
    },
  }
}

function labelOf({ title, calls, isCut }: SceneArc): string {
  return `Arc ${title}, ${calls}${isCut ? ', cut' : ''}`
}

// The arc chosen by a click or a key, and the place of its panel.

interface Chosen {
  readonly scene: Scene
  /** See `sceneArc`. */
  readonly index: number
  /** In the figure's pixels. */
  readonly x: number
  readonly y: number
}

/** The chosen arc, and functions that change it. */
export interface ArcChoice {
  readonly chosen: (Chosen & { readonly arc: SceneArc }) | null
  readonly choose: (index: number, place: { readonly x: number; readonly y: number }) => void
  readonly forget: () => void
}

/** Returns the arc chosen for removal or restoration. */
export function useChosenArc(scene: Scene): ArcChoice {
  const [state, setState] = useState<Chosen | null>(null)
  // Another drawing has other arcs.
  const arc = state?.scene === scene ? sceneArc(scene, state.index) : null
  return {
    chosen: state && arc && { ...state, arc },
    choose: (index, { x, y }) => setState({ scene, index, x, y }),
    forget: () => setState(null),
  }
}
