// The views as tabs, one key each, and the search that all of them share.
import { useEffect, type KeyboardEvent } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { showView } from '../../state/actions.ts'
import { hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls.module.css'
import { fetchAhead } from '../../ui/lazy-part.ts'
import { keyOf, viewsFor } from '../../views/registry.ts'
import { FunctionSearch } from './FunctionSearch.tsx'
import styles from './view-tabs.module.css'

export function ViewTabs({ opened, current }: { readonly opened: ProfileView; readonly current: string }) {
  const shared = useStore((state) => state.shared)
  const views = viewsFor(opened)
  const isFirst = current === views[0]?.id
  useEffect(() => {
    // A phone has no room for all of them. The first one is in sight as it is, and nothing has to be laid out for it.
    if (!isFirst)
      document.getElementById(`tab-${current}`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, isFirst])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = views.findIndex((view) => view.id === current)
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' && !event.altKey ? -1 : 0
    const next = step !== 0 ? views[(at + step + views.length) % views.length] : null
    if (!next && event.key !== ' ') return
    event.preventDefault()
    if (!next) return
    showView(next.id)
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <div className={styles.bar} data-tabs={views.length}>
      <div role="tablist" aria-label="Views" className={styles.tabs} onKeyDown={onKeyDown}>
        {views.map((view) => (
          <a
            key={view.id}
            id={`tab-${view.id}`}
            role="tab"
            href={hashFor(shared, { view: view.id })}
            aria-selected={view.id === current}
            aria-controls="view"
            aria-keyshortcuts={`${keyOf(view)}`}
            tabIndex={view.id === current ? 0 : -1}
            className={styles.tab}
            draggable={false}
            onPointerEnter={() => fetchAhead(view)}
          >
            {view.title}
            <kbd className={controls.key} aria-hidden="true">
              {keyOf(view)}
            </kbd>
          </a>
        ))}
      </div>
      <FunctionSearch opened={opened} />
    </div>
  )
}
