// The call graph in the arrangement that the link names, and the keys that change it.
import { useCallback } from 'react'
import { useViewParams } from '../../state/view-params.ts'
import { isPlainKey, usePageKeys } from '../../ui/controls/page-keys.ts'
import type { ViewProps } from '../view.ts'
import { arrange, draw } from './arrange.ts'
import { CallGraph } from './CallGraph.tsx'
import { callGraphParams } from './params.ts'
import { CallTreeView } from './tree/CallTreeView.tsx'

export function Arrangements({ opened }: ViewProps) {
  const params = useViewParams(callGraphParams)
  const { arrangement, drawing } = params
  const press = useCallback(
    (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return false
      if (event.key === 'e') arrange(opened, 'entries')
      else if (event.key === 'd') arrange(opened, 'callees')
      else if (event.key === 'u') arrange(opened, 'callers')
      else if (event.key === 'i' && arrangement !== 'entries') draw(drawing === 'tree' ? 'icicle' : 'tree')
      else return false
      letGoOfTab()
      return true
    },
    [opened, arrangement, drawing],
  )
  usePageKeys(press)
  if (arrangement === 'entries') return <CallGraph opened={opened} />
  return <CallTreeView opened={opened} params={params} direction={arrangement} />
}

/** Keys of a view work from its tab, too, where the focus is when a profile opens; what they bring in takes it from there. */
function letGoOfTab(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.role === 'tab') activeElement.blur()
}
