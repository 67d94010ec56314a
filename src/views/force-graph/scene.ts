// A drawing, measured in drawing units: marks, labels, widths of arcs, the layout's input.
import type { AnalyzedProfile, CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { LayoutInput, LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import {
  nodeFigures,
  previousFigures,
  selfFigure,
  totalFigure,
} from '../../../workers/core/reports/graph/drawing-text.ts'
import { boundsOfNode, isEstimate } from '../../../workers/core/reports/graph/node-bounds.ts'
import type { DrawnArc, NodeLink } from '../../../workers/core/reports/graph/drawing.ts'
import { type DrawnCut, listDrawnCuts } from '../../../workers/core/reports/graph/drawn-cuts.ts'
import { nodeName, shortNodeNames } from '../../../workers/core/reports/graph/node-names.ts'
import { formatCount, shareOf } from '../../../workers/core/quantities.ts'
import type { Bounds } from '../../../workers/core/trust/bounds/bounds.ts'
import { cycleColours } from './cycle-colours.ts'
import { arcWidth, discRadius, markRadius } from './scales.ts'
import { textWidth } from './text-width.ts'

/** A name as it is drawn, and its widths. */
export interface Label {
  readonly text: string
  /** Width with the numbers below the name. */
  readonly withFigures: number
  /** Width with the number beside the name. */
  readonly withAside: number
  /** Width of the name alone. */
  readonly alone: number
}

/** A function of the drawing, measured. */
export interface SceneNode {
  readonly name: string
  readonly label: Label
  /** What is left of the name where it is cut: of a closed cycle its number, else "". */
  readonly short: string
  /** Used if the label does not fit; without a number beside it. */
  readonly brief: Label
  /** The label's second line. */
  readonly figures: string
  /** Its parts, for a box: "42%" and "self 4.2%"; "" for none. */
  readonly total: string
  readonly self: string
  /** The numbers without the scenario, if they differ. */
  readonly was: string | undefined
  /** Shares of the time that it was on the stack at least and at most, 0–1. */
  readonly least: number
  readonly most: number
  /** Radius of the ring (possible), of the disc (certain) and of the one inside it (self). */
  readonly radius: number
  readonly certainRadius: number
  readonly innerRadius: number
  /** Half the sides of the mark: of the outer disc, or of the box. */
  readonly halfWidth: number
  readonly halfHeight: number
  /** A number beside the name if there is no second line and room for it; "" in a drawing of calls. */
  readonly aside: string
}

/** What a function is drawn as: a disc with a label beside it, or a box with its label inside. */
export type MarkShape = 'disc' | 'box'

/** Returns the shape of the marks in a layout: in layers there is room for boxes. */
export const shapeIn = (style: LayoutStyle): MarkShape => (style === 'layered' ? 'box' : 'disc')

/** A drawing, measured. */
export interface Scene {
  readonly shape: MarkShape
  /** The profile that the arc numbers refer to; the profile on screen may be newer. */
  readonly analyzed: AnalyzedProfile
  readonly nodeLink: NodeLink
  readonly nodes: readonly SceneNode[]
  /** Cycles are identified by name as well. */
  readonly cycleColours: ReadonlyMap<CycleIndex, number>
  /** Stroke width by arc. */
  readonly arcWidths: readonly number[]
  /** The nodes with direct recursion. */
  readonly loops: ReadonlySet<number>
  /**
   * The profile without the scenario, null without one; and the removed arcs between drawn
   * functions.
   */
  readonly plain: AnalyzedProfile | null
  readonly bounds: Bounds | null
  /** Of `plain`. */
  readonly plainBounds: Bounds | null
  readonly cuts: readonly DrawnCut[]
}

/** Font size of names in drawing units. */
export const FONT_SIZE = 13
/** Font size of numbers in drawing units. */
export const FIGURES_SIZE = 11
/** Distance from the name to the number beside it. */
export const ASIDE_GAP = 5
/** Distance from the mark's edge to the label. */
export const LABEL_GAP = 5
/** Share of self time that is shown as a number at any zoom. */
const MUCH_SELF = 0.05
/** Room for a stub's badge beside the mark. */
const BADGE_ROOM = 18
/** Font size of badges. */
export const BADGE_FONT = 9.5
/** Room for the loop of direct recursion. */
const LOOP_ROOM = 24
/**
 * Weight of hot arcs inside a cycle: no time is propagated along them, but the hot path should be
 * straight.
 */
const HOT_WEIGHT = 0.3
/** Largest scale of labels beside discs for which the layout leaves room. */
export const LABEL_ROOM = 1.15
const LABEL_CHARACTERS = 24
const BRIEF_CHARACTERS = 13
const HALF_LABEL = 15

/** The parts of a box, in drawing units; x from its left edge, y from its upper edge. */
export const BOX = {
  /** Width of the strip in the colour of the group. */
  strip: 6,
  /** Left end of texts and bar, and their distance from the right edge. */
  textX: 13,
  right: 8,
  /** Baselines of the name with the total share, and of the self share. */
  nameY: 16,
  selfY: 31,
  /** The bar, left of the self share. */
  barY: 26,
  barHeight: 5,
  height: 38,
  /** Of a drawing of calls, which has neither shares nor bar. */
  lowHeight: 26,
  /** Distance of a number from the name or the bar before it. */
  gap: 8,
  leastBar: 44,
} as const

/** Radius of a box's corners. */
export const BOX_ROUND = 5

/** Width of bold text relative to other text. */
export const BOLD = 1.1

/** Scale of a name that still fits into its box. */
const ENLARGED = 1.33
/** Largest scale of the labels of boxes with a number. */
export const MOST_OF_NUMBERS = 1.6

/**
 * Returns the room for the self share, or for the enlarged total share, right of the bar.
 *
 * @param bold BOLD for numbers that a scenario changed, else 1
 */
export function besideBar(total: string, self: string, bold: number): number {
  const widest = Math.max(textWidth(self, FIGURES_SIZE), MOST_OF_NUMBERS * textWidth(total, FIGURES_SIZE))
  return BOX.gap + bold * widest
}

/**
 * Measures a drawing.
 *
 * @param plain the profile without the scenario, if there is one
 * @param plainBounds of `plain`
 */
export function buildScene(
  analyzed: AnalyzedProfile,
  nodeLink: NodeLink,
  plain: AnalyzedProfile | null = null,
  shape: MarkShape = 'disc',
  bounds: Bounds | null = null,
  plainBounds: Bounds | null = null,
): Scene {
  const long = shortNodeNames(analyzed, nodeLink.nodes, LABEL_CHARACTERS)
  const brief = shortNodeNames(analyzed, nodeLink.nodes, BRIEF_CHARACTERS)
  const nodes = nodeLink.nodes.map((node, at): SceneNode => {
    const range = boundsOfNode(analyzed, bounds, node)
    const isRough = isEstimate(analyzed, range)
    const figures = nodeFigures(nodeLink, node, isRough)
    const [total, self] = figures === '' ? ['', ''] : [totalFigure(nodeLink, node, isRough), selfFigure(node)]
    const aside = node.isHot ? figures : node.selfShare >= MUCH_SELF ? self : total
    const labelOf = (text: string, beside: string): Label => {
      const width = textWidth(text, FONT_SIZE)
      return {
        text,
        withFigures: Math.max(width, textWidth(figures, FIGURES_SIZE)),
        withAside: width + (beside === '' ? 0 : ASIDE_GAP + textWidth(beside, FIGURES_SIZE)),
        alone: width,
      }
    }
    const label = labelOf(long[at] ?? '', aside)
    const isTime = nodeLink.measure === 'time'
    const least = isTime ? shareOf(analyzed.profile, range.least) : node.totalShare
    const most = isTime ? Math.max(least, shareOf(analyzed.profile, range.most)) : node.totalShare
    const radius = markRadius(most)
    const was = plain ? previousFigures(plain, nodeLink, node, isRough) : undefined
    // Numbers that a scenario changed are bold.
    const bold = was === undefined ? 1 : BOLD
    const lines = [
      textWidth(label.text, FONT_SIZE) + (total === '' ? 0 : BOX.gap + bold * textWidth(total, FIGURES_SIZE)),
      // The name alone, where it is enlarged.
      ENLARGED * textWidth(label.text, FONT_SIZE),
      total === '' ? 0 : BOX.leastBar + besideBar(total, node.selfShare > 0 ? self : '', bold),
    ]
    const width = BOX.textX + Math.max(...lines) + BOX.right
    return {
      name: nodeName(analyzed, node),
      label,
      short: node.closed === NONE ? '' : `cycle ${node.closed + 1}`,
      brief: labelOf(brief[at] ?? '', ''),
      figures,
      total,
      self: node.selfShare > 0 ? self : '',
      was,
      least,
      most,
      radius,
      certainRadius: Math.min(radius, discRadius(least)),
      innerRadius: discRadius(node.selfShare),
      halfWidth: shape === 'box' ? width / 2 : radius,
      halfHeight: shape === 'box' ? (figures === '' ? BOX.lowHeight : BOX.height) / 2 : radius,
      aside,
    }
  })
  return {
    shape,
    analyzed,
    nodeLink,
    nodes,
    cycleColours: cycleColours([
      ...nodeLink.cycles.map(({ cycle }) => cycle),
      ...nodeLink.nodes.flatMap(({ closed }) => (closed === NONE ? [] : [closed])),
    ]),
    arcWidths: nodeLink.arcs.map(widthOfArc),
    loops: new Set(nodeLink.arcs.filter(({ kind }) => kind === 'self').map(({ parent }) => parent)),
    plain,
    bounds,
    plainBounds,
    cuts: plain ? listDrawnCuts(analyzed, plain, nodeLink) : [],
  }
}

/** Width of arcs that lead down inside a cycle, where no time is passed. */
const WAY_DOWN = 2.2

/** Returns the width of an arc; inside a cycle those down are wider than those back up. */
function widthOfArc({ share, kind, isBack }: DrawnArc): number {
  return kind === 'cycle' && !isBack ? WAY_DOWN : arcWidth(share, kind === 'self')
}

/** Returns the input of the layout for a figure of this aspect ratio. */
export function layoutInputOf(scene: Scene, aspect: number): LayoutInput {
  const { nodeLink, nodes, shape } = scene
  const clusterOf = new Map(nodeLink.cycles.map(({ cycle }, cluster) => [cycle, cluster]))
  const links = nodeLink.arcs
  const sides = nodes.map((_, node) => sidesOf(scene, node))
  const isBoxed = shape === 'box'
  const halfHeight = (of: SceneNode): number => Math.max(of.halfHeight, isBoxed ? 0 : HALF_LABEL)
  return {
    isBoxed,
    radius: Float64Array.from(nodes, (node) => node.halfHeight),
    left: Float64Array.from(sides, ({ left }) => left),
    right: Float64Array.from(sides, ({ right }) => right),
    up: Float64Array.from(nodes, halfHeight),
    down: Float64Array.from(nodes, halfHeight),
    cluster: Int32Array.from(nodeLink.nodes, ({ cycle }) =>
      cycle === NONE ? NONE : (clusterOf.get(cycle) ?? NONE),
    ),
    clusters: nodeLink.cycles.length,
    parent: Int32Array.from(links, ({ parent }) => parent),
    child: Int32Array.from(links, ({ child }) => child),
    weight: Float64Array.from(links, ({ share, isHot }) => (isHot ? Math.max(share, HOT_WEIGHT) : share)),
    isBack: Uint8Array.from(links, ({ isBack }) => Number(isBack)),
    aspect,
  }
}

/** Returns how far a mark with its label, badges and loop extends from its centre, to the left and right. */
export function sidesOf(
  { shape, nodes, nodeLink, loops }: Scene,
  node: number,
): { readonly left: number; readonly right: number } {
  const { halfWidth = 0, label } = nodes[node] ?? {}
  const hasLoop = loops.has(node)
  if (shape === 'disc') {
    const left = halfWidth + (hasLoop ? LOOP_ROOM : BADGE_ROOM)
    return { left, right: halfWidth + LABEL_GAP + LABEL_ROOM * (label?.withFigures ?? 0) }
  }
  const { callersLeftOut = 0, calleesLeftOut = 0 } = nodeLink.nodes[node] ?? {}
  const badges = [callersLeftOut, calleesLeftOut].filter((count) => count > 0)
  return {
    left: halfWidth + (hasLoop ? LOOP_ROOM : 0),
    right: halfWidth + Math.max(0, ...badges.map((count) => badgeWidth(`+${formatCount(count)}`))),
  }
}

/** Returns the width of a badge with this text at scale 1. */
export const badgeWidth = (text: string): number => textWidth(text, BADGE_FONT) + 8
