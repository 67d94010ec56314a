// The screen with a profile open: header, notices, tabs, search, the view, and the details of the selected
// function.
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
} from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import { groupNotices, isSevere, type NoticeGroup } from '../../../workers/core/reports/messages/notices.ts'
import { canShift, filesOfAllRuns, openForked, openShifted } from '../../state/opening.ts'
import {
  CertainTicks,
  flatRowsOf,
  hashFor,
  memoiseLast,
  openedIn,
  search,
  select,
  selectedOf,
  showPanel,
  showView,
  type State,
  useSelected,
  useStore,
} from '../../state/store.ts'
import { selectCycle, selectedCycleOf, useSelectedCycle } from '../../state/selected-cycle.ts'
import { flatProfile, keyOf, viewById, views, viewsFor } from '../../views/registry.ts'
import { BugBoundary } from '../screens/StartScreens.tsx'
import { Details } from '../details/Details.tsx'
import { VerifyListingDialog } from './VerifyListingDialog.tsx'
import { DroppedDialog } from '../opening/DropZone.tsx'
import { Header } from './Header.tsx'
import { PicturePane } from './PicturePane.tsx'
import { focusSearch, HelpDialog, searchInput, useKeyboard } from './keyboard.tsx'
import { fetchAhead, focusView, lazyPart, useIsPainted, useLostFocus, useRoomyWindow } from '../../ui/page.ts'
import { RunBar, ScenarioBar } from './ScenarioBar.tsx'
import { Summary } from './Summary.tsx'
import {
  CloseIcon,
  Dialog,
  IconButton,
  NoticeIcon,
  SearchBox,
  startTouchTooltips,
} from '../../ui/controls.tsx'
import type { AnalyzedProfile, CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { cycleInQuery } from '../../../workers/core/reports/cycle-query.ts'
import {
  certainTicks,
  certainTicksInSteps,
  MOST_JOINED_IN_PAGE,
} from '../../../workers/core/reports/bounds.ts'
import { inSlices, valueOf } from '../../state/requests.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { hex } from '../../../workers/core/reports/messages/message.ts'
import { LongList } from '../../ui/text.tsx'
import { Copied, useCopy } from '../../ui/table.tsx'
import { Splitter, usePaneSize } from '../../ui/splitter.tsx'
import type { MenuPlace } from '../../ui/context-menu.tsx'
import { type MenuSubject, menuSubjectAt, type ViewDefinition } from '../../views/view.tsx'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { entriesAmong } from '../../../workers/core/reports/search.ts'
import controls from '../../ui/controls.module.css'
import styles from './workspace.module.css'

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
  useEffect(() => {
    // The button that opened it was removed, and the focus with it. An embedded page must not take
    // the focus from the page around it.
    const { activeElement, body } = document
    if (isPainted && document.hasFocus() && activeElement === body) focusList(view.id)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it opens: to focus lays out what is not painted yet
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
      <button type="button" className={`${controls.button} ${styles.skip}`} onClick={() => focusTab(view.id)}>
        Skip to views
      </button>
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
        <LowerBoundsProvider analyzed={opened.analyzed}>
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
        </LowerBoundsProvider>
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

// The menu of a function, an arc or a cycle, opened by a right click, the menu key, Shift F10, or a long touch;
// and the palette. Their code loads on first use.

const { Component: Menu } = lazyPart(async () => (await import('./FunctionMenu.tsx')).FunctionMenu)
const { Component: List } = lazyPart(async () => (await import('./Palette.tsx')).Palette)

/** Milliseconds of a long touch, a little less than browsers take for their own menu. */
const TOUCH_MS = 450
/** Pixels that a resting finger moves. */
const TOUCH_SLACK = 10

interface OpenMenu {
  readonly subject: MenuSubject
  readonly place: MenuPlace
}

function Commands({ opened }: { readonly opened: ProfileView }) {
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const { outcome, copy } = useCopy()
  const onClose = useCallback(() => setMenu(null), [])
  const onCopy = useCallback((text: string, what = 'Name copied') => void copy(text, what), [copy])
  useEffect(() => startMenus(setMenu), [])
  const isPalette = useStore((state) => state.ui.panel === 'palette')
  return (
    <>
      {menu && (
        <BugBoundary>
          <Suspense fallback={null}>
            <Menu opened={opened} {...menu} onCopy={onCopy} onClose={onClose} />
          </Suspense>
        </BugBoundary>
      )}
      <Dialog title="Commands" isOpen={isPalette} onClose={() => showPanel('none')}>
        <BugBoundary>
          <Suspense fallback={<p>Loading …</p>}>
            <List opened={opened} onCopy={onCopy} onSearch={searchAfterDialog} />
          </Suspense>
        </BugBoundary>
      </Dialog>
      <Copied outcome={outcome} />
    </>
  )
}

/** Waits until the dialog has returned the focus. */
const searchAfterDialog = () => void requestAnimationFrame(focusSearch)

/** Reports each request for a menu. Returns a function that stops it. */
function startMenus(onOpen: (menu: OpenMenu) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let touch = { x: 0, y: 0 }
  /** True after a long touch: lifting the finger is then no tap. */
  let isHeld = false
  const openAt = (target: EventTarget | null, at: { x: number; y: number } | null): boolean => {
    const subject = menuSubjectAt(target)
    if (!subject) return false
    const { left, bottom } = subject.element.getBoundingClientRect()
    const { activeElement, body } = document
    const from = activeElement === body ? subject.element : activeElement
    onOpen({ subject, place: { ...(at ?? { x: Math.max(0, left) + 24, y: bottom }), from } })
    return true
  }
  const onContextMenu = (event: PointerEvent | MouseEvent) => {
    const { target, clientX: x, clientY: y, shiftKey } = event
    // Shift opens the browser's own menu, which also copies selected text and opens links.
    const isOnText = window.getSelection()?.isCollapsed === false
    if (shiftKey || isOnText || event.defaultPrevented) return
    if (isHeld || openAt(target, { x, y })) event.preventDefault()
  }
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (isMenuKey && openAt(event.target, null)) event.preventDefault()
  }
  const onPointerDown = ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    clearTimeout(timer)
    isHeld = false
    if (pointerType !== 'touch' || isExplained(target)) return
    touch = { x, y }
    timer = setTimeout(() => {
      isHeld = openAt(target, touch)
    }, TOUCH_MS)
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - touch.x, clientY - touch.y) > TOUCH_SLACK) clearTimeout(timer)
  }
  const onTouchEnd = () => clearTimeout(timer)
  const onClick = (event: MouseEvent) => {
    if (!isHeld) return
    isHeld = false
    event.stopPropagation()
    event.preventDefault()
  }
  const listeners = [
    ['contextmenu', onContextMenu],
    ['keydown', onKeyDown],
    ['pointerdown', onPointerDown],
    ['pointermove', onPointerMove],
    ['pointerup', onTouchEnd],
    ['pointercancel', onTouchEnd],
    ['click', onClick],
  ] as const
  for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true)
  return () => {
    clearTimeout(timer)
    for (const [name, listener] of listeners)
      window.removeEventListener(name, listener as EventListener, true)
  }
}

