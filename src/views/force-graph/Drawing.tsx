// The drawing of the graph: its nodes and arcs, and what is emphasised.
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { DrawnArc, DrawnFunction, NodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { useFound, useSelected, useStore } from '../../state/store.ts'
import { arcFigures, heatClass } from '../../../workers/core/reports/graph/drawing-text.ts'
import {
  type ArcShape,
  arcShapes,
  badgeBox,
  badgeOf,
  clearSides,
  COUNT_SIZE,
  cutShape,
  Hull,
  HullFill,
  hullsByNode,
  hullShape,
  type HullShape,
  type LabelLevel,
  type LabelPlace,
  marksOf,
  placeCounts,
  placeLabels,
  placeStubs,
  type Rectangle,
  type StubPlace,
} from './shapes.tsx'
import {
  ASIDE_GAP,
  BADGE_FONT,
  besideBar,
  BOLD,
  BOX,
  FIGURES_SIZE,
  FONT_SIZE,
  MOST_OF_NUMBERS,
  type OpenStub,
  type Pins,
  type Positions,
  type Scene,
  type SceneNode,
  textWidth,
} from './scene.ts'
import { shortenName } from '../../../workers/core/reports/names/names.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import { menuOf } from '../view.tsx'
import { groupColour, groupMarkColour } from '../../ui/group-colour.tsx'
import styles from './drawing.module.css'

// Highlights in the graph: the selected, hovered and focused node with its arcs, and the search's
// matches.

/** The highlights of a drawing. */
export interface Emphasis {
  /** Nodes and arcs around the hovered node; all others are faded. Null: nothing is hovered. */
  readonly near: { readonly nodes: ReadonlySet<number>; readonly arcs: ReadonlySet<number> } | null
  /** Arcs of the selected and the focused node: darker, with their counts. */
  readonly strongArcs: ReadonlySet<number>
  /** By FunctionIndex, 1 for each match of the search; null without a search. */
  readonly found: Uint8Array | null
}

/**
 * Number of arcs from which on light arcs are faded behind heavy ones, and badges lose their
 * frames.
 */
const CROWD = 40
/** Share of the time from which on an arc has full strength. */
const HEAVY = 0.15
const LEAST_PRESENCE = 0.42
/** Strength of arcs inside a cycle: no time is propagated along them, so all are alike. */
const CYCLE_PRESENCE = 0.6

/** Whether there are so many arcs that light ones are faded. */
function isCrowded({ arcs }: NodeLink): boolean {
  return arcs.length > CROWD
}

/**
 * Returns the strength of an arc, 0–1. In a crowd it depends on the arc's share of the time;
 * otherwise, and on the hot path, it is full.
 */
export function arcPresence({ kind, isHot, share }: DrawnArc, isInCrowd: boolean): number {
  if (!isInCrowd || isHot) return 1
  if (kind === 'cycle') return CYCLE_PRESENCE
  return LEAST_PRESENCE + (1 - LEAST_PRESENCE) * Math.sqrt(Math.min(1, Math.max(0, share) / HEAVY))
}

function neighbourhood(nodeLink: NodeLink, node: number) {
  const nodes = new Set([node])
  const arcs = new Set<number>()
  nodeLink.arcs.forEach((arc, index) => {
    if (arc.parent !== node && arc.child !== node) return
    arcs.add(index)
    nodes.add(arc.parent).add(arc.child)
  })
  return { nodes, arcs }
}

/** Null for a node means that there is none. */
function emphasise(
  nodeLink: NodeLink,
  hoveredNode: number | null,
  hoveredArc: number | null,
  strongNodes: readonly (number | null)[],
  found: Emphasis['found'],
): Emphasis {
  const strongArcs = new Set<number>()
  for (const node of strongNodes) {
    if (node !== null) for (const arc of neighbourhood(nodeLink, node).arcs) strongArcs.add(arc)
  }
  return { near: nearOf(nodeLink, hoveredNode, hoveredArc), strongArcs, found }
}

function nearOf(nodeLink: NodeLink, hoveredNode: number | null, hoveredArc: number | null): Emphasis['near'] {
  if (hoveredNode !== null) return neighbourhood(nodeLink, hoveredNode)
  const arc = hoveredArc === null ? undefined : nodeLink.arcs[hoveredArc]
  if (!arc || hoveredArc === null) return null
  return { nodes: new Set([arc.parent, arc.child]), arcs: new Set([hoveredArc]) }
}

// The highlighted nodes: selected, hovered in any view, and focused. Kept by function, so that they
// survive a new drawing.

/**
 * Returns the highlighted nodes of the drawing, and the highlights of its arcs.
 *
 * @param hoveredArc number of the arc under the pointer
 */
export function useMarkedNodes(opened: ProfileView, nodeLink: NodeLink, hoveredArc: number | null) {
  const [focusedFunction, setFocusedFunction] = useState<FunctionIndex | null>(null)
  const selectedFunction = useSelected(opened)
  const hoveredFunction = useStore((state) => state.ui.hovered)
  const found = useFound(opened)
  const nodeOf = useCallback(
    (f: FunctionIndex | null): number | null => {
      const index = f === null ? -1 : nodeLink.nodes.findIndex((node) => node.function === f)
      return index < 0 ? null : index
    },
    [nodeLink],
  )
  const selected = nodeOf(selectedFunction)
  const focused = nodeOf(focusedFunction)
  const hovered = nodeOf(hoveredFunction)
  const emphasis = useMemo(
    () => emphasise(nodeLink, hovered, hoveredArc, [selected, focused], found),
    [nodeLink, hovered, hoveredArc, selected, focused, found],
  )
  const focusOn = (node: number | null): void =>
    setFocusedFunction((node === null ? undefined : nodeLink.nodes[node]?.function) ?? null)
  /** The node with the tab stop. */
  const active = focused ?? selected ?? 0
  return { selected, active, emphasis, focusOn }
}

// One function: a disc for its total time with one inside it for its self time, or a box with its name and
// a bar. A button for every kind of pointer.

/**
 * The background of a name extends below its underscores, and must not cover the top of the
 * numbers.
 */
const LINE_HEIGHT = 14
/**
 * Distance from a label to its mark, so that the ring around the mark does not touch the first
 * character.
 */
const RING_ROOM = 4
/** Id of the tooltip's element, which the described node refers to. */
export const TIP_ID = 'graph-tip'

/** How a node is highlighted. */
export interface NodeState {
  readonly isSelected: boolean
  readonly isPinned: boolean
  readonly isFound: boolean
  readonly isFaint: boolean
  /** The node with the tab stop; arrow keys move it. */
  readonly isActive: boolean
  readonly isDescribed: boolean
}

/** One function of the drawing. */
const NodeMark = memo(function NodeMark({
  node,
  drawn,
  isBox,
  index,
  x,
  y,
  refer,
  ...state
}: NodeState & {
  readonly node: SceneNode
  readonly isBox: boolean
  readonly drawn: DrawnFunction
  readonly index: number
  readonly x: number
  readonly y: number
  readonly refer: (index: number, element: SVGGElement | null) => void
}) {
  const Shape = isBox ? BoxShape : DiscShape
  return (
    <g
      ref={(element) => refer(index, element)}
      role="button"
      aria-label={node.name}
      aria-pressed={state.isSelected}
      aria-describedby={state.isDescribed ? TIP_ID : undefined}
      tabIndex={state.isActive ? 0 : -1}
      className={styles.node}
      data-keep
      data-node={index}
      {...menuOf(drawn.function)}
      data-hot={drawn.isHot || undefined}
      data-faint={state.isFaint || undefined}
      transform={`translate(${x.toFixed(1)},${y.toFixed(1)})`}
      style={
        { '--group': groupColour(drawn.hue), '--group-mark': groupMarkColour(drawn.hue) } as CSSProperties
      }
    >
      <Shape node={node} drawn={drawn} isFound={state.isFound} isSelected={state.isSelected} />
      {state.isPinned && (
        <path
          className={styles.pin}
          d="M0,-4L3.500,0L0,4L-3.500,0Z"
          transform={`translate(0,${-node.halfHeight - 1})`}
        />
      )}
    </g>
  )
})

interface ShapeProps extends Pick<NodeState, 'isFound' | 'isSelected'> {
  readonly node: SceneNode
  readonly drawn: DrawnFunction
}

function DiscShape({ node: { radius, innerRadius }, drawn, isFound, isSelected }: ShapeProps) {
  return (
    <>
      <circle className={styles.touch} r={Math.max(radius + 3, 12)} />
      {isFound && <circle className={styles.found} r={radius + 6} />}
      {isSelected && <circle className={styles.selected} r={radius + 4} />}
      <circle className={styles.total} r={radius} />
      <circle className={styles.self} r={innerRadius} data-heat={heatClass(drawn.selfShare)} />
      <circle className={styles.focus} r={radius + 7} />
    </>
  )
}

/** Radius of a box's corners. */
const ROUND = 5

/** A box in the heat of its self time, with a strip in the colour of its group, and a bar: total and self. */
function BoxShape({
  node: { halfWidth, halfHeight, total, self, was },
  drawn: { selfShare, totalShare },
  isFound,
  isSelected,
}: ShapeProps) {
  const [left, top, right, bottom] = [-halfWidth, -halfHeight, halfWidth, halfHeight]
  const around = (by: number) => ({
    x: left - by,
    y: top - by,
    width: 2 * (halfWidth + by),
    height: 2 * (halfHeight + by),
    rx: ROUND + by,
  })
  const length = right - left - BOX.textX - BOX.right - besideBar(total, self, was === undefined ? 1 : BOLD)
  const bar = (className: string | undefined, share: number) => (
    <rect
      className={className}
      x={left + BOX.textX}
      y={top + BOX.barY}
      width={length * Math.min(1, Math.max(0, share))}
      height={BOX.barHeight}
      rx={1}
    />
  )
  const [inner, edge] = [left + ROUND, left + BOX.strip]
  return (
    <>
      {isFound && <rect className={styles.found} {...around(6)} />}
      {isSelected && <rect className={styles.selected} {...around(3.5)} />}
      <rect className={styles.box} {...around(0)} data-heat={heatClass(selfShare)} />
      <path
        className={styles.strip}
        d={`M${inner},${top}H${edge}V${bottom}H${inner}Q${left},${bottom} ${left},${bottom - ROUND}V${top + ROUND}Q${left},${top} ${inner},${top}Z`}
      />
      <rect className={styles.rim} {...around(0)} />
      {total !== '' && (
        <>
          {bar(styles.track, 1)}
          {bar(styles.barTotal, totalShare)}
          {bar(styles.barSelf, selfShare)}
        </>
      )}
      <rect className={styles.focus} {...around(6)} />
    </>
  )
}

export function NodeLabel({
  node,
  place,
  scale,
  hasFigures,
  colour,
  state,
}: {
  readonly node: SceneNode
  readonly place: LabelPlace
  /** The colour of its cycle, whose hull is behind it at the layout's own scale. */
  readonly colour: number | undefined
  readonly scale: number
  readonly hasFigures: boolean
  readonly state: NodeState
}) {
  const { y, anchor } = place
  const room = state.isSelected || state.isFound ? RING_ROOM : 0
  const x = place.x + (anchor === 'start' ? room : anchor === 'end' ? -room : 0)
  const isTwoLines = hasFigures && node.figures !== ''
  const baseline = isTwoLines ? y - 2 * scale : y + 4.5 * scale
  return (
    <g
      className={styles.label}
      data-colour={hasFigures ? colour : undefined}
      data-faint={state.isFaint || undefined}
      data-selected={state.isSelected || undefined}
      data-found={state.isFound || undefined}
      textAnchor={anchor}
    >
      {isTwoLines && (
        <text
          className={styles.figures}
          x={x}
          y={baseline + LINE_HEIGHT * scale}
          fontSize={FIGURES_SIZE * scale}
          data-was={node.was}
        >
          {node.figures}
        </text>
      )}
      <text x={x} y={baseline} fontSize={FONT_SIZE * scale}>
        {(place.form === 'brief' ? node.brief : node.label).text}
        {!isTwoLines && !place.form && node.aside !== '' && (
          <tspan className={styles.figures} dx={ASIDE_GAP * scale} fontSize={FIGURES_SIZE * scale}>
            {node.aside}
          </tspan>
        )}
      </text>
    </g>
  )
}

/** Least number of characters of a name that says something. */
const LEAST_CHARACTERS = 4
/** Width of a character relative to the font size, at most on average. */
const CHARACTER = 0.62

/**
 * Returns the name of a box at a zoom: cut to the box if it is enlarged, so that it stays legible; "" if too
 * little of it fits.
 */
function nameInBox({ label, halfWidth, halfHeight }: SceneNode, { scale, hasFigures }: LabelLevel): string {
  const room = 2 * halfWidth - BOX.textX - BOX.right - 3
  const size = FONT_SIZE * scale
  if (hasFigures || textWidth(label.text, size) <= room) return label.text
  const most = Math.floor(room / (size * CHARACTER))
  return most < LEAST_CHARACTERS || size > 2 * halfHeight ? '' : shortenName(label.text, most)
}

function BoxLabel({
  node,
  x,
  y,
  level,
  state,
}: {
  readonly node: SceneNode
  /** The middle of the box. */
  readonly x: number
  readonly y: number
  readonly level: LabelLevel
  readonly state: NodeState
}) {
  const [left, top] = [x - node.halfWidth + BOX.textX, y - node.halfHeight]
  const { hasFigures } = level
  const hasNumbers = hasFigures && node.total !== ''
  const size = hasFigures ? FONT_SIZE : FONT_SIZE * level.scale
  // A large name covers the bar.
  const middle = node.total === '' || size > BOX.barY + 4 ? node.halfHeight : BOX.barY / 2 + 1
  const hasTotalBelow = !hasFigures && node.total !== '' && level.scale <= MOST_OF_NUMBERS
  const baseline = hasNumbers || hasTotalBelow ? BOX.nameY + (size - FONT_SIZE) / 5 : middle + size * 0.36
  const number = (text: string, below: number, scale = 1) => (
    <text
      className={styles.figures}
      x={x + node.halfWidth - BOX.right}
      y={top + below}
      fontSize={FIGURES_SIZE * scale}
      textAnchor="end"
      data-was={node.was}
    >
      {text}
    </text>
  )
  return (
    <g
      className={styles.label}
      data-boxed="true"
      data-faint={state.isFaint || undefined}
      data-selected={state.isSelected || undefined}
      data-found={state.isFound || undefined}
      textAnchor="start"
    >
      {hasNumbers && number(node.total, BOX.nameY)}
      {hasNumbers && node.self !== '' && number(node.self, BOX.selfY)}
      {hasTotalBelow && number(node.total, BOX.selfY + 2, level.scale)}
      <text x={left} y={top + baseline} fontSize={size}>
        {nameInBox(node, level)}
      </text>
    </g>
  )
}

// The drawing inside the zoomed group, back to front: hulls, arcs, nodes, labels, counts, and
// badges for what is omitted.

/** Props of the drawing. */
export interface DrawingProps {
  readonly scene: Scene
  readonly positions: Positions
  readonly level: LabelLevel
  /** The area for labels. */
  readonly frame?: Rectangle | undefined
  /** Whether every arc shows its count. */
  readonly hasCounts: boolean
  readonly emphasis: Emphasis
  readonly selected: number | null
  readonly active: number
  /** The node that the tooltip describes. */
  readonly described: number | null
  readonly pins: Pins
  readonly refer: (index: number, element: SVGGElement | null) => void
  readonly onOpen: (side: OpenStub['side'], node: number) => void
}

/** The drawing, back to front: hulls, arcs, functions in their cycles, labels, counts, stubs. */
export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { scene, positions, level, refer } = props
  const { nodeLink } = scene
  const { shapes, hulls, stubs, labelled, counts } = useShapes(props)
  const states = statesOf(props)
  const isBox = scene.shape === 'box'
  const mark = (index: number) => {
    const [node, drawn, state] = [scene.nodes[index], nodeLink.nodes[index], states[index]]
    const [x, y] = [positions.x[index] ?? 0, positions.y[index] ?? 0]
    return (
      node &&
      drawn &&
      state && <NodeMark key={drawn.function} {...{ node, drawn, isBox, index, x, y, refer }} {...state} />
    )
  }
  return (
    <>
      <g aria-hidden="true">
        {hulls.map((shape, at) => (
          <HullFill key={nodeLink.cycles[at]?.cycle} shape={shape} />
        ))}
        <Arcs {...props} shapes={shapes} />
      </g>
      {nodeLink.cycles.map((cycle, at) => {
        const shape = hulls[at]
        return (
          shape && (
            <Hull key={cycle.cycle} {...{ cycle, shape }} scale={level.scale}>
              {cycle.members.map(mark)}
            </Hull>
          )
        )
      })}
      {nodeLink.nodes.map(({ cycle }, index) => (cycle === NONE ? mark(index) : null))}
      <g className={styles.labels} aria-hidden="true">
        {nodeLink.nodes.map((drawn, index) => {
          const [node, state] = [scene.nodes[index], states[index]]
          if (isBox && node && state) {
            const [x, y] = [positions.x[index] ?? 0, positions.y[index] ?? 0]
            return <BoxLabel key={drawn.function} {...{ node, x, y, level, state }} />
          }
          const place = labelled.get(index)
          const colour = drawn.cycle === NONE ? undefined : scene.cycleColours.get(drawn.cycle)
          return (
            node &&
            state &&
            place && <NodeLabel key={drawn.function} {...{ node, place, colour, state }} {...level} />
          )
        })}
        {counts.map(({ arc, x, y }) => {
          const drawn = nodeLink.arcs[arc]
          return drawn && <ArcCount key={drawn.arc} arc={drawn} x={x} y={y} scale={level.scale} />
        })}
      </g>
      <Stubs {...props} {...{ stubs, states, hulls }} />
    </>
  )
})

