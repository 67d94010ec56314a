// The arc chosen by a click or a key for removal or restoration, with the place of its panel.
import { useState } from 'react'
import { sceneArc, type SceneArc } from './scene-arcs.ts'
import type { Scene } from './scene.ts'

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
