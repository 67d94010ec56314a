// Chooses the screen for the session's phase, and shows above it what could not be opened. Progress appears
// only if it lasts.
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Session } from '../state/session.ts'
import { PROGRESS_DELAY_MS } from '../state/worker/time-slicing.ts'
import { prepareConnection } from '../state/worker/requests.ts'
import { ownText } from './opening/one-file.ts'
import { fetchSample } from './opening/sample.ts'
import { useStore } from '../state/store.ts'
import { fetchAhead, lazyPart } from '../ui/lazy-part.ts'
import { viewById } from '../views/registry.ts'
import { FailedScreen, MismatchScreen, OfferedScreen } from './screens/ProblemScreens.tsx'
import { BugBoundary } from './BugBoundary.tsx'
import { DropZone } from './opening/DropZone.tsx'
import { focusScreen } from './lost-focus.ts'
import { Landing } from './screens/Landing.tsx'
import { StartFrame } from './screens/StartFrame.tsx'
import { WorkingScreen } from './screens/WorkingScreen.tsx'
import { problemText } from '../../workers/core/reports/messages/problems.ts'
import { forgetRefused } from '../state/opening/open.ts'
import { CloseIcon, IconButton } from '../ui/controls.tsx'
import styles from './screens/working.module.css'

const workspace = lazyPart(async () => (await import('./workspace/Workspace.tsx')).Workspace)
const Workspace = workspace.Component
const EmbedPrompt = lazyPart(async () => (await import('./opening/EmbedPrompt.tsx')).EmbedPrompt).Component

/** The one HTML file asks nobody. */
const HostedScreen =
  import.meta.env.MODE === 'one-file'
    ? () => null
    : lazyPart(async () => (await import('./screens/HostedScreen.tsx')).HostedScreen).Component

/** A link that leads to another host begins with a screen that is yet to come. */
const EMPTY_FRAME = <StartFrame>{null}</StartFrame>

/** Fetches what shows a profile while nothing else is to be done, so that numbers follow a drop at once. */
const IDLE_MS = 1200

export function App() {
  const session = useDelayedSession(useStore((state) => state.session))
  // Steps of work that shows itself only when it lasts draw nothing.
  const screen = useMemo(() => screenFor(session), [session])
  useEffect(() => {
    const timer = setTimeout(() => {
      preload()
      if (useStore.getState().session.phase !== 'idle') return
      void prepareWorker()
    }, IDLE_MS)
    return () => clearTimeout(timer)
  }, [])
  const phase = session.phase
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

/** The sample has the worker's code compiled (decision 19); it lies beside the hosted page, and not in one file. */
async function prepareWorker(): Promise<void> {
  prepareConnection(ownText() === null ? await fetchSample().catch(() => []) : [])
}

function preload(): void {
  fetchAhead(workspace)
  fetchAhead(viewById(useStore.getState().shared.view, null))
}

function screenFor(session: Session) {
  switch (session.phase) {
    case 'idle':
      return <Landing />
    case 'offered':
      return <OfferedScreen files={session.files} problem={session.problem} />
    case 'hosted':
      return <HostedScreen address={session.address} progress={session.progress} />
    case 'working':
      return <WorkingScreen step={session.step} names={session.names} />
    case 'doubtful':
      return <MismatchScreen opened={session.opened} />
    case 'failed':
      return <FailedScreen {...session} />
    case 'ready':
      return <Workspace opened={session.opened} />
  }
}

/** The session as it is shown: the one before, for as long as work has only just begun. */
function useDelayedSession(session: Session): Session {
  const isWorking = session.phase === 'working'
  // Where the page begins with work, there is no screen before.
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

// Over what is open or under way: something that was dropped could not be taken, and all else goes on.

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