function statesOf({
  scene: { nodeLink },
  emphasis: { near, found },
  selected,
  active,
  described,
  pins,
}: DrawingProps): readonly NodeState[] {
  return nodeLink.nodes.map((drawn, node) => ({
    isSelected: node === selected,
    isPinned: pins.has(drawn.function),
    isFound: found?.[drawn.function] === 1,
    isFaint: near !== null && !near.nodes.has(node),
    isActive: node === active,
    isDescribed: node === described,
  }))
}

// The geometry of a drawing: arcs, hulls and badges first, then the labels and counts that fit
// between them.

function useShapes({
  scene,
  positions,
  level,
  frame,
  hasCounts,
  emphasis: { near, strongArcs },
  selected,
  active,
}: DrawingProps) {
  const { nodeLink } = scene
  const shapes = useMemo(() => arcShapes(scene, positions), [scene, positions])
  const hulls = useMemo(
    () => nodeLink.cycles.map((cycle) => hullShape(scene, positions, cycle, shapes, level)),
    [nodeLink, scene, positions, shapes, level],
  )
  const stubs = useMemo(() => placeStubs(scene, positions, level), [scene, positions, level])
  const sides = useMemo(() => clearSides(scene, positions, shapes), [scene, positions, shapes])
  const labelled = useMemo(() => {
    const wanted = new Set(near?.nodes)
    if (selected !== null) wanted.add(selected)
    const occupied = hulls.map(({ labelBox }) => labelBox)
    return placeLabels(scene, positions, level, wanted, {
      occupied,
      frame,
      sides,
      hulls: hullsByNode(scene, hulls),
    })
  }, [scene, positions, level, selected, near, hulls, frame, sides])
  const counts = useMemo(() => {
    const asked = near ? near.arcs : hasCounts ? new Set(nodeLink.arcs.keys()) : strongArcs
    const badges = stubs.flatMap((places, node) =>
      level.hasFigures || node === active || node === selected || near?.nodes.has(node)
        ? places.map((place) => badgeBox(place, level))
        : [],
    )
    const occupied = [...badges, ...hulls.map(({ labelBox }) => labelBox), ...marksOf(scene, positions)]
    return placeCounts(scene, labelled, shapes, asked, level, { occupied, frame })
  }, [
    scene,
    positions,
    stubs,
    hulls,
    nodeLink,
    frame,
    labelled,
    shapes,
    near,
    hasCounts,
    strongArcs,
    level,
    selected,
    active,
  ])
  return { shapes, hulls, stubs, labelled, counts }
}

