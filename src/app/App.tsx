// Chooses the screen for the session's phase. Files that could not be opened are reported above it.
// Progress appears only if it lasts.
import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { Session } from '../state/session.ts'
import { useStore } from '../state/store.ts'
import { workers } from '../state/worker/connection.ts'
import { PROGRESS_DELAY_MS } from '../state/worker/slices.ts'
import { fetchAhead, lazyPart } from '../ui/lazy-part.ts'
import { focusScreen } from '../ui/focus.ts'
import { viewById } from '../views/registry.ts'
import { BugBoundary } from './screens/BugBoundary.tsx'
import { Landing } from './screens/Landing.tsx'
import { StartFrame } from './screens/StartFrame.tsx'
import { WorkingScreen } from './screens/WorkingScreen.tsx'
import { DropZone } from './opening/DropZone.tsx'
import { problemText } from '../../workers/core/reports/messages/problems.ts'
import { forgetRefused } from '../state/opening/open.ts'
import { CloseIcon, IconButton } from '../ui/icons.tsx'
import styles from './screens/start.module.css'

const workspace = lazyPart(async () => (await import('./workspace/Workspace.tsx')).Workspace)
const Workspace = workspace.Component
const problemScreen = lazyPart(async () => (await import('./screens/ProblemScreens.tsx')).ProblemScreen)
const ProblemScreen = problemScreen.Component
const EmbedPrompt = lazyPart(async () => (await import('./opening/EmbedPrompt.tsx')).EmbedPrompt).Component

const PageBars = lazyPart(async () => (await import('./screens/PageBars.tsx')).PageBars).Component

/** Null in a one-file page, which never fetches from another host. */
const HostedScreen =
  import.meta.env.MODE === 'one-file'
    ? () => null
    : lazyPart(async () => (await import('./screens/HostedScreen.tsx')).HostedScreen).Component

/** Shown while the code of the screen for hosted links loads. */
const EMPTY_FRAME = <StartFrame>{null}</StartFrame>

/** Loads the code of the next screens while the page is idle, so that what is dropped appears at once. */
const IDLE_MS = 1200

export function App() {
  const session = useDeferredSession(useDelayedSession(useStore((state) => state.session)))
  // Progress reports that do not change the screen cause no redraw.
  const screen = useMemo(() => screenFor(session), [session])
  useEffect(() => {
    const timer = setTimeout(() => {
      preload()
      if (useStore.getState().session.phase === 'idle') workers.prepare()
    }, IDLE_MS)
    return () => clearTimeout(timer)
  }, [])
  const phase = session.phase
  const hasBar = useStore(({ ui }) => ui.update !== null || ui.isWorkerSilent)
  const begunWith = useRef<string | null>(phase)
  useEffect(() => {
    if (begunWith.current === phase) return
    begunWith.current = null
    focusScreen()
  }, [phase])
  return (
    <DropZone>
      <BugBoundary key={phase}>
        <Suspense fallback={phase === 'hosted' ? EMPTY_FRAME : null}>{screen}</Suspense>
      </BugBoundary>
      <RefusedBar />
      {hasBar && (
        <BugBoundary>
          <Suspense fallback={null}>
            <PageBars />
          </Suspense>
        </BugBoundary>
      )}
      {window.parent !== window && (
        <BugBoundary>
          <Suspense fallback={null}>
            <EmbedPrompt />
          </Suspense>
        </BugBoundary>
      )}
    </DropZone>
  )
}

function preload(): void {
  fetchAhead(workspace)
  fetchAhead(problemScreen)
  fetchAhead(viewById(useStore.getState().shared.view, null))
}

function screenFor(session: Session) {
  switch (session.phase) {
    case 'idle':
      return <Landing />
    case 'hosted':
      return <HostedScreen address={session.address} progress={session.progress} />
    case 'working':
      return <WorkingScreen step={session.step} names={session.names} />
    case 'offered':
    case 'doubtful':
    case 'failed':
      return <ProblemScreen session={session} />
    case 'ready':
      return <Workspace opened={session.opened} />
  }
}

/** Returns the session to draw: the previous one until the current work has lasted for a while. */
function useDelayedSession(session: Session): Session {
  const isWorking = session.phase === 'working'
  // If the page starts with work under way, there is no earlier screen to keep.
  const [isLong, setLong] = useState(isWorking)
  useEffect(() => {
    if (!isWorking) return
    preload()
    const timer = setTimeout(() => setLong(true), PROGRESS_DELAY_MS)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isWorking])
  return session.phase === 'working' && !isLong ? session.before : session
}

/**
 * Returns the session to draw. When a profile opens, React renders its screen in short tasks; until then the previous
 * screen stays. A profile replaces another one at once: the rest of the store belongs to it.
 */
function useDeferredSession(session: Session): Session {
  const isReady = session.phase === 'ready'
  // Not a deferred session: it may be older than the one drawn, and progress would go back.
  const [before, setBefore] = useState(session)
  if (!isReady && before !== session) setBefore(session)
  const isDrawn = useDeferredValue(isReady)
  return isReady && !isDrawn ? before : session
}

function RefusedBar() {
  const refused = useStore((state) => state.ui.refused)
  if (!refused) return null
  const { title, remedy } = problemText(refused)
  return (
    <div role="alert" className={styles.refused}>
      <p>
        <strong>{title}.</strong> {remedy}
      </p>
      <IconButton label="Close" onClick={forgetRefused}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}
