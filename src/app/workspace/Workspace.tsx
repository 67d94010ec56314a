// The screen with a profile open: header, notices, tabs, the view, and the details of the selected function.
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import { groupNotices } from '../../../workers/core/reports/messages/notices.ts'
import { canShift, filesOfAllRuns, openShifted } from '../../state/opening/open.ts'
import { useStore } from '../../state/store.ts'
import { keyOf, viewById, views, viewsFor } from '../../views/registry.ts'
import { BugBoundary } from '../BugBoundary.tsx'
import { Details } from '../details/Details.tsx'
import { VerifyListingDialog } from './VerifyListingDialog.tsx'
import { DroppedDialog } from '../opening/DroppedDialog.tsx'
import { Header } from './Header.tsx'
import { HelpDialog } from './HelpDialog.tsx'
import { useKeyboard } from './keyboard.ts'
import { useLostFocus } from '../lost-focus.ts'
import { Notices } from './Notices.tsx'
import { RunBar } from './RunBar.tsx'
import { ScenarioBar } from './ScenarioBar.tsx'
import { startTouchTooltips } from '../../ui/Tooltip.tsx'
import { fetchAhead } from '../../ui/lazy-part.ts'
import { useIsPainted } from '../../ui/display.ts'
import { showView } from '../../state/actions.ts'
import { CertainTicks, hashFor } from '../../state/selectors.ts'
import { FunctionSearch } from './FunctionSearch.tsx'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { certainTicks, certainTicksInSteps } from '../../../workers/core/reports/bounds.ts'
import { inSlices } from '../../state/worker/time-slicing.ts'
import controls from '../../ui/controls.module.css'
import styles from './workspace.module.css'

/** By now the current view is drawn, and the code of the others may load. */
const DRAWN_MS = 800

export function Workspace({ opened }: { readonly opened: ProfileView }) {
  const shown = useStore((state) => state.shared.view)
  const view = viewById(shown, opened)
  const notices = useMemo(() => groupNotices(opened.notices), [opened.notices])
  // Notices are those of one profile. The next profile's notices are shown even if no other screen
  // was drawn in between.
  const all = filesOfAllRuns(opened)
  const [closedOf, setClosedOf] = useState<typeof all | null>(null)
  const areNoticesShown = notices.length > 0 && closedOf !== all
  useKeyboard(opened)
  useLostFocus()
  const title = opened.oneRun ? `${opened.oneRun.run.name} of ${opened.name}` : opened.name
  useEffect(() => {
    document.title = `${visibleText(title)} · gmonscope`
    return () => {
      document.title = 'gmonscope'
    }
  }, [title])
  const isPainted = useIsPainted()
  useEffect(() => {
    // The button that opened it was removed, and the focus with it. An embedded page must not take
    // the focus from the page around it.
    const { activeElement, body } = document
    if (isPainted && document.hasFocus() && activeElement === body) focusTab(view.id, false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens: to focus lays out what is not painted yet
  }, [isPainted])
  useEffect(() => {
    const timer = setTimeout(() => views.forEach(fetchAhead), DRAWN_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(startTouchTooltips, [])
  const { Component } = view
  return (
    <div className={styles.frame}>
      <button type="button" className={`${controls.button} ${styles.skip}`} onClick={() => focusTab(view.id)}>
        Skip to the views
      </button>
      <Header
        opened={opened}
        noticeCount={notices.length}
        areNoticesShown={areNoticesShown}
        onNotices={() => setClosedOf(areNoticesShown ? all : null)}
      />
      {areNoticesShown && (
        <Notices
          notices={notices}
          onShift={canShift(opened) ? openShifted : null}
          onClose={() => setClosedOf(all)}
        />
      )}
      <RunBar opened={opened} />
      <ScenarioBar opened={opened} />
      <div className={styles.body}>
        <LowerBoundsProvider analyzed={opened.analyzed}>
          <main className={styles.main}>
            <ViewTabs opened={opened} current={view.id} />
            <div className={styles.view} id="view" role="tabpanel" aria-labelledby={`tab-${view.id}`}>
              <BugBoundary key={view.id}>
                <Suspense fallback={<p className={styles.waiting}>Loading the view…</p>}>
                  <Component opened={opened} />
                </Suspense>
              </BugBoundary>
            </div>
          </main>
          <Details opened={opened} />
        </LowerBoundsProvider>
      </div>
      <HelpDialog opened={opened} />
      <DroppedDialog opened={opened} />
      <VerifyListingDialog />
    </div>
  )
}

/** @param isShown whether to draw the focus ring before a key is pressed; not after a drop, where it would distract */
function focusTab(view: string, isShown = true): void {
  const options = isShown ? { preventScroll: true } : { preventScroll: true, focusVisible: false }
  document.getElementById(`tab-${view}`)?.focus(options)
}

// The views as tabs, each with a key, and the search that all views share.

function ViewTabs({ opened, current }: { readonly opened: ProfileView; readonly current: string }) {
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
    <div className={styles.bar} data-tabs={shownViews.length}>
      <div role="tablist" aria-label="Views" className={styles.tabs} onKeyDown={onKeyDown}>
        {shownViews.map((view) => (
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

// Computes the lower bounds of the total times once for all views: at once in small programs,
// otherwise after the first drawing, which then lacks them.

const AT_ONCE = 1000
const REST_MS = 50

function LowerBoundsProvider({
  analyzed,
  children,
}: {
  readonly analyzed: AnalyzedProfile
  readonly children: ReactNode
}) {
  const isSmall = analyzed.profile.functions.length <= AT_ONCE
  const [later, setLater] = useState<{ readonly of: AnalyzedProfile; readonly ticks: Float64Array } | null>(
    null,
  )
  useEffect(() => {
    if (isSmall) return
    const steps = certainTicksInSteps(analyzed)
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = inSlices(steps, (ticks) => setLater({ of: analyzed, ticks }), 1)
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [analyzed, isSmall])
  const known = isSmall ? certainTicks(analyzed) : later?.of === analyzed ? later.ticks : null
  return <CertainTicks value={known}>{children}</CertainTicks>
}