// All arcs of a drawing, removed ones last.

/** Width of the thinnest line, in pixels on screen. */
const HAIRLINE = 1.1

export function Arcs({
  scene,
  positions,
  level,
  emphasis: { near, strongArcs },
  shapes,
}: DrawingProps & { readonly shapes: readonly ArcShape[] }) {
  const { nodeLink } = scene
  const isInCrowd = isCrowded(nodeLink)
  const mark = (index: number, isStrong: boolean, isCopy: boolean) => {
    const [arc, shape] = [nodeLink.arcs[index], shapes[index]]
    if (!arc || !shape) return null
    // Visible at any zoom.
    const width = Math.max(scene.arcWidths[index] ?? 1, HAIRLINE * Math.max(1, level.scale))
    const cycle = nodeLink.nodes[arc.parent]?.cycle ?? NONE
    const colour = arc.kind === 'cycle' && cycle !== NONE ? scene.cycleColours.get(cycle) : undefined
    const presence = isStrong ? 1 : arcPresence(arc, isInCrowd)
    const menu = menuOfArc(nodeLink, arc)
    const drawn = { arc, index, menu, shape, width, colour, isStrong, isCopy, presence }
    return <ArcMark key={arc.arc} {...drawn} />
  }
  return (
    <>
      {/* They are faded as a group, and those nearby are drawn once more: fading each would
          recalculate its style. */}
      <g className={styles.arcs} data-behind={near !== null || undefined}>
        {nodeLink.arcs.map((_, index) => mark(index, strongArcs.has(index), false))}
      </g>
      {near && <g pointerEvents="none">{[...near.arcs].map((index) => mark(index, true, true))}</g>}
      {scene.cuts.map((cut, at) => (
        <CutMark
          key={`${cut.parent} ${cut.child}`}
          shape={cutShape(scene, positions, cut)}
          index={nodeLink.arcs.length + at}
          menu={menuOfArc(nodeLink, cut)}
        />
      ))}
    </>
  )
}