/** A long touch on a number explains it. */
const isExplained = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-tip]:not([data-menu])') !== null

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
            aria-keyshortcuts={`${keyOf(view)}`}
            title={`Key ${keyOf(view)}`}
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
    const steps = certainTicksInSteps(analyzed, MOST_JOINED_IN_PAGE)
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

// Notices about the measurement: the most important first, the rest folded.

/**
 * Whether the notices are shown. Once the user has closed them, or opened another view while none
 * says that numbers may be wrong, they fold to the count in the header. A new notice shows them
 * again.
 *
 * @param files of the profile; another profile's notices are all new
 */
function useNoticeFold(notices: readonly NoticeGroup[], files: unknown, view: string) {
  const [seen, setSeen] = useState<{ readonly of: unknown; readonly titles: ReadonlySet<string> } | null>(
    null,
  )
  const [isOpened, setOpened] = useState(false)
  const [lastView, setLastView] = useState(view)
  const fold = () => {
    setSeen({ of: files, titles: new Set(notices.map(({ title }) => title)) })
    setOpened(false)
  }
  if (lastView !== view) {
    setLastView(view)
    if (!notices.some(isSevere)) fold()
  }
  const known = seen !== null && seen.of === files ? seen.titles : null
  const hasNew = notices.some(({ title }) => !known?.has(title))
  return { isShown: notices.length > 0 && (isOpened || hasNew), show: () => setOpened(true), fold }
}

/** A killed job can write a thousand truncated files. */
const SHOWN = 20

export function Notices({
  notices,
  onShift,
  onShare,
  onClose,
}: {
  readonly notices: readonly NoticeGroup[]
  /** Null if addresses cannot be shifted. */
  readonly onShift: ((shift: number) => void) | null
  /** Null if the profiles cannot be added up in another way. */
  readonly onShare: ((how: 'each' | 'once') => void) | null
  readonly onClose: () => void
}) {
  const [isUnfolded, setUnfolded] = useState(false)
  const { shift = 0 } = notices.find((notice) => notice.shift !== 0) ?? {}
  const { sharedPast = null } = notices.find((notice) => notice.sharedPast !== null) ?? {}
  return (
    <section aria-label="Notices" className={styles.region}>
      <div className={styles.list} data-open={isUnfolded}>
        <LongList items={isUnfolded ? notices : notices.slice(0, 1)} shown={SHOWN} Line={NoticeLine} />
      </div>
      <div className={styles.actions}>
        {onShift && shift !== 0 && (
          <button type="button" className={controls.quiet} onClick={() => onShift(shift)}>
            Shift by {hex(shift)}
          </button>
        )}
        {onShare && sharedPast !== null && (
          <button
            type="button"
            className={controls.quiet}
            onClick={() => onShare(sharedPast === 'each' ? 'once' : 'each')}
          >
            {sharedPast === 'each' ? 'Count once' : 'Count each'}
          </button>
        )}
        <button
          type="button"
          className={controls.quiet}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Less' : notices.length > 1 ? `${notices.length - 1} more` : 'More'}
        </button>
        <IconButton label="Close notices" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
    </section>
  )
}

