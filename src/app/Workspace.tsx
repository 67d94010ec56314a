// A profile is open: header, notices, tabs, the view, and the details of what is selected.
import { Suspense, useEffect, useMemo, useState } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import { visibleText } from '../../workers/core/base/text.ts'
import { groupNotices } from '../../workers/core/reports/messages/notices.ts'
import { canShift, filesOfAllRuns, openShifted } from '../state/opening/open.ts'
import { CertainTime } from './CertainTime.tsx'
import { useStore } from '../state/store.ts'
import { viewById, views } from '../views/registry.ts'
import { BugBoundary } from './BugBoundary.tsx'
import { Details } from './details/Details.tsx'
import { ComparisonDialog } from './comparison/ComparisonDialog.tsx'
import { DroppedDialog } from './opening/DroppedDialog.tsx'
import { Header } from './header/Header.tsx'
import { HelpDialog } from './HelpDialog.tsx'
import { useKeyboard } from './keyboard.ts'
import { useLostFocus } from './lost-focus.ts'
import { Notices } from './Notices.tsx'
import { RunBar } from './runs/RunBar.tsx'
import { ScenarioBar } from './scenario/ScenarioBar.tsx'
import { ViewTabs } from './header/ViewTabs.tsx'
import { startTouchTooltips } from '../ui/Tooltip.tsx'
import { fetchAhead } from '../ui/lazy-part.ts'
import { useIsPainted } from '../ui/display.ts'
import controls from '../ui/controls.module.css'
import styles from './workspace.module.css'

/** By then the view on screen is drawn, and the others may come in. */
const DRAWN_MS = 800

export function Workspace({ opened }: { readonly opened: ProfileView }) {
  const shown = useStore((state) => state.shared.view)
  const view = viewById(shown, opened)
  const notices = useMemo(() => groupNotices(opened.notices), [opened.notices])
  // Those of one profile: the next one's are told, be it there so soon that no other screen came between.
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
    // The button that opened it is gone, and the focus with it. A page that another one embeds takes no focus away from that.
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
        <CertainTime analyzed={opened.analyzed}>
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
        </CertainTime>
      </div>
      <HelpDialog opened={opened} />
      <DroppedDialog opened={opened} />
      <ComparisonDialog />
    </div>
  )
}

/** @param isShown whether the focus is drawn before a key is pressed: nobody who dropped files asked for it */
function focusTab(view: string, isShown = true): void {
  const options = isShown ? { preventScroll: true } : { preventScroll: true, focusVisible: false }
  document.getElementById(`tab-${view}`)?.focus(options)
}
