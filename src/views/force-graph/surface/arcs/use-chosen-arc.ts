// The arc that was clicked, or chosen by keyboard, and where its panel stands.
import { useState } from 'react'
import { sceneArc, type SceneArc } from '../../scene/scene-arcs.ts'
import type { Scene } from '../../scene/scene.ts'

interface Chosen {
  readonly scene: Scene
  /** See `sceneArc`. */
  readonly index: number
  /** In the figure's pixels. */
  readonly x: number
  readonly y: number
}

export interface ArcChoice {
  readonly chosen: (Chosen & { readonly arc: SceneArc }) | null
  readonly choose: (index: number, place: { readonly x: number; readonly y: number }) => void
  readonly forget: () => void
}

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
