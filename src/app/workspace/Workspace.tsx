// The screen with a profile open: header, notices, tabs, search, the view, the details of the selected
// function.
import { type CSSProperties, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { groupNotices } from '../../../workers/core/reports/messages/group-notices.ts'
import { canShift, openForked, openShifted } from '../../state/opening/open.ts'
import { filesOfAllRuns } from '../../state/opening/runs.ts'
import { useStore } from '../../state/store.ts'
import { flatProfile, viewById, views, viewsFor } from '../../views/registry.ts'
import { BugBoundary } from '../screens/BugBoundary.tsx'
import { Details } from '../details/Details.tsx'
import { VerifyListingDialog } from './VerifyListingDialog.tsx'
import { DroppedDialog } from '../opening/DroppedDialog.tsx'
import { Header } from './Header.tsx'
import { PicturePane } from './PicturePane.tsx'
import { HelpDialog } from './HelpDialog.tsx'
import { useKeyboard } from './keyboard.ts'
import { fetchAhead, lazyPart } from '../../ui/lazy-part.ts'
import { useLostFocus } from '../../ui/focus.ts'
import { useIsPainted } from '../../ui/printing.ts'
import { useRoomyWindow } from '../../ui/media.ts'
import { RunBar } from './RunBar.tsx'
import { ScenarioBar } from './ScenarioBar.tsx'
import { Summary } from './Summary.tsx'
import { startTouchTooltips } from '../../ui/touch-tooltips.ts'
import { Splitter } from '../../ui/Splitter.tsx'
import { usePaneSize } from '../../ui/use-pane-size.ts'
import type { ViewDefinition } from '../../views/view.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './workspace.module.css'
import { useNoticeFold } from './use-notice-fold.ts'
import { Notices } from './Notices.tsx'
import { BoundsProvider } from './BoundsProvider.tsx'
import { ViewTabs } from './ViewTabs.tsx'
import { Commands } from './menus.tsx'

/** By now the current view is drawn, and the code of the others may load. */
const DRAWN_MS = 800

/** Functions of the longest list that has the picture below it: beside it half of the window would be empty. */
const SHORT_LIST = 8

const { Component: BreakAtBar } = lazyPart(
  async () => (await import('../../views/cycles/BreakAtBar.tsx')).BreakAtBar,
)

export function Workspace({ opened }: { readonly opened: ProfileView }) {
  const shown = useStore((state) => state.shared.view)
  const wanted = viewById(shown, opened)
  const view = useDeferredView(wanted, opened)
  const notices = useMemo(() => groupNotices(opened.notices), [opened.notices])
  const { isShown: areNoticesShown, show, fold } = useNoticeFold(notices, filesOfAllRuns(opened), view.id)
  useKeyboard(opened)
  useLostFocus()
  const title = opened.oneRun ? `${opened.oneRun.run.name} of ${opened.name}` : opened.name
  useEffect(() => {
    document.title = `${visibleText(title)} · gmonscope`
    return () => {
      document.title = 'gmonscope'
    }
  }, [title])
  const breakAt = useStore((state) => state.ui.breakAt)
  const isPainted = useIsPainted()
  const takeFocus = useEffectEvent(() => {
    // The button that opened it was removed, and the focus with it. An embedded page must not take
    // the focus from the page around it.
    const { activeElement, body } = document
    if (document.hasFocus() && activeElement === body) focusList(view.id)
  })
  useEffect(() => {
    // Once, when it opens: to focus lays out what is not painted yet.
    if (isPainted) takeFocus()
  }, [isPainted])
  useEffect(() => {
    const timer = setTimeout(() => views.forEach(fetchAhead), DRAWN_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(startTouchTooltips, [])
  const { Component } = view
  const details = usePaneSize('details')
  const bench = usePaneSize('workbench')
  const lower = usePaneSize('lower')
  const isBench = useRoomyWindow() && view === flatProfile
  const side = isBench ? bench : details
  const isShort = isBench && (opened.asMeasured ?? opened).listing.flat.printed.length <= SHORT_LIST
  return (
    <div className={styles.frame}>
      <Button className={styles.skip} onClick={() => focusTab(view.id)}>
        Skip to views
      </Button>
      <Header
        opened={opened}
        notices={notices}
        areNoticesShown={areNoticesShown}
        onNotices={areNoticesShown ? fold : show}
      />
      {areNoticesShown && (
        <Notices
          notices={notices}
          onShift={canShift(opened) ? openShifted : null}
          onShare={canShift(opened) ? openForked : null}
          onClose={fold}
        />
      )}
      <RunBar opened={opened} />
      <ScenarioBar opened={opened} />
      {breakAt && (
        <BugBoundary>
          <Suspense fallback={null}>
            <BreakAtBar opened={opened} breakAt={breakAt} />
          </Suspense>
        </BugBoundary>
      )}
      <div
        className={styles.body}
        data-panes
        data-bench={isBench}
        data-short={isShort}
        style={sideWidth(side.size, isBench)}
      >
        <BoundsProvider opened={opened}>
          <main className={styles.main}>
            <ViewTabs opened={opened} current={wanted.id} />
            {view === flatProfile && <Summary opened={opened} onNotices={show} />}
            <div className={styles.view} id="view" role="tabpanel" aria-labelledby={`tab-${view.id}`}>
              <BugBoundary key={view.id}>
                <Suspense fallback={<p className={styles.waiting}>Loading the view…</p>}>
                  <Component opened={opened} />
                </Suspense>
              </BugBoundary>
            </div>
            <Splitter
              label="Width of the details"
              pane="side"
              isUpright
              usual={isBench ? 35 : 24}
              {...side}
            />
          </main>
          <div
            id="side"
            className={styles.side}
            data-panes={isBench || undefined}
            style={heightOf(lower.size)}
          >
            {isBench && (
              <PicturePane opened={opened}>
                <Splitter
                  label="Height of the details"
                  pane="details"
                  isUpright={false}
                  usual={52}
                  {...lower}
                />
              </PicturePane>
            )}
            <Details opened={opened} />
          </div>
        </BoundsProvider>
      </div>
      <HelpDialog opened={opened} />
      <DroppedDialog opened={opened} />
      <VerifyListingDialog />
      <Commands opened={opened} />
    </div>
  )
}

/**
 * Returns the view to draw. React renders the wanted view in short tasks; until then the previous one stays, if it
 * applies to the profile.
 */
function useDeferredView(wanted: ViewDefinition, opened: ProfileView): ViewDefinition {
  const deferred = useDeferredValue(wanted)
  return viewsFor(opened).includes(deferred) ? deferred : wanted
}

/** The list keeps its most important columns, and what is beside it its numbers. */
const sideWidth = (size: number | null, isBench: boolean): CSSProperties | undefined =>
  size === null
    ? undefined
    : ({ '--side': `clamp(${isBench ? 380 : 240}px, ${size}%, 100% - 420px)` } as CSSProperties)

const heightOf = (size: number | null): CSSProperties | undefined =>
  size === null ? undefined : ({ '--lower': `${size}%` } as CSSProperties)

/**
 * Focuses the view's list, or its tab if it has none. Draws no focus ring before a key is pressed:
 * after a drop it would distract.
 */
function focusList(view: string): void {
  const row = document.querySelector<HTMLElement>('#view [data-row][tabindex="0"]')
  if (row) row.focus({ preventScroll: true, focusVisible: false })
  else focusTab(view, false)
}

/** @param isShown whether to draw the focus ring before a key is pressed */
function focusTab(view: string, isShown = true): void {
  const options = isShown ? { preventScroll: true } : { preventScroll: true, focusVisible: false }
  document.getElementById(`tab-${view}`)?.focus(options)
}
