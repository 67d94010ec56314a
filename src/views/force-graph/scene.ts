// What is drawn, measured in drawing units: marks, labels, colours of cycles, widths of arcs, and the
// layout's input.
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

/** Em per character of a humanist sans, on the wide side; the same on every machine, so that the picture is too. */
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

// Share → size and colour class: the scales that the legend tells. Plain arithmetic; d3-scale would be half the view.

const LARGEST_RADIUS = 30
const SMALLEST_RADIUS = 5
const HAIRLINE = 1.2
const WIDEST_ARC = 12
/** Of a loop: a wider one has no hole. */
const WIDEST_LOOP = 4

/** Area in proportion to the share of the whole. */
function discRadius(share: number): number {
  return LARGEST_RADIUS * Math.sqrt(clamp(share))
}

/** The same for the outer disc, but never too small to see and to hit: below about 2 % all are equal. */
function markRadius(share: number): number {
  return Math.max(SMALLEST_RADIUS, discRadius(share))
}

/** Width in proportion to the time passed, from a hairline on. */
export function arcWidth(share: number, isLoop: boolean): number {
  const width = HAIRLINE + (WIDEST_ARC - HAIRLINE) * clamp(share)
  return isLoop ? Math.min(width, WIDEST_LOOP) : width
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

// Which of the cycles' colours each cycle of a drawing has: its own wherever it is drawn, unless another has that one.

const COLOURS = 5

/** Cycles that are drawn, in order; with more of them than colours, some share one. */
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

// What is drawn, measured: marks, labels and widths in drawing units, and the layout's input made of them.

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

// A drawing's arcs by one number: those drawn as they are, then those that are cut.

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
