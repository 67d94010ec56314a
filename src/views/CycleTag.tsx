// "cycle 3" beside a name: a link that selects the cycle.
import type { ReactNode } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import { cycleSelection, hoverCycle, useSelectedCycle } from '../state/selected-cycle.ts'
import { hashFor } from '../state/selectors.ts'
import { useStore } from '../state/store.ts'
import { menuOfCycle } from './menu-subject.ts'
import controls from '../ui/controls.module.css'

export function CycleTag({
  opened,
  cycle,
  className = '',
  children = `cycle ${cycle + 1}`,
  ...others
}: {
  readonly opened: ProfileView
  readonly cycle: CycleIndex
  readonly className?: string | undefined
  readonly id?: string
  /** "cycle 3" if it is not given. */
  readonly children?: ReactNode
  /** -1 in a grid, where its own menu and the palette lead to the cycle. */
  readonly tabIndex?: -1
}) {
  const shared = useStore((state) => state.shared)
  const isSelected = useSelectedCycle(opened) === cycle
  return (
    <a
      {...others}
      href={hashFor(shared, { selected: cycleSelection(opened, cycle) })}
      className={`${controls.tag} ${className}`}
      title={`Select cycle ${cycle + 1}: functions that can all reach one another by calls`}
      aria-current={isSelected || undefined}
      draggable={false}
      data-cycle={cycle}
      {...menuOfCycle(cycle)}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && hoverCycle(cycle)}
      onPointerLeave={() => hoverCycle(null)}
    >
      {children}
    </a>
  )
}
