// The call graph, in the arrangement that the link names.
import { useCallback } from 'react'
import { useViewParams } from '../../state/url/view-params.ts'
import { isPlainKey, usePageKeys } from '../../ui/page-keys.ts'
import { showFlame } from '../call-trees.ts'
import type { ViewProps } from '../view.ts'
import { arrange, callGraphParams } from './params.ts'
import { CallTreeView } from './tree/CallTreeView.tsx'
import { EntryGrid } from './EntryGrid.tsx'

export function CallGraph({ opened }: ViewProps) {
  const params = useViewParams(callGraphParams)
  const { arrangement, root } = params
  const press = useCallback(
    (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return false
      if (event.key === 'e') arrange(opened, 'entries')
      else if (event.key === 'd') arrange(opened, 'callees')
      else if (event.key === 'u') arrange(opened, 'callers')
      else if (event.key === 'i' && arrangement !== 'entries') showFlame(arrangement, root)
      else return false
      letGoOfTab()
      return true
    },
    [opened, arrangement, root],
  )
  usePageKeys(press)
  if (arrangement === 'entries') return <EntryGrid opened={opened} convention={params.convention} />
  return <CallTreeView opened={opened} params={params} direction={arrangement} />
}

/**
 * Drops the focus from the view's tab, where it is when a profile opens, so that a part loaded on a
 * key can take it.
 */
function letGoOfTab(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.role === 'tab') activeElement.blur()
}
