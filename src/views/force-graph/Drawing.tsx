// The drawing of the graph, back to front.
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import { type DrawnNode, functionsOfNode } from '../../../workers/core/reports/graph/drawing.ts'
import { memo } from 'react'
import { groupsOf } from '../../state/names-and-groups.ts'
import { ArcCount, Arcs } from './arc-marks.tsx'
import styles from './drawing.module.css'
import { CycleToggle } from './cycle-toggle.tsx'
import { Hull, HullFill } from './Hull.tsx'
import { BoxLabel, NodeLabel } from './node-label.tsx'
import { NodeMark, type NodeState } from './node-mark.tsx'
import type { DrawingProps } from './drawing-props.ts'
import { RestNode } from './RestNode.tsx'
import type { SceneNode } from './scene.ts'
import { Stubs } from './stubs.tsx'
import { useShapes } from './use-shapes.ts'

/** The drawing, back to front: hulls, arcs, functions in their cycles, labels, counts, stubs. */
export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { scene, positions, level, refer, cycles, active, onCycle, rest } = props
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
      state && (
        <NodeMark
          key={drawn.function}
          {...{ node, drawn, isBox, index, x, y, refer }}
          hue={groupsOf(scene.analyzed.profile).hueOf(drawn.function)}
          colour={drawn.closed === NONE ? undefined : scene.cycleColours.get(drawn.closed)}
          {...state}
        />
      )
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
            <Hull
              key={cycle.cycle}
              {...{ cycle, shape }}
              scale={level.scale}
              isSelected={cycle.cycle === cycles.selected}
              isHovered={cycle.cycle === cycles.hovered}
              isReachable={cycle.members.includes(active)}
              onClose={onCycle && (() => onCycle(cycle.cycle, false))}
            >
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
      {nodeLink.nodes.map(({ closed, function: f }, index) => {
        const node = scene.nodes[index]
        if (closed === NONE || !node || !onCycle) return null
        const [x, y] = placeOfToggle(node, isBox)
        return (
          <CycleToggle
            key={f}
            name={node.name}
            isOpen={false}
            x={(positions.x[index] ?? 0) + x}
            y={(positions.y[index] ?? 0) + y}
            scale={level.scale}
            isReachable={index === active}
            onToggle={() => onCycle(closed, true)}
          />
        )
      })}
      {rest && <RestNode {...{ scene, positions }} scale={level.scale} {...rest} />}
    </>
  )
})

/** Returns the middle of the button that opens a closed cycle, from the middle of its mark. */
function placeOfToggle(
  { radius, halfWidth, halfHeight }: SceneNode,
  isBox: boolean,
): readonly [number, number] {
  return isBox ? [14 - halfWidth, halfHeight + 6] : [radius * 0.75 + 7, radius * 0.75 + 7]
}

function statesOf({
  scene: { nodeLink, analyzed },
  emphasis: { near, found },
  selected,
  active,
  described,
  pins,
}: DrawingProps): readonly NodeState[] {
  return nodeLink.nodes.map((drawn, node) => ({
    isSelected: node === selected,
    isPinned: pins.has(drawn.function),
    isFound: found !== null && hasMatch(found, analyzed, drawn),
    isFaint: near !== null && !near.nodes.has(node),
    isActive: node === active,
    isDescribed: node === described,
  }))
}

/** Whether the search matches a function, or a member of a closed cycle. */
function hasMatch(found: Uint8Array, analyzed: AnalyzedProfile, node: DrawnNode): boolean {
  for (const f of functionsOfNode(analyzed, node)) if (found[f] === 1) return true
  return false
}
