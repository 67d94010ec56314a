// The picture inside the zoomed group, back to front: hulls, arcs, functions in their cycles, labels, counts, stubs.
import { memo, useMemo } from 'react'
import { NONE } from '../../../../workers/core/base/brand.ts'
import type { LayoutStyle } from '../../../../workers/core/graph-layout/layout-input.ts'
import { arcShapes, cutShape, loopHeight } from './arc-paths.ts'
import { ArcCount, ArcMark } from './ArcMark.tsx'
import { CutMark } from './CutMark.tsx'
import { badgeOf } from './badge.ts'
import { arcPresence, isCrowded, type Emphasis } from './emphasis.ts'
import styles from './drawing.module.css'
import { colourOf, Hull, HullFill, hullShape, type HullShape } from './Hull.tsx'
import { placeCounts } from './count-places.ts'
import { placeLabels, type LabelLevel, type Rectangle } from './label-level.ts'
import { NodeLabel, NodeMark, type NodeState } from './NodeMark.tsx'
import type { OpenStub } from '../params.ts'
import type { Pins, Positions } from './positions.ts'
import { loopsOf, type Scene } from '../scene/scene.ts'
import { Stub } from './Stub.tsx'

/** Thinnest line on screen, where labels have their own size. */
const HAIRLINE = 1.1
/** Of a badge's height. */
const BADGE_HALF = 7.5
const BADGE_WIDTH = 26

export interface DrawingProps {
  readonly scene: Scene
  readonly style: LayoutStyle
  readonly positions: Positions
  readonly level: LabelLevel
  /** Where labels may stand. */
  readonly frame?: Rectangle | undefined
  /** Whether there is room for the count of every arc. */
  readonly hasCounts: boolean
  readonly emphasis: Emphasis
  readonly selected: number | null
  readonly active: number
  /** The node that the tip tells about. */
  readonly described: number | null
  readonly pins: Pins
  readonly refer: (index: number, element: SVGGElement | null) => void
  readonly onOpen: (side: OpenStub['side'], node: number) => void
}

export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { scene, style, positions, level, hasCounts, emphasis, selected, active, described, pins, refer } =
    props
  const { frame } = props
  const { nodeLink } = scene
  const { near, strongArcs, found } = emphasis
  const isInCrowd = isCrowded(nodeLink)
  const x = (node: number): number => positions.x[node] ?? 0
  const y = (node: number): number => positions.y[node] ?? 0
  const loops = useMemo(() => loopsOf(nodeLink), [nodeLink])
  const shapes = useMemo(() => arcShapes(scene, positions), [scene, positions])
  const hulls = useMemo(
    () =>
      nodeLink.cycles.map((cycle) => ({
        cycle,
        shape: hullShape(scene, positions, cycle, shapes, level, style),
      })),
    [nodeLink, scene, positions, shapes, level, style],
  )
  const labelled = useMemo(() => {
    const wanted = [selected, ...(near ? near.nodes : [])].filter((node) => node !== null)
    const occupied = hulls.map(({ shape }) => shape.labelBox)
    if (style === 'layered' && level.hasFigures) occupied.push(...badgeBoxes(scene, positions, level))
    return placeLabels(scene, positions, level, new Set(wanted), occupied, frame)
  }, [scene, style, positions, level, selected, near, hulls, frame])

  const counts = useMemo(() => {
    const asked = near ? near.arcs : hasCounts ? new Set(nodeLink.arcs.keys()) : strongArcs
    const badges = nodeLink.nodes.flatMap((_, node) =>
      level.hasFigures || near?.nodes.has(node)
        ? stubsOf(scene, style, positions, node, loops, level.scale).map((stub) => {
            const { width } = badgeOf(stub.side, stub.count)
            const half = BADGE_HALF * level.scale
            const left = stub.x - width * level.scale
            return { left, right: stub.x, top: stub.y - half, bottom: stub.y + half }
          })
        : [],
    )
    return placeCounts(scene, labelled, shapes, asked, level, badges)
  }, [scene, style, positions, loops, nodeLink, labelled, shapes, near, hasCounts, strongArcs, level])

  const isPinned = (node: number): boolean => {
    const drawn = nodeLink.nodes[node]
    return drawn !== undefined && pins.has(drawn.function)
  }
  const stateOf = (node: number): NodeState => ({
    isSelected: node === selected,
    isPinned: isPinned(node),
    isFound: found?.has(node) ?? false,
    isFaint: near !== null && !near.nodes.has(node),
    isActive: node === active,
    isDescribed: node === described,
  })
  const states = nodeLink.nodes.map((_, node) => stateOf(node))
  const mark = (index: number) => {
    const [node, drawn, state] = [scene.nodes[index], nodeLink.nodes[index], states[index]]
    if (!node || !drawn || !state) return null
    return (
      <NodeMark key={drawn.function} {...{ node, drawn, index, x: x(index), y: y(index), state, refer }} />
    )
  }
  const free = nodeLink.nodes.flatMap((node, index) => (node.cycle === NONE ? [index] : []))

  return (
    <>
      <g aria-hidden="true">
        {hulls.map(({ cycle, shape }) => (
          <HullFill key={cycle.cycle} shape={shape} />
        ))}
        {nodeLink.arcs.map((arc, index) => {
          const shape = shapes[index]
          if (!shape) return null
          const isNear = near?.arcs.has(index) ?? strongArcs.has(index)
          const state = isNear ? 'strong' : near === null ? 'plain' : 'faint'
          // However far out, a line one can see.
          const width = Math.max(scene.arcWidths[index] ?? 1, HAIRLINE * Math.max(1, level.scale))
          const cycle = nodeLink.nodes[arc.parent]?.cycle
          const colour = arc.kind === 'cycle' && cycle !== undefined ? colourOf(cycle) : undefined
          return (
            <ArcMark
              key={arc.arc}
              {...{ arc, index, shape, width, colour, state }}
              presence={arcPresence(arc, isInCrowd)}
            />
          )
        })}
        {scene.cuts.map((cut, at) => (
          <CutMark
            key={`${cut.parent} ${cut.child}`}
            shape={cutShape(scene, positions, cut)}
            index={nodeLink.arcs.length + at}
          />
        ))}
      </g>
      {hulls.map(({ cycle, shape }) => (
        <Hull key={cycle.cycle} cycle={cycle} shape={shape} scale={level.scale}>
          {cycle.members.map(mark)}
        </Hull>
      ))}
      {free.map(mark)}
      <g className={styles.labels} aria-hidden="true">
        {nodeLink.nodes.map((drawn, index) => {
          const [node, state] = [scene.nodes[index], states[index]]
          const place = labelled.get(index)
          if (!node || !state || !place) return null
          return <NodeLabel key={drawn.function} {...{ node, place, state }} {...level} />
        })}
        {counts.map(({ arc, x: atX, y: atY }) => {
          const drawn = nodeLink.arcs[arc]
          return drawn && <ArcCount key={drawn.arc} arc={drawn} x={atX} y={atY} scale={level.scale} />
        })}
      </g>
      <Stubs {...props} loops={loops} states={states} hulls={hulls.map(({ shape }) => shape)} />
    </>
  )
})

