// The menu of a function, an arc or a cycle.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { briefName } from '../../../workers/core/names/brief-name.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { titleBetween } from '../../../workers/core/names/arc-names.ts'
import { ContextMenu, type MenuItem, type MenuPlace } from '../../ui/context-menu.tsx'
import type { MenuSubject } from '../../views/menu-subject.ts'
import { select } from '../../state/actions.ts'
import { cycleActions } from './cycle-actions.ts'
import { arcAction, functionActions } from './function-actions.ts'

export function FunctionMenu({
  opened,
  subject,
  place,
  onCopy,
  onClose,
}: {
  readonly opened: ProfileView
  readonly subject: MenuSubject
  readonly place: MenuPlace
  readonly onCopy: (text: string, outcome?: string) => void
  readonly onClose: () => void
}) {
  const { f, arc, cycle } = subject
  const groups = useMemo(() => {
    if (cycle !== null) return cycleActions(opened, cycle, onCopy)
    const ends: readonly MenuItem[] =
      arc && f === null
        ? [
            { label: 'Show the caller', run: () => select(arc.parent, 'push') },
            { label: 'Show the callee', run: () => select(arc.child, 'push') },
          ]
        : []
    const ofArc = arc ? [[...ends, arcAction(opened, arc)]] : []
    return f === null ? ofArc : [...functionActions(opened, f, onCopy), ...ofArc]
    // Its switches are as they were when it opened: a choice closes it.
  }, [opened, f, arc, cycle, onCopy])
  const { functions } = opened.analyzed.profile
  const label =
    f !== null
      ? briefName(displayName(functions, f))
      : arc
        ? titleBetween(opened.analyzed, arc.parent, arc.child)
        : `cycle ${(cycle ?? 0) + 1}`
  return <ContextMenu {...{ label, groups, place, onClose }} />
}