/** Returns the menu of the arc between two nodes, as an attribute. */
export function menuOfArc(
  { nodes }: NodeLink,
  { parent, child }: { readonly parent: number; readonly child: number },
): string | undefined {
  const [from, to] = [nodes[parent]?.function, nodes[child]?.function]
  if (from === undefined || to === undefined) return undefined
  return menuOf(null, { parent: from, child: to })['data-menu']
}

// One arc: a curve as wide as the time propagated along it, its arrowhead, and on request its call
// count.

/** Static calls are dotted, calls inside a cycle and estimated times dashed. */
function dashOf({ count, kind, isEstimate }: DrawnArc): string | undefined {
  if (count === 0) return 'uncounted'
  return kind === 'cycle' ? 'cycle' : isEstimate ? 'estimate' : undefined
}

const ArcMark = memo(function ArcMark({
  arc,
  index,
  menu,
  shape,
  width,
  colour,
  isStrong,
  isCopy,
  presence,
}: {
  readonly arc: DrawnArc
  readonly index: number
  /** See `menuOfArc`. */
  readonly menu: string | undefined
  readonly shape: ArcShape
  readonly width: number
  /** The colour of its cycle, if it is inside one. */
  readonly colour: number | undefined
  readonly isStrong: boolean
  /** True for the copy drawn above the faded arcs; the pointer events go to the original. */
  readonly isCopy: boolean
  /** Opacity, 0–1. */
  readonly presence: number
}) {
  return (
    <g
      className={styles.arc}
      data-kind={arc.kind}
      data-colour={colour}
      data-hot={arc.isHot || undefined}
      data-strong={isStrong}
      opacity={presence < 1 ? presence.toFixed(2) : undefined}
    >
      <path className={styles.line} d={shape.path} strokeWidth={width} data-dash={dashOf(arc)} />
      <path className={styles.head} d={shape.head} />
      {!isCopy && <path className={styles.reach} d={shape.path} data-arc={index} data-menu={menu} />}
    </g>
  )
})

