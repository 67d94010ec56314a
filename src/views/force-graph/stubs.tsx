// The badges of a drawing: for nodes with omitted neighbours, for cycles with omitted members.
import type { DrawingProps } from './drawing-props.ts'
import { badgeOf, type StubPlace } from './badges.ts'
import styles from './drawing.module.css'
import { isCrowded } from './emphasis.ts'
import type { HullShape } from './hull-shape.ts'
import type { NodeState } from './node-mark.tsx'
import type { OpenStub } from './params.ts'
import { BADGE_FONT } from './scene.ts'

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
