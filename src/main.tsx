// Starts the page: checks the browser, applies the theme, draws the app, registers the service worker for
// offline use.
import './app/theme.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { openEnclosed, takeOwnDocument } from './app/opening/one-file.ts'
import { allowOwnScripts } from './app/trusted-scripts.ts'
import { startTheme } from './app/screens/start-theme.ts'
import { startEffects } from './state/effects.ts'
import { reloadedProfile } from './state/keep-profiles.ts'
import { PROGRESS_DELAY_MS } from './state/worker/slices.ts'
import { isPageLocal } from './state/url/address.ts'

/** The newest features in use; available since Chromium 110, Firefox 115 and Safari 16. */
const NEEDED: Readonly<Record<string, () => boolean>> = {
  'Array.prototype.toSorted': () => 'toSorted' in Array.prototype,
  Worker: () => 'Worker' in window,
  ResizeObserver: () => 'ResizeObserver' in window,
}

/** Whether the browser lacks a feature; if so, the page names it. */
function isBrowserTooOld(): boolean {
  const missing = Object.keys(NEEDED).filter((name) => NEEDED[name]?.() !== true)
  if (missing.length === 0) return false
  const place = document.getElementById('not-started')
  if (place) {
    place.textContent = `gmonscope has not started: this browser has no ${missing.join(', no ')}. It needs one of 2023 or newer.`
    place.setAttribute('role', 'alert')
    place.style.animation = 'none'
    place.style.opacity = '1'
  }
  return true
}

/** After the files of the first screen have loaded. */
const LATER_MS = 3000

/**
 * Skipped on loopback addresses, where a later development server would be shadowed by today's
 * cached page, and in a frame, where the page is embedded.
 */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || window.parent !== window) return
  if (isPageLocal()) return
  setTimeout(() => {
    // A browser may refuse, for example in a private window; the page works without it.
    import('./state/updates.ts').then(({ startUpdates }) => startUpdates()).catch(() => {})
  }, LATER_MS)
}

/** Opens the profile that was on screen before a reload; null if there was none. */
function reopening(): Promise<void> | null {
  if (import.meta.env.MODE === 'one-file') return null
  const id = reloadedProfile()
  if (id === null) return null
  return import('./state/recent-profiles.ts').then(({ reopenInTab }) => reopenInTab(id)).catch(() => {})
}

function start(): void {
  allowOwnScripts()
  const enclosed = takeOwnDocument()
  startTheme()
  startEffects()
  const root = document.getElementById('root')
  const draw = () => root && createRoot(root).render(<App />)
  const opening = enclosed === null ? reopening() : enclosed !== '' && openEnclosed(enclosed)
  // Most profiles open before other code has loaded.
  if (opening)
    void Promise.race([opening, new Promise((resolve) => setTimeout(resolve, PROGRESS_DELAY_MS))]).then(draw)
  else draw()
  if (enclosed === null) registerServiceWorker()
}

if (!isBrowserTooOld()) start()