function NoticeLine({ item: { title, explanation, remedy, rank, files } }: { readonly item: NoticeGroup }) {
  return (
    <li className={styles.notice} data-rank={rank}>
      <NoticeIcon />
      <div className={styles.words}>
        <strong>{title}.</strong> {explanation}{' '}
        {remedy !== '' && <span className={styles.remedy}>{remedy}</span>}
        {files.length > 0 && (
          <details className={styles.files}>
            <summary>All {formatCount(files.length)} files</summary>
            {files.join(', ')}
          </details>
        )}
      </div>
    </li>
  )
}

// The search for function names, kept in the link: its field, its matches in the view's order, and
// the step to the next match.

function FunctionSearch({ opened }: { readonly opened: ProfileView }) {
  const query = useStore((state) => state.shared.query)
  const found = valueOf(useStore((state) => state.ui.found))
  const matches = useStore(matchesOf)
  const selected = useSelected(opened)
  const selectedCycle = useSelectedCycle(opened)
  const cycle = cycleInQuery(opened.analyzed, query)
  const position = useMemo(
    () => positionAmong(matches, cycle, selected, selectedCycle),
    [matches, cycle, selected, selectedCycle],
  )
  const count = matches.length + (cycle === null ? 0 : 1)
  const status =
    query.trim() === '' || found?.ok === false
      ? ''
      : !found
        ? 'Searching…'
        : `${placeOf(position, count)}${found.left > 0 ? ' so far…' : ''}`
  return (
    <SearchBox
      label="Search functions"
      value={query}
      status={status}
      spokenFirst={
        position === 0
          ? ''
          : selected === null
            ? `cycle ${(cycle ?? 0) + 1},`
            : `${displayName(opened.analyzed.profile.functions, selected)},`
      }
      error={query.trim() !== '' && found?.ok === false ? reasonOf(found.message) : null}
      canStep={count > 0}
      inputRef={searchInput}
      onChange={search}
      onStep={stepSearch}
      onClose={close}
    />
  )
}

function close(): void {
  search('')
  requestAnimationFrame(focusView)
}

/** Returns "3 of 12"; only the number of matches before the first step. */
function placeOf(position: number, matches: number): string {
  if (position > 0) return `${formatCount(position)} of ${formatCount(matches)}`
  return matches === 1 ? '1 match' : `${formatCount(matches)} matches`
}

/**
 * Removes the expression from the start of the browser's message: the user sees it in the field.
 */
function reasonOf(message: string): string {
  return message.replace(/^Invalid regular expression: .*: /, '')
}

// The matches that a search steps through, in the order of the current view.

/** Returns the matches in the order of the current view; empty without a search. */
export function matchesOf({ session, ui, shared }: State): Uint32Array<ArrayBuffer> {
  const opened = openedIn(session)
  const found = valueOf(ui.found)
  if (!opened || !found?.ok) return NO_ROWS
  // A link may name an unknown view; the flat profile is shown instead.
  return viewById(shared.view, opened) === flatProfile
    ? flatRowsOf(opened, found, valueOf(ui.sorted))
    : entriesOf(opened, found.matches)
}

const NO_ROWS = new Uint32Array(0)

const entriesOf = memoiseLast(({ analyzed, listing }: ProfileView, matches: Uint32Array<ArrayBuffer>) =>
  entriesAmong(listing.entries, matches, analyzed.profile.functions.length),
)

/**
 * Returns the position, from 1, of what is selected among the matches; 0 if it is no match.
 *
 * @param cycle the cycle that the query names, which is then the first match
 */
function positionAmong(
  rows: Uint32Array,
  cycle: CycleIndex | null,
  f: FunctionIndex | null,
  selectedCycle: CycleIndex | null,
): number {
  if (cycle !== null && cycle === selectedCycle) return 1
  const at = f === null ? -1 : rows.indexOf(f)
  return at < 0 ? 0 : at + (cycle === null ? 1 : 2)
}

function stepSearch(direction: 1 | -1): void {
  const state = useStore.getState()
  const opened = openedIn(state.session)
  if (!opened) return
  const { selected, query } = state.shared
  const rows = matchesOf(state)
  const cycle = cycleInQuery(opened.analyzed, query)
  const before = cycle === null ? 0 : 1
  const length = rows.length + before
  if (length === 0) return
  const at = positionAmong(rows, cycle, selectedOf(opened, selected), selectedCycleOf(opened, selected)) - 1
  const next = at < 0 ? (direction === 1 ? 0 : length - 1) : (at + direction + length) % length
  const f = rows[next - before]
  if (next < before && cycle !== null) selectCycle(cycle, 'replace')
  else if (f !== undefined) select(f as FunctionIndex, 'replace')
}