function ArcCount({
  arc,
  x,
  y,
  scale,
}: {
  readonly arc: DrawnArc
  readonly x: number
  readonly y: number
  readonly scale: number
}) {
  return (
    <text className={styles.count} x={x} y={y} fontSize={COUNT_SIZE * scale} dy="0.32em">
      {arcFigures(arc)}
    </text>
  )
}

// A removed arc: a thin broken line in its place, which still receives pointer events.

function CutMark({
  shape,
  index,
  menu,
}: {
  readonly shape: ArcShape
  readonly index: number
  readonly menu: string | undefined
}) {
  return (
    <g className={styles.cutArc}>
      <path className={styles.line} d={shape.path} />
      <path className={styles.head} d={shape.head} />
      <path className={styles.reach} d={shape.path} data-arc={index} data-menu={menu} />
    </g>
  )
}

// The arc with the keyboard focus: a button, unlike the other arcs.

export function ArcFocus({
  label,
  menu,
  shape,
  onKey,
  onBlur,
}: {
  readonly label: string
  readonly menu: string | undefined
  readonly shape: ArcShape
  /** Returns whether it handled the key. */
  readonly onKey: (key: string) => boolean
  readonly onBlur: () => void
}) {
  const element = useRef<SVGGElement>(null)
  useEffect(() => element.current?.focus({ preventScroll: true }), [])
  return (
    <g
      ref={element}
      role="button"
      aria-label={label}
      tabIndex={-1}
      data-keep
      data-menu={menu}
      className={styles.walkedArc}
      onBlur={onBlur}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !onKey(event.key)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <path d={shape.path} />
    </g>
  )
}

