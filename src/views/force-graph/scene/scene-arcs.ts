// A drawing's arcs by one number: those drawn as they are, then those that are cut.
import type { AnalyzedProfile } from '../../../../workers/core/analysis/analyzed-profile.ts'
import type { ArcName } from '../../../../workers/core/analysis/scenario/scenario.ts'
import { NONE, type None } from '../../../../workers/core/base/brand.ts'
import type { ArcIndex } from '../../../../workers/core/profile/tables.ts'
import { arcName, nameBetween, titleBetween } from '../../../../workers/core/reports/names/arc-names.ts'
import { describeArc, type TipText } from '../../../../workers/core/reports/node-link/drawing-text.ts'
import { formatCounted } from '../../../../workers/core/reports/quantities.ts'
import type { Scene } from './scene.ts'

export interface SceneArc {
  /** Positions in the scene's nodes. */
  readonly parent: number
  readonly child: number
  readonly isCut: boolean
  readonly name: ArcName
  readonly title: string
  /** "12 calls" */
  readonly calls: string
  /** As measured where it is cut. */
  readonly text: TipText
  /** The profile that knows the arc, and its number there; NONE for a call never taken that is cut. */
  readonly analyzed: AnalyzedProfile
  readonly arc: ArcIndex | None
}

export function sceneArc({ analyzed, plain, nodeLink, cuts }: Scene, index: number): SceneArc | null {
  const drawn = nodeLink.arcs[index]
  if (drawn)
    return { ...described(analyzed, drawn.arc), parent: drawn.parent, child: drawn.child, isCut: false }
  const cut = cuts[index - nodeLink.arcs.length]
  if (!cut || !plain) return null
  const { parent, child } = cut
  if (cut.arc !== NONE) return { ...described(plain, cut.arc), parent, child, isCut: true }
  const [from, to] = [nodeLink.nodes[parent]?.function, nodeLink.nodes[child]?.function]
  if (from === undefined || to === undefined) return null
  const title = titleBetween(plain, from, to)
  const calls = 'never taken'
  return {
    parent,
    child,
    isCut: true,
    name: nameBetween(plain, from, to),
    title,
    calls,
    text: { title, lines: [calls], formula: '', note: '' },
    analyzed: plain,
    arc: NONE,
  }
}

function described(analyzed: AnalyzedProfile, arc: ArcIndex): Omit<SceneArc, 'parent' | 'child' | 'isCut'> {
  const text = describeArc(analyzed, arc)
  const calls = formatCounted(analyzed.profile.arcs.count[arc] ?? 0, 'call')
  return { name: arcName(analyzed, arc), title: text.title, calls, text, analyzed, arc }
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
