// A drawing's arcs under one numbering: the drawn ones, then the removed ones.
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { ArcName } from '../../../workers/core/analysis/scenario/scenario.ts'
import { type None, NONE } from '../../../workers/core/base/columns.ts'
import type { ArcIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { describeDrawnArc } from '../../../workers/core/reports/graph/cycle-tips.ts'
import { describeArc, type TipText } from '../../../workers/core/reports/graph/drawing-text.ts'
import { arcName, nameBetween, titleBetween } from '../../../workers/core/names/arc-names.ts'
import { formatCounted } from '../../../workers/core/quantities.ts'
import type { Bounds } from '../../../workers/core/trust/bounds/bounds.ts'
import type { Scene } from './scene.ts'

/** An arc of a drawing, for tooltips and panels. */
export interface SceneArc {
  /** Indices into the scene's nodes. */
  readonly parent: number
  readonly child: number
  readonly isCut: boolean
  /** The arcs that it is: several to or from a cycle that is one node. */
  readonly names: readonly ArcName[]
  readonly title: string
  /** For example "12 calls". */
  readonly calls: string
  /** As measured if the arc is removed. */
  readonly text: TipText
  /** The profile with the arc, and its number there; NONE for a removed static arc. */
  readonly analyzed: AnalyzedProfile
  readonly arc: ArcIndex | None
}

/** Returns an arc by its number; null if there is none. */
export function sceneArc(
  { analyzed, bounds, plain, plainBounds, nodeLink, cuts }: Scene,
  index: number,
): SceneArc | null {
  const drawn = nodeLink.arcs[index]
  if (drawn) {
    const { parent, child, arc, arcs, count } = drawn
    const text = describeDrawnArc(analyzed, bounds, nodeLink, drawn)
    const names = arcs.map((one) => arcName(analyzed, one))
    const calls = formatCounted(count, 'call')
    return { parent, child, isCut: false, names, title: text.title, calls, text, analyzed, arc }
  }
  const cut = cuts[index - nodeLink.arcs.length]
  if (!cut || !plain) return null
  const { parent, child } = cut
  if (cut.arc !== NONE) return { ...described(plain, plainBounds, cut.arc), parent, child, isCut: true }
  const [from, to] = [nodeLink.nodes[parent]?.function, nodeLink.nodes[child]?.function]
  if (from === undefined || to === undefined) return null
  const title = titleBetween(plain, from, to)
  const calls = 'not counted'
  return {
    parent,
    child,
    isCut: true,
    names: [nameBetween(plain, from, to)],
    title,
    calls,
    text: { title, lines: [calls], formula: '', note: '' },
    analyzed: plain,
    arc: NONE,
  }
}

function described(
  analyzed: AnalyzedProfile,
  bounds: Bounds | null,
  arc: ArcIndex,
): Omit<SceneArc, 'parent' | 'child' | 'isCut'> {
  const text = describeArc(analyzed, bounds, arc)
  const calls = formatCounted(analyzed.profile.arcs.count[arc] ?? 0, 'call')
  return { names: [arcName(analyzed, arc)], title: text.title, calls, text, analyzed, arc }
}

/** A direction along arcs. */
export type Side = 'callers' | 'callees'

/** Returns the arcs to a node's callers or callees, the heaviest first, removed ones last. */
export function arcsAt({ nodeLink, cuts }: Scene, node: number, side: Side): number[] {
  const isHere = ({ parent, child }: { readonly parent: number; readonly child: number }): boolean =>
    side === 'callees' ? parent === node : child === node
  // Arcs are listed lightest first.
  const drawn = nodeLink.arcs.flatMap((arc, index) => (isHere(arc) ? [index] : [])).toReversed()
  return [...drawn, ...cuts.flatMap((cut, at) => (isHere(cut) ? [nodeLink.arcs.length + at] : []))]
}
