// The picture inside the zoomed group, back to front: hulls, arcs, functions in their cycles, labels, counts, stubs.
import { memo } from 'react'
import { NONE } from '../../../../workers/core/base/brand.ts'
import { ArcCount } from './ArcMark.tsx'
import { Arcs } from './Arcs.tsx'
import type { DrawingProps } from './drawing-props.ts'
import styles from './drawing.module.css'
import { Hull, HullFill } from './Hull.tsx'
import { NodeLabel, NodeMark, type NodeState } from './NodeMark.tsx'
import { Stubs } from './Stubs.tsx'
import { useShapes } from './use-shapes.ts'

export const Drawing = memo(function Drawing(props: DrawingProps) {
  const { scene, positions, level, refer } = props
  const { nodeLink } = scene
  const { shapes, hulls, stubs, labelled, counts } = useShapes(props)
  const states = statesOf(props)
  const mark = (index: number) => {
    const [node, drawn, state] = [scene.nodes[index], nodeLink.nodes[index], states[index]]
    const [x, y] = [positions.x[index] ?? 0, positions.y[index] ?? 0]
    return (
      node &&
      drawn &&
      state && <NodeMark key={drawn.function} {...{ node, drawn, index, x, y, refer }} {...state} />
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
