// What is drawn, measured: marks, labels and widths in drawing units, and the layout's input made of them.
import type { AnalyzedProfile, CycleIndex } from '../../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../../workers/core/base/brand.ts'
import type { LayoutInput, LayoutStyle } from '../../../../workers/core/graph-layout/layout-input.ts'
import { listDrawnCuts, type DrawnCut } from '../../../../workers/core/reports/node-link/drawn-cuts.ts'
import { displayName } from '../../../../workers/core/reports/names/names.ts'
import type { NodeLink } from '../../../../workers/core/reports/node-link/node-link.ts'
import { shortenAll } from '../../../../workers/core/reports/names/shorten-name.ts'
import { nodeFigures, selfFigure } from '../../../../workers/core/reports/node-link/drawing-text.ts'
import { figuresWas } from '../../../../workers/core/reports/what-if/drawing-differences.ts'
import { cycleColours } from './cycle-colours.ts'
import { textWidth } from './text-width.ts'
import { arcWidth, discRadius, markRadius } from './scales.ts'

/** A name as it is written, and its widths. */
export interface Label {
  readonly text: string
  /** Of name and figures, one above the other. */
  readonly withFigures: number
  /** Of the name, and what stands beside it. */
  readonly withAside: number
}

export interface SceneNode {
  readonly name: string
  readonly label: Label
  /** Where the label has no room; nothing stands beside it. */
  readonly brief: Label
  /** The label's second line. */
  readonly figures: string
  /** The figures without the scenario, where they differ. */
  readonly was: string | undefined
  /** Of the outer disc (total) and the inner (self). */
  readonly radius: number
  readonly innerRadius: number
  /** Beside the name where figures have no line of their own: of the hot path, and of much self time; else "". */
  readonly aside: string
}

export interface Scene {
  /** What the drawing's arcs are numbered by: the profile on screen may be a step ahead. */
  readonly analyzed: AnalyzedProfile
  readonly nodeLink: NodeLink
  readonly nodes: readonly SceneNode[]
  /** All are told by name as well. */
  readonly cycleColours: ReadonlyMap<CycleIndex, number>
  /** Stroke width by arc. */
  readonly arcWidths: readonly number[]
  /** The profile without the scenario, null without one; and the arcs cut between functions that are drawn. */
  readonly plain: AnalyzedProfile | null
  readonly cuts: readonly DrawnCut[]
}

export const FONT_SIZE = 13
export const FIGURES_SIZE = 11
/** From the name to what stands beside it. */
export const ASIDE_GAP = 5
/** From the mark's edge to the label. */
export const LABEL_GAP = 5
/** Self time that is worth a figure however far out one is. */
const MUCH_SELF = 0.05
/** Room for a stub's badge beside the mark. */
const BADGE_ROOM = 18
/** In rows it stands right beside the mark: arcs come from above and go down. */
const BADGE_BESIDE = 30
/** Room for the loop of a function that calls itself. */
const LOOP_ROOM = 24
/** Inside a cycle no time passes, and yet the hot path is to stay in one line. */
const HOT_WEIGHT = 0.3
const LABEL_CHARACTERS = 24
const BRIEF_CHARACTERS = 17
const HALF_LABEL = 15

export function buildScene(
  analyzed: AnalyzedProfile,
  nodeLink: NodeLink,
  plain: AnalyzedProfile | null = null,
): Scene {
  const names = nodeLink.nodes.map((node) => displayName(analyzed.profile.functions, node.function))
  const [long, brief] = [shortenAll(names, LABEL_CHARACTERS), shortenAll(names, BRIEF_CHARACTERS)]
  const nodes = nodeLink.nodes.map((node, at): SceneNode => {
    const name = names[at] ?? ''
    const figures = nodeFigures(nodeLink, node)
    const aside = node.isHot ? figures : node.selfShare >= MUCH_SELF ? selfFigure(node) : ''
    const labelOf = (text: string, beside: string): Label => {
      const width = textWidth(text, FONT_SIZE)
      return {
        text,
        withFigures: Math.max(width, textWidth(figures, FIGURES_SIZE)),
        withAside: width + (beside === '' ? 0 : ASIDE_GAP + textWidth(beside, FIGURES_SIZE)),
      }
    }
    return {
      name,
      label: labelOf(long[at] ?? '', aside),
      brief: labelOf(brief[at] ?? '', ''),
      figures,
      was: plain ? figuresWas(plain, nodeLink, node) : undefined,
      radius: markRadius(node.totalShare),
      innerRadius: discRadius(node.selfShare),
      aside,
    }
  })
  return {
    analyzed,
    nodeLink,
    nodes,
    cycleColours: cycleColours(nodeLink.cycles.map(({ cycle }) => cycle)),
    arcWidths: nodeLink.arcs.map(({ share, kind }) => arcWidth(share, kind === 'self')),
    plain,
    cuts: plain ? listDrawnCuts(analyzed, plain, nodeLink) : [],
  }
}

export function layoutInputOf({ nodeLink, nodes }: Scene, aspect: number, style: LayoutStyle): LayoutInput {
  const clusterOf = new Map(nodeLink.cycles.map(({ cycle }, cluster) => [cycle, cluster]))
  const links = nodeLink.arcs
  const loops = loopsOf(nodeLink)
  const badge = style === 'layered' ? BADGE_BESIDE : BADGE_ROOM
  return {
    radius: Float64Array.from(nodes, ({ radius }) => radius),
    left: Float64Array.from(nodes, ({ radius }, node) => radius + (loops.has(node) ? LOOP_ROOM : badge)),
    right: Float64Array.from(nodes, ({ radius, label }) => radius + LABEL_GAP + label.withFigures),
    up: Float64Array.from(nodes, ({ radius }) => Math.max(radius, HALF_LABEL)),
    down: Float64Array.from(nodes, ({ radius }) => Math.max(radius, HALF_LABEL)),
    cluster: Int32Array.from(nodeLink.nodes, ({ cycle }) =>
      cycle === NONE ? NONE : (clusterOf.get(cycle) ?? NONE),
    ),
    clusters: nodeLink.cycles.length,
    parent: Int32Array.from(links, ({ parent }) => parent),
    child: Int32Array.from(links, ({ child }) => child),
    weight: Float64Array.from(links, ({ share, isHot }) => (isHot ? Math.max(share, HOT_WEIGHT) : share)),
    aspect,
  }
}

/** Nodes that call themselves. */
export function loopsOf({ arcs }: NodeLink): ReadonlySet<number> {
  return new Set(arcs.filter(({ kind }) => kind === 'self').map(({ parent }) => parent))
}
