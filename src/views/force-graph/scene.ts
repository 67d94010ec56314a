// What the graph shows: its settings in the link, the functions and arcs of the picture, where the layout
// has put them, and their places on screen.
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import {
  formatFunctionName,
  type FunctionName,
  type ParamsCodec,
  parseFunctionName,
  useSelected,
} from '../../state/store.ts'
import type {
  LayoutInput,
  LayoutResult,
  LayoutStyle,
} from '../../../workers/core/graph-layout/layout-input.ts'
import {
  DEFAULT_CHOICE,
  type Expansion,
  type NodeLinkChoice,
} from '../../../workers/core/reports/graph/selection.ts'
import type { AnalyzedProfile, CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE, type None } from '../../../workers/core/base/columns.ts'
import {
  type DrawnCut,
  listDrawnCuts,
  type NodeLink,
  nodeLinkInSteps,
} from '../../../workers/core/reports/graph/node-link.ts'
import {
  arcName,
  baseNames,
  displayName,
  nameBetween,
  titleBetween,
} from '../../../workers/core/reports/names/names.ts'
import {
  describeArc,
  nodeFigures,
  previousFigures,
  selfFigure,
  type TipText,
} from '../../../workers/core/reports/graph/drawing-text.ts'
import type { ArcName } from '../../../workers/core/analysis/scenario/scenario.ts'
import type { ArcIndex, FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { formatCount, formatCounted, formatShare } from '../../../workers/core/reports/quantities.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { findFunction } from '../../../workers/core/reports/search.ts'
import { PROGRESS_DELAY_MS, useInSlices } from '../../state/requests.ts'
import { type LayoutAnswer, LayoutClient } from '../../../workers/api/task-clients.ts'

/** A stub that was clicked, with the number of neighbours that it adds. */
export interface OpenStub {
  readonly side: Expansion['side']
  readonly amount: number
  readonly name: FunctionName
}

/** The graph's parameters in the link. */
export interface GraphParams {
  readonly layout: LayoutStyle
  readonly scope: 'whole' | 'around'
  /** Share of the time, 0–1. */
  readonly threshold: number
  readonly callersDepth: number
  readonly calleesDepth: number
  /** Largest number of functions. */
  readonly limit: number
  readonly open: readonly OpenStub[]
}

/** The choices of the threshold, as shares of the time. */
export const THRESHOLDS = [0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5] as const
/** The choices of the largest number of functions. */
export const LIMITS = [15, 25, 40, 60, 100, 150, 200] as const
/** Functions drawn at most by default: so many have legible names. */
const DEFAULT_LIMIT = 25
/** Members of one cycle drawn at most by default: of so many functions they leave room for others. */
const MEMBER_LIMIT = 12
/** The same beside the list, where the picture is small. */
const LIMITS_OF_PANE = { limit: 8, memberLimit: 3 }
/** Largest depth of callers and callees. */
export const MOST_DEPTH = 6

/** The default parameters. */
export const DEFAULT_PARAMS: GraphParams = {
  layout: 'force',
  scope: 'whole',
  threshold: DEFAULT_CHOICE.threshold,
  callersDepth: DEFAULT_CHOICE.callersDepth,
  calleesDepth: DEFAULT_CHOICE.calleesDepth,
  limit: DEFAULT_LIMIT,
  open: [],
}

/**
 * Codec of the parameters. Keys: layout=layered, scope=around, min=<percent>, up, down, most,
 * open=<side>:<amount>:<name>,…
 */
export const graphParams: ParamsCodec<GraphParams> = {
  view: 'force-graph',
  parse: (raw) => ({
    layout: raw['layout'] === 'layered' ? 'layered' : DEFAULT_PARAMS.layout,
    scope: raw['scope'] === 'around' ? 'around' : DEFAULT_PARAMS.scope,
    threshold: parseNumber(raw['min'], 0, 100, DEFAULT_PARAMS.threshold * 100) / 100,
    callersDepth: Math.round(parseNumber(raw['up'], 0, MOST_DEPTH, DEFAULT_PARAMS.callersDepth)),
    calleesDepth: Math.round(parseNumber(raw['down'], 0, MOST_DEPTH, DEFAULT_PARAMS.calleesDepth)),
    limit: Math.round(parseNumber(raw['most'], 1, 200, DEFAULT_PARAMS.limit)),
    open: (raw['open'] ?? '').split(',').flatMap(parseStub),
  }),
  format: (params) => ({
    ...(params.layout === DEFAULT_PARAMS.layout ? {} : { layout: params.layout }),
    ...(params.scope === 'around' ? { scope: 'around' } : {}),
    ...(params.threshold === DEFAULT_PARAMS.threshold
      ? {}
      : { min: String(Number((params.threshold * 100).toPrecision(12))) }),
    ...(params.callersDepth === DEFAULT_PARAMS.callersDepth ? {} : { up: String(params.callersDepth) }),
    ...(params.calleesDepth === DEFAULT_PARAMS.calleesDepth ? {} : { down: String(params.calleesDepth) }),
    ...(params.limit === DEFAULT_PARAMS.limit ? {} : { most: String(params.limit) }),
    ...(params.open.length === 0 ? {} : { open: params.open.map(formatStub).join(',') }),
  }),
}

function formatStub({ side, amount, name }: OpenStub): string {
  return `${side}:${amount}:${formatFunctionName(name)}`
}

function parseStub(text: string): OpenStub[] {
  const [side, amount = '', name = ''] = text.split(':')
  const fn = parseFunctionName(name)
  const count = Number(amount)
  if (!fn || !Number.isInteger(count) || count < 1) return []
  if (side !== 'callers' && side !== 'callees' && side !== 'members') return []
  return [{ side, amount: count, name: fn }]
}

function parseNumber(text: string | undefined, least: number, most: number, otherwise: number): number {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text)
  return value >= least && value <= most ? value : otherwise
}