// The badges of a drawing: for functions with omitted neighbours, and for cycles with omitted
// members.

function Stubs({
  scene: { nodes, nodeLink },
  active,
  selected,
  level,
  emphasis,
  onOpen,
  stubs,
  states,
  hulls,
}: DrawingProps & {
  readonly stubs: readonly (readonly StubPlace[])[]
  readonly states: readonly NodeState[]
  readonly hulls: readonly HullShape[]
}) {
  const isInCrowd = isCrowded(nodeLink)
  return (
    <>
      {nodeLink.nodes.map((drawn, index) => {
        // Badges are too small to read when zoomed out; those of the selected and nearby nodes
        // stay.
        const isAtHand = index === active || index === selected || emphasis.near?.nodes.has(index)
        if (!level.hasFigures && !isAtHand) return null
        return stubs[index]?.map(({ side, count, x, y }) => (
          <Stub
            key={`${side}${drawn.function}`}
            of={nodes[index]?.name ?? ''}
            isReachable={index === active}
            isFaint={states[index]?.isFaint ?? false}
            isQuiet={isInCrowd && !isAtHand}
            scale={level.scale}
            {...{ side, count, x, y }}
            onOpen={() => onOpen(side, index)}
          />
        ))
      })}
      {nodeLink.cycles.map(({ cycle, members, membersLeftOut }, index) => {
        const first = members[0]
        const isAtHand = level.hasFigures || members.includes(active)
        if (membersLeftOut === 0 || first === undefined || !isAtHand) return null
        const { x, y } = hulls[index]?.stub ?? { x: 0, y: 0 }
        return (
          <Stub
            key={`members${cycle}`}
            side="members"
            scale={level.scale}
            count={membersLeftOut}
            of={`cycle ${cycle + 1}`}
            x={x}
            y={y}
            isReachable={members.includes(active)}
            isFaint={false}
            isQuiet={false}
            onOpen={() => onOpen('members', first)}
          />
        )
      })}
    </>
  )
}

