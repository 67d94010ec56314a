// The hull of an open cycle: its outline behind everything, its name, its members as a group.
import type { DrawnCycle } from '../../../workers/core/reports/graph/drawing.ts'
import type { ReactNode } from 'react'
import { menuOfCycle } from '../menu-subject.ts'
import { CycleToggle } from './cycle-toggle.tsx'
import styles from './drawing.module.css'
import { type HullShape, FONT } from './hull-shape.ts'

export function HullFill({ shape }: { readonly shape: HullShape }) {
  return <path className={styles.hullFill} data-colour={shape.colour} d={shape.path} />
}

export function Hull({
  cycle,
  shape,
  scale,
  isSelected,
  isHovered,
  isReachable,
  onClose,
  children,
}: {
  readonly cycle: DrawnCycle
  readonly shape: HullShape
  readonly scale: number
  readonly isSelected: boolean
  readonly isHovered: boolean
  /** Whether its name and its button are tab stops. */
  readonly isReachable: boolean
  /** Closes the cycle; null in a file. */
  readonly onClose: (() => void) | null
  readonly children: ReactNode
}) {
  return (
    <g
      role="group"
      aria-label={`cycle ${cycle.cycle + 1}`}
      className={styles.cycle}
      data-colour={shape.colour}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
    >
      <path className={styles.hull} d={shape.path} />
      <g
        role="button"
        aria-label={`cycle ${cycle.cycle + 1} as a whole, ${shape.label}`}
        aria-pressed={isSelected}
        tabIndex={isReachable ? 0 : -1}
        className={styles.hullName}
        data-keep
        data-cycle={cycle.cycle}
        {...menuOfCycle(cycle.cycle)}
      >
        <text className={styles.hullLabel} x={shape.labelX} y={shape.labelY} fontSize={FONT * scale}>
          {shape.label}
        </text>
      </g>
      {children}
      {onClose && (
        <CycleToggle
          name={`cycle ${cycle.cycle + 1}`}
          isOpen
          {...shape.toggle}
          {...{ scale, isReachable }}
          onToggle={onClose}
        />
      )}
    </g>
  )
}