/**
 * Returns the parameters after a click on a stub: adds these neighbours. A click on the remaining
 * stub adds the next ones.
 */
export function openStub(
  params: GraphParams,
  side: OpenStub['side'],
  name: FunctionName,
  amount: number,
): GraphParams {
  const isSame = (stub: OpenStub): boolean =>
    stub.side === side && stub.name.name === name.name && stub.name.address === name.address
  const before = params.open.find(isSame)
  const stub = { side, name, amount: (before?.amount ?? 0) + amount }
  return { ...params, open: [...params.open.filter((other) => !isSame(other)), stub] }
}

// The scene: what is drawn, measured in drawing units. Marks, labels, colours of cycles, widths of
// arcs, and the layout's input.

/**
 * Returns the width of a text, estimated from the widths of a humanist sans, rounded up. The same
 * on every machine, and so is the layout.
 */
export function textWidth(text: string, fontSize: number): number {
  let em = 0
  for (const character of text) {
    if ("ijl.,:;'|!".includes(character)) em += 0.3
    else if ('frtI()[]/\\- '.includes(character)) em += 0.4
    else if ('mwMW@%…'.includes(character)) em += 0.95
    else if (/[A-Z_~<>=+&{}0-9]/.test(character)) em += 0.66
    else em += character.charCodeAt(0) < 0x2e80 ? 0.58 : 1.05
  }
  return em * fontSize
}

// The scales of the legend: share to size and colour class. Plain arithmetic; d3-scale would be
// half the view's code.

const LARGEST_RADIUS = 30
const SMALLEST_RADIUS = 7
const HAIRLINE = 1.2
const WIDEST_ARC = 12
/** Of a loop: a wider one would have no hole. */
const WIDEST_LOOP = 4

/** Returns the radius of a disc whose area is proportional to the share. */
function discRadius(share: number): number {
  return LARGEST_RADIUS * Math.sqrt(clamp(share))
}

/**
 * Returns the radius of the outer disc, large enough to see and to hit: below about 5% all are
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
  /** Width of the name alone. */
  readonly alone: number
}

