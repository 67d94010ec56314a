// The scene: what is drawn, measured in drawing units. Marks, labels, colours of cycles, widths of
// arcs, and the layout's input.
import type { AnalyzedProfile, CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE, type None } from '../../../workers/core/base/columns.ts'
import type { LayoutInput, LayoutStyle } from '../../../workers/core/graph-layout/layout-input.ts'
import { type DrawnCut, listDrawnCuts, type NodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import { arcName, displayName, nameBetween, titleBetween } from '../../../workers/core/reports/names/names.ts'
import { shortenAll } from '../../../workers/core/reports/names/shorten-name.ts'
import {
  describeArc,
  nodeFigures,
  previousFigures,
  selfFigure,
  type TipText,
} from '../../../workers/core/reports/graph/drawing-text.ts'
import type { ArcName } from '../../../workers/core/analysis/scenario/scenario.ts'
import type { ArcIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { formatCounted } from '../../../workers/core/reports/quantities.ts'

/**
 * Returns the width of a text, estimated from the widths of a humanist sans, rounded up. The same
 * on every machine, and so is the layout.
 */
export function textWidth(text: string, fontSize: number): number {
  let em = 0
  for (const character of text) {
    if ("ijl.,:;'|!".includes(character)) em += 0.3
    else if ('frtI()[]{}/\\- '.includes(character)) em += 0.4
    else if ('mwMW@%…'.includes(character)) em += 0.95
    else if (/[A-Z_~<>=+&0-9]/.test(character)) em += 0.66
    else em += character.charCodeAt(0) < 0x2e80 ? 0.58 : 1.05
  }
  return em * fontSize
}

// The scales of the legend: share to size and colour class. Plain arithmetic; d3-scale would be
// half the view's code.

const LARGEST_RADIUS = 30
const SMALLEST_RADIUS = 5
const HAIRLINE = 1.2
const WIDEST_ARC = 12
/** Of a loop: a wider one would have no hole. */
const WIDEST_LOOP = 4

/** Returns the radius of a disc whose area is proportional to the share. */
function discRadius(share: number): number {
  return LARGEST_RADIUS * Math.sqrt(clamp(share))
}

/**
 * Returns the radius of the outer disc, large enough to see and to hit: below about 2 % all are
 * equal.
 */
function markRadius(share: number): number {
  return Math.max(SMALLEST_RADIUS, discRadius(share))
}

/** Returns the width of an arc, proportional to the propagated time, but at least a hairline. */
export function arcWidth(share: number, isLoop: boolean): number {
  const width = HAIRLINE + (WIDEST_ARC - HAIRLINE) * clamp(share)
  return isLoop ? Math.min(width, WIDEST_LOOP) : width
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

// The colours of cycles: a cycle has the same colour in every drawing, unless another drawn cycle
// has it.

const COLOURS = 5

/** Returns the colours of the drawn cycles. With more cycles than colours, some share one. */
export function cycleColours(cycles: readonly CycleIndex[]): ReadonlyMap<CycleIndex, number> {
  const colours = new Map<CycleIndex, number>()
  let taken = new Set<number>()
  for (const cycle of cycles) {
    if (taken.size === COLOURS) taken = new Set()
    let colour = cycle % COLOURS
    while (taken.has(colour)) colour = (colour + 1) % COLOURS
    taken.add(colour)
    colours.set(cycle, colour)
  }
  return colours
}

// The scene: marks, labels and widths in drawing units, and the layout's input.

/** A name as it is drawn, and its widths. */
export interface Label {
  readonly text: string
  /** Width with the numbers below the name. */
  readonly withFigures: number
  /** Width with the number beside the name. */
  readonly withAside: number
}

/** A function of the drawing, measured. */
export interface SceneNode {
  readonly name: string
  readonly label: Label
  /** Used if the label does not fit; without a number beside it. */
  readonly brief: Label
  /** The label's second line. */
  readonly figures: string
  /** The numbers without the scenario, if they differ. */
  readonly was: string | undefined
  /** Radius of the outer disc (total) and the inner one (self). */
  readonly radius: number
  readonly innerRadius: number
  /**
   * A number beside the name if there is no second line: for the hot path and for much self time;
   * else "".
   */
  readonly aside: string
}

/** A drawing, measured. */
export interface Scene {
  /** The profile that the arc numbers refer to; the profile on screen may be newer. */
  readonly analyzed: AnalyzedProfile
  readonly nodeLink: NodeLink
  readonly nodes: readonly SceneNode[]
  /** Cycles are identified by name as well. */
  readonly cycleColours: ReadonlyMap<CycleIndex, number>
  /** Stroke width by arc. */
  readonly arcWidths: readonly number[]
  /**
   * The profile without the scenario, null without one; and the removed arcs between drawn
   * functions.
   */
  readonly plain: AnalyzedProfile | null
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
/** In the layered layout the badge is right beside the mark: arcs come from above and go down. */
const BADGE_BESIDE = 30
/** Room for the loop of direct recursion. */
const LOOP_ROOM = 24
/**
 * Weight of hot arcs inside a cycle: no time is propagated along them, but the hot path should be
 * straight.
 */
const HOT_WEIGHT = 0.3
const LABEL_CHARACTERS = 24
const BRIEF_CHARACTERS = 17
const HALF_LABEL = 15

/** Measures a drawing. `plain`: the profile without the scenario, if there is one. */
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
      was: plain ? previousFigures(plain, nodeLink, node) : undefined,
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

/** Returns the input of the layout for a figure of this aspect ratio. */
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

/** Returns the nodes with direct recursion. */
export function loopsOf({ arcs }: NodeLink): ReadonlySet<number> {
  return new Set(arcs.filter(({ kind }) => kind === 'self').map(({ parent }) => parent))
}

// A drawing's arcs under one numbering: the drawn ones, then the removed ones.

/** An arc of a drawing, for tooltips and panels. */
export interface SceneArc {
  /** Indices into the scene's nodes. */
  readonly parent: number
  readonly child: number
  readonly isCut: boolean
  readonly name: ArcName
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
