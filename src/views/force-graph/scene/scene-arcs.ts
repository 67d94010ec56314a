// A drawing's arcs by one number: those drawn as they are, then those that are cut.
import type { AnalyzedProfile } from '../../../../workers/core/analysis/analyzed-profile.ts'
import type { ArcIndex } from '../../../../workers/core/profile/tables.ts'
import type { Scene } from './scene.ts'

export interface SceneArc {
  /** Positions in the scene's nodes. */
  readonly parent: number
  readonly child: number
  readonly isCut: boolean
  /** The profile that knows the arc, and its number there. */
  readonly analyzed: AnalyzedProfile
  readonly arc: ArcIndex
}

export function sceneArc({ analyzed, plain, nodeLink, cuts }: Scene, index: number): SceneArc | null {
  const drawn = nodeLink.arcs[index]
  if (drawn) return { parent: drawn.parent, child: drawn.child, isCut: false, analyzed, arc: drawn.arc }
  const cut = cuts[index - nodeLink.arcs.length]
  return cut && plain ? { ...cut, isCut: true, analyzed: plain } : null
}

export type Side = 'callers' | 'callees'

/** Arcs that lead to a node's callers or callees, the heaviest first, those that are cut last. */
export function arcsAt({ nodeLink, cuts }: Scene, node: number, side: Side): number[] {
  const isHere = ({ parent, child }: { readonly parent: number; readonly child: number }): boolean =>
    side === 'callees' ? parent === node : child === node
  // Arcs are listed lightest first.
  const drawn = nodeLink.arcs.flatMap((arc, index) => (isHere(arc) ? [index] : [])).toReversed()
  return [...drawn, ...cuts.flatMap((cut, at) => (isHere(cut) ? [nodeLink.arcs.length + at] : []))]
}
