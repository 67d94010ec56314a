// Registers the service worker, which keeps the page's files for offline use. Offers a newer version of
// the page to an open one, which takes it without losing what is open.
import { keepBaseline, keepProfile } from './recent-profiles.ts'
import { openedIn } from './session.ts'
import { setUi, useStore } from './store.ts'

/** Milliseconds after which a page that stays open asks for a newer version. */
const ASK_MS = 3_600_000

/** Registers the service worker, and shows when a newer version waits. */
export async function startUpdates(): Promise<void> {
  const registration = await navigator.serviceWorker.register('./service-worker.js', {
    updateViaCache: 'none',
  })
  const look = () => {
    // Without a controller this is the first visit.
    if (registration.waiting && navigator.serviceWorker.controller) setUi({ update: { lost: [] } })
  }
  look()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', look),
  )
  let asked = Date.now()
  const ask = () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < ASK_MS) return
    asked = Date.now()
    // Without a network it asks again later.
    registration.update().catch(() => {})
  }
  setInterval(ask, ASK_MS)
  document.addEventListener('visibilitychange', ask)
}

/**
 * Takes the newer version: keeps the profile on screen, and reloads the page, which opens it again. If
 * something cannot be kept, says what, and takes the version only when called again.
 */
export async function takeUpdate(): Promise<void> {
  const { ui, session } = useStore.getState()
  const lost: string[] = []
  if (openedIn(session)) {
    if (!(await keepProfile())) lost.push('the profile')
    if (ui.baseline.phase !== 'idle' && !(await keepBaseline())) lost.push('the profile to compare with')
    if (ui.sourceFiles.length > 0) lost.push('source files')
  }
  if (lost.some((one) => !ui.update?.lost.includes(one))) return setUi({ update: { lost } })
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting
  // Another tab has taken it.
  if (!waiting) return location.reload()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
  waiting.postMessage('take over', {})
}
