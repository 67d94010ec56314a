// The badges of a drawing: of functions whose neighbours are left out, and of cycles with more members than are drawn.
import type { DrawingProps } from './drawing-props.ts'
import { isCrowded } from './emphasis.ts'
import type { HullShape } from './Hull.tsx'
import type { NodeState } from './NodeMark.tsx'
import { Stub } from './Stub.tsx'
import type { StubPlace } from './stub-places.ts'

export function Stubs({
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
        // Far out a badge could not be read; those of the node at hand stay.
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