/** Where badges stand right beside their marks. */
function badgeBoxes(
  { nodes, nodeLink }: Scene,
  { x, y }: Positions,
  { scale }: LabelLevel,
): readonly Rectangle[] {
  return nodes.flatMap(({ radius }, node) => {
    const drawn = nodeLink.nodes[node]
    if (!drawn || drawn.callersLeftOut + drawn.calleesLeftOut === 0) return []
    const [right, middle] = [(x[node] ?? 0) - radius, y[node] ?? 0]
    const half = 2 * BADGE_HALF * scale
    return [{ left: right - BADGE_WIDTH * scale, right, top: middle - half, bottom: middle + half }]
  })
}

/** The badges of a node: where their right end stands. */
function stubsOf(
  { nodes, nodeLink }: Scene,
  style: LayoutStyle,
  positions: Positions,
  node: number,
  loops: ReadonlySet<number>,
  scale: number,
) {
  const { callersLeftOut = 0, calleesLeftOut = 0 } = nodeLink.nodes[node] ?? {}
  const { radius = 0 } = nodes[node] ?? {}
  const isBeside = style === 'layered' && !loops.has(node)
  const isOne = callersLeftOut === 0 || calleesLeftOut === 0
  const besideBy = isOne ? 0 : BADGE_HALF * scale
  const away = isBeside ? besideBy : Math.max(radius * 0.8 + 5, loopHeight(radius) + 9)
  const x = (positions.x[node] ?? 0) - (isBeside ? radius + 3 : radius * 0.6 + 2)
  const y = positions.y[node] ?? 0
  return [
    { side: 'callers' as const, count: callersLeftOut, x, y: y - away },
    { side: 'callees' as const, count: calleesLeftOut, x, y: y + away },
  ].filter(({ count }) => count > 0)
}

function Stubs({
  scene,
  style,
  positions,
  active,
  selected,
  level,
  emphasis,
  onOpen,
  loops,
  states,
  hulls,
}: DrawingProps & {
  readonly loops: ReadonlySet<number>
  readonly states: readonly NodeState[]
  readonly hulls: readonly HullShape[]
}) {
  const { nodeLink } = scene
  const isInCrowd = isCrowded(nodeLink)
  return (
    <>
      {nodeLink.nodes.map((drawn, index) => {
        // Far out a badge could not be read; those of the node at hand stay.
        const isAtHand = index === active || index === selected || emphasis.near?.nodes.has(index)
        if (!level.hasFigures && !isAtHand) return null
        return stubsOf(scene, style, positions, index, loops, level.scale).map(({ side, count, x, y }) => (
          <Stub
            key={`${side}${drawn.function}`}
            of={scene.nodes[index]?.name ?? ''}
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