/** A function of the drawing, measured. */
export interface SceneNode {
  readonly name: string
  readonly label: Label
  /** Used if the label does not fit; without a number beside it. */
  readonly brief: Label
  /** The label's second line. */
  readonly figures: string
  /** Its parts, for a box: "42%" and "self 4.2%"; "" for none. */
  readonly total: string
  readonly self: string
  /** The numbers without the scenario, if they differ. */
  readonly was: string | undefined
  /** Radius of the outer disc (total) and the inner one (self). */
  readonly radius: number
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
const shapeIn = (style: LayoutStyle): MarkShape => (style === 'layered' ? 'box' : 'disc')

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

/** Measures a drawing. `plain`: the profile without the scenario, if there is one. */
export function buildScene(
  analyzed: AnalyzedProfile,
  nodeLink: NodeLink,
  plain: AnalyzedProfile | null = null,
  shape: MarkShape = 'disc',
): Scene {
  const names = nodeLink.nodes.map((node) => displayName(analyzed.profile.functions, node.function))
  const [long, brief] = [baseNames(names, LABEL_CHARACTERS), baseNames(names, BRIEF_CHARACTERS)]
  const nodes = nodeLink.nodes.map((node, at): SceneNode => {
    const name = names[at] ?? ''
    const figures = nodeFigures(nodeLink, node)
    const [total, self] = figures === '' ? ['', ''] : [formatShare(node.totalShare), selfFigure(node)]
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
    const radius = markRadius(node.totalShare)
    const was = plain ? previousFigures(plain, nodeLink, node) : undefined
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
      name,
      label,
      brief: labelOf(brief[at] ?? '', ''),
      figures,
      total,
      self: node.selfShare > 0 ? self : '',
      was,
      radius,
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
    cycleColours: cycleColours(nodeLink.cycles.map(({ cycle }) => cycle)),
    arcWidths: nodeLink.arcs.map(({ share, kind }) => arcWidth(share, kind === 'self')),
    plain,
    cuts: plain ? listDrawnCuts(analyzed, plain, nodeLink) : [],
  }
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
    aspect,
  }
}

/** Returns how far a mark with its label, badges and loop extends from its centre, to the left and right. */
export function sidesOf(
  { shape, nodes, nodeLink }: Scene,
  node: number,
): { readonly left: number; readonly right: number } {
  const { halfWidth = 0, label } = nodes[node] ?? {}
  const hasLoop = loopsOf(nodeLink).has(node)
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

/** Returns the nodes with direct recursion. */
export function loopsOf({ arcs }: NodeLink): ReadonlySet<number> {
  let loops = knownLoops.get(arcs)
  if (!loops) {
    loops = new Set(arcs.filter(({ kind }) => kind === 'self').map(({ parent }) => parent))
    knownLoops.set(arcs, loops)
  }
  return loops
}

const knownLoops = new WeakMap<NodeLink['arcs'], ReadonlySet<number>>()

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
  const calls = 'not counted'
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

// From the graph's parameters to a drawing with positions: chooses and measures the functions, has
// a worker lay them out, and keeps pinned nodes.

/** Returns the graph to draw for the parameters, measured, and the choice of its functions. */
export function useScene(opened: ProfileView, params: GraphParams, isPane: boolean) {
  const { analyzed, asMeasured } = opened
  const selected = useSelected(opened)
  const focus = params.scope === 'around' ? selected : null
  const choice = useMemo(() => choiceOf(opened, params, focus, isPane), [opened, params, focus, isPane])
  const nodeLink = useInSlices(useCallback(() => nodeLinkInSteps(analyzed, choice), [analyzed, choice]))
  const isAimless = params.scope === 'around' && focus === null
  const scene = useMemo(
    () =>
      isAimless || !nodeLink
        ? null
        : buildScene(analyzed, nodeLink, asMeasured?.analyzed, shapeIn(params.layout)),
    [analyzed, asMeasured, nodeLink, isAimless, params.layout],
  )
  return { focus, choice, nodeLink, isAimless, scene }
}

function choiceOf(
  opened: ProfileView,
  params: GraphParams,
  focus: FunctionIndex | null,
  isPane: boolean,
): NodeLinkChoice {
  const { functions } = opened.analyzed.profile
  return {
    ...DEFAULT_CHOICE,
    focus,
    callersDepth: params.callersDepth,
    calleesDepth: params.calleesDepth,
    threshold: params.threshold,
    limit: params.limit,
    memberLimit: MEMBER_LIMIT,
    ...(isPane ? LIMITS_OF_PANE : {}),
    expanded: params.open.flatMap(({ side, amount, name }) => {
      const f = findFunction(functions, name.name, name.address)
      return f === NONE ? [] : [{ function: f, side, amount }]
    }),
  }
}

// The scene's positions, from the worker. The previous drawing stays until the next one is ready.

/** A scene that has been laid out. */
export interface Drawn {
  readonly scene: Scene
  readonly style: LayoutStyle
  readonly result: LayoutResult
}

/** The state of the layout. */
export type LayoutStatus =
  | { readonly kind: 'idle' }
  /** Reported only when it is slow. */
  | { readonly kind: 'slow' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly message: string }

/** Lays out graphs, in a worker. */
export interface Layouter {
  layout(input: LayoutInput, style: LayoutStyle): Promise<LayoutAnswer>
  cancel(): void
  close(): void
}

const IDLE: LayoutStatus = { kind: 'idle' }

let makeLayouter: () => Layouter = () => new LayoutClient()

/** Replaces the worker that lays out graphs, for tests. */
export function setLayouter(make: () => Layouter): void {
  makeLayouter = make
}

/**
 * Returns the last drawing that was laid out, the state of the next one, and functions to cancel
 * and retry.
 */
export function useLayout(scene: Scene | null, aspect: number, style: LayoutStyle) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const [status, setStatus] = useState<LayoutStatus>(IDLE)
  const layouter = useRef<Layouter | null>(null)

  useEffect(() => {
    return () => {
      layouter.current?.close()
      layouter.current = null
    }
  }, [])

  const asked = scene !== null && scene.nodes.length > 0 && aspect > 0 ? scene : null
  const begin = useCallback(() => {
    if (!asked) return () => {}
    let isCurrent = true
    const slow = setTimeout(() => setStatus({ kind: 'slow' }), PROGRESS_DELAY_MS)
    layouter.current ??= makeLayouter()
    void layouter.current.layout(layoutInputOf(asked, aspect), style).then((answer) => {
      clearTimeout(slow)
      if (!isCurrent) return
      if (answer.kind === 'done') setDrawn({ scene: asked, style, result: answer.result })
      setStatus(answer.kind === 'done' ? IDLE : answer.kind === 'ended' ? { kind: 'cancelled' } : answer)
    })
    return () => {
      isCurrent = false
      clearTimeout(slow)
      layouter.current?.cancel()
      // A slow layout is usually followed by another slow one.
      setStatus((before) => (before.kind === 'slow' ? before : IDLE))
    }
  }, [asked, aspect, style])
  /** Raised to stop the layout and start it again. */
  const [turn, retry] = useReducer((before: number) => before + 1, 0)
  useEffect(begin, [begin, turn])

  const cancel = useCallback(() => layouter.current?.cancel(), [])
  return { drawn, status: asked ? status : IDLE, cancel, retry }
}

// Pinned nodes, by layout style: a place in one layout means nothing in the other.

type PinsByStyle = Readonly<Record<LayoutStyle, Pins>>

/** Returns the pinned nodes of a layout style, and functions that change them. */
export function usePins(style: LayoutStyle) {
  const [all, setAll] = useState<PinsByStyle>({ force: NO_PINS, layered: NO_PINS })
  const setPins = useCallback(
    (next: (before: Pins) => Pins) => setAll((before) => ({ ...before, [style]: next(before[style]) })),
    [style],
  )
  return { pins: all[style], setPins }
}

// The current positions of nodes: the layout's, those set by the user, and the transition from the
// previous drawing.

/** Positions of nodes and the bends of arcs, in drawing units. */
export interface Positions {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
  /** By arc. */
  readonly bow: ArrayLike<number>
  /** The layout itself, with the arcs' bends before any node was moved. */
  readonly layout: LayoutResult | null
}

/** A point in drawing units. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Nodes that the user has moved; they stay in place until unpinned. */
export type Pins = ReadonlyMap<FunctionIndex, Place>

/** No node is pinned. */
export const NO_PINS: Pins = new Map()

/** Returns the pins with a function pinned at a place. */
export function pinned(pins: Pins, f: FunctionIndex, place: Place): Pins {
  return new Map(pins).set(f, place)
}

/** Returns the pins without a function. */
export function unpinned(pins: Pins, f: FunctionIndex): Pins {
  return new Map([...pins].filter(([other]) => other !== f))
}

/** Returns the layout's positions with pinned nodes at their places. */
export function applyPins(result: LayoutResult, { nodes }: NodeLink, pins: Pins): Positions {
  if (pins.size === 0) return { x: result.x, y: result.y, bow: result.bow, layout: result }
  const x = Float64Array.from(result.x)
  const y = Float64Array.from(result.y)
  nodes.forEach((node, index) => {
    const place = pins.get(node.function)
    if (!place) return
    x[index] = place.x
    y[index] = place.y
  })
  return { x, y, bow: result.bow, layout: result }
}

/**
 * Returns positions on the way from the previous ones; new functions start at their final place.
 */
export function between(
  before: ReadonlyMap<FunctionIndex, Place>,
  scene: Scene,
  to: Positions,
  t: number,
): Positions {
  if (t >= 1) return to
  const x = Float64Array.from(to.x)
  const y = Float64Array.from(to.y)
  scene.nodeLink.nodes.forEach((node, index) => {
    const from = before.get(node.function)
    if (!from) return
    x[index] = from.x + ((x[index] ?? 0) - from.x) * t
    y[index] = from.y + ((y[index] ?? 0) - from.y) * t
  })
  return { x, y, bow: to.bow, layout: to.layout }
}

/**
 * Returns an arc's bends for the current positions of its ends: each bend moves with the nearer
 * end.
 */
export function bendsOf({ x, y, layout }: Positions, arc: number, parent: number, child: number): Place[] {
  if (!layout) return []
  const [start, end] = [layout.bendStart[arc] ?? 0, layout.bendStart[arc + 1] ?? 0]
  if (start === end) return []
  const by = (now: ArrayLike<number>, then: ArrayLike<number>, node: number): number =>
    (now[node] ?? 0) - (then[node] ?? 0)
  const [parentX, parentY] = [by(x, layout.x, parent), by(y, layout.y, parent)]
  const [childX, childY] = [by(x, layout.x, child), by(y, layout.y, child)]
  return Array.from({ length: end - start }, (_, at) => {
    const t = (at + 1) / (end - start + 1)
    return {
      x: (layout.bendX[start + at] ?? 0) + parentX * (1 - t) + childX * t,
      y: (layout.bendY[start + at] ?? 0) + parentY * (1 - t) + childY * t,
    }
  })
}

/** Returns the positions of all nodes by function. */
export function placesOf({ nodeLink }: Scene, positions: Positions): Map<FunctionIndex, Place> {
  return new Map(
    nodeLink.nodes.map((node, index) => [
      node.function,
      { x: positions.x[index] ?? 0, y: positions.y[index] ?? 0 },
    ]),
  )
}

/** A bounding box in drawing units. */
export interface Bounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Distance from a disc to the far end of a badge. */
const BADGE_REACH = 22
/** Distance from a box to the ring around it. */
const RING_REACH = 8

/** Returns the bounding box of marks with their badges, hulls, points and the given boxes. */
export function boundsOf(
  scene: Scene,
  { x, y }: Positions,
  points: readonly Place[],
  boxes: readonly Bounds[],
): Bounds {
  const { nodes } = scene
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const take = (box: Bounds, margin: number): void => {
    left = Math.min(left, box.left - margin)
    top = Math.min(top, box.top - margin)
    right = Math.max(right, box.right + margin)
    bottom = Math.max(bottom, box.bottom + margin)
  }
  nodes.forEach(({ halfWidth, halfHeight }, index) => {
    const [atX, atY] = [x[index] ?? 0, y[index] ?? 0]
    if (scene.shape === 'box') {
      const { left: before, right: after } = sidesOf(scene, index)
      take(
        { left: atX - before, right: atX + after, top: atY - halfHeight, bottom: atY + halfHeight },
        RING_REACH,
      )
      return
    }
    const reach = Math.max(halfHeight, FIGURES_SIZE) + BADGE_REACH
    const beside = halfWidth + BADGE_REACH
    take({ left: atX - beside, right: atX + halfWidth, top: atY - reach, bottom: atY + reach }, 4)
  })
  for (const { x: atX, y: atY } of points) take({ left: atX, right: atX, top: atY, bottom: atY }, 14)
  for (const box of boxes) take(box, 10)
  return nodes.length === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : { left, top, right, bottom }
}