// A small badge with the number of omitted neighbours; one click draws them.

function Stub({
  side,
  count,
  of,
  x,
  y,
  scale,
  isReachable,
  isFaint,
  isQuiet,
  onOpen,
}: {
  readonly side: OpenStub['side']
  readonly count: number
  /** The function's full name. */
  readonly of: string
  readonly x: number
  readonly y: number
  readonly scale: number
  /** Whether it is a tab stop. */
  readonly isReachable: boolean
  readonly isFaint: boolean
  /** In a crowd: a number without its frame. */
  readonly isQuiet: boolean
  readonly onOpen: () => void
}) {
  const { counted, text, width } = badgeOf(side, count)
  return (
    <g
      role="button"
      aria-label={`Draw ${counted} of ${of}`}
      tabIndex={isReachable ? 0 : -1}
      className={styles.stub}
      data-keep
      data-side={side}
      data-faint={isFaint || undefined}
      data-quiet={isQuiet || undefined}
      transform={`translate(${x.toFixed(1)},${y.toFixed(1)}) scale(${scale})`}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        event.stopPropagation()
        onOpen()
      }}
    >
      <title>{`${counted} of ${of} left out; click to draw`}</title>
      <rect x={-width} y={-7} width={width} height={14} rx={7} />
      <text x={-width / 2} y={0} dy="0.34em" fontSize={BADGE_FONT}>
        {text}
      </text>
    </g>
  )
}
