// The views as tabs, each with a key, beside the search that all views share.
import { type KeyboardEvent, useEffect } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { hashFor } from '../../state/selectors.ts'
import { showView } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { viewKey, viewsFor } from '../../views/registry.ts'
import type { ViewDefinition } from '../../views/view.ts'
import { fetchAhead } from '../../ui/lazy-part.ts'
import styles from './workspace.module.css'
import { FunctionSearch } from './FunctionSearch.tsx'

export function ViewTabs({ opened, current }: { readonly opened: ProfileView; readonly current: string }) {
  const shared = useStore((state) => state.shared)
  const shownViews = viewsFor(opened)
  const isFirst = current === shownViews[0]?.id
  useEffect(() => {
    // A phone has no room for all tabs. The first one is in view already, so no layout is forced
    // for it.
    if (!isFirst)
      document.getElementById(`tab-${current}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, isFirst])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = shownViews.findIndex((view) => view.id === current)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' && !event.altKey ? -1 : 0
    const next = step !== 0 ? shownViews[(at + step + shownViews.length) % shownViews.length] : null
    if (!next && event.key !== ' ') return
    event.preventDefault()
    if (!next) return
    showView(next.id)
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <div className={styles.bar}>
      <div role="tablist" aria-label="Views" className={styles.tabs} onKeyDown={onKeyDown}>
        {shownViews.map((view) => (
          <a
            key={view.id}
            id={`tab-${view.id}`}
            role="tab"
            href={hashFor(shared, { view: view.id })}
            aria-selected={view.id === current}
            aria-controls="view"
            {...keyAttributes(view)}
            tabIndex={view.id === current ? 0 : -1}
            className={styles.tab}
            draggable={false}
            onPointerEnter={() => fetchAhead(view)}
          >
            <TabTitle title={view.title} />
          </a>
        ))}
      </div>
      <FunctionSearch opened={opened} />
    </div>
  )
}

function keyAttributes(view: ViewDefinition) {
  const key = viewKey(view)
  return key === null ? {} : { 'aria-keyshortcuts': key, title: `Key ${key}` }
}

/** On a phone a tab shows the first word alone. */
function TabTitle({ title }: { readonly title: string }) {
  const [first, ...rest] = title.split(' ')
  return (
    <span>
      {first}
      {rest.length > 0 && <span className={styles.restOfTitle}> {rest.join(' ')}</span>}
    </span>
  )
}
