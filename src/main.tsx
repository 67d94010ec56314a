// Starts the page: checks the browser, applies the theme, draws the app, and registers the service worker
// for offline use.
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { openEnclosed, takeOwnDocument } from './app/opening/one-file.ts'
import { startTheme } from './app/ThemeButton.tsx'
import { startEffects } from './state/effects.ts'
import { PROGRESS_DELAY_MS } from './state/worker/time-slicing.ts'
import './app/theme.css'

/** The newest of what is used: Chromium 110, Firefox 115, Safari 16. */
const NEEDED: Readonly<Record<string, () => boolean>> = {
  'Array.prototype.toSorted': () => 'toSorted' in Array.prototype,
  Worker: () => 'Worker' in window,
  ResizeObserver: () => 'ResizeObserver' in window,
}

/** Whether something is missing; the page then says what. */
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

// Has the page's files kept after the first visit, so that it starts without a network.

/** After what the first screen needs has come. */
const LATER_MS = 3000

/**
 * Not on the loopback addresses of a development server: whatever runs there tomorrow would be answered by today's page.
 * Nor in a frame, where the page is a guest.
 */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || window.parent !== window) return
  if (!location.protocol.startsWith('http')) return
  if (/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)) return
  setTimeout(() => {
    // A browser may refuse, as in a private window: the page works as before.
    navigator.serviceWorker.register('./service-worker.js', { updateViaCache: 'none' }).catch(() => {})
  }, LATER_MS)
}

// Starts the page; nothing else.

function start(): void {
  const own = takeOwnDocument()
  startTheme()
  startEffects()
  const root = document.getElementById('root')
  const draw = () => root && createRoot(root).render(<App />)
  if (own && own.enclosed !== '') {
    // Most profiles are open before anything else could be read.
    const opening = openEnclosed(own.enclosed)
    void Promise.race([opening, new Promise((resolve) => setTimeout(resolve, PROGRESS_DELAY_MS))]).then(draw)
  } else {
    draw()
  }
  if (!own) registerServiceWorker()
}

if (!isBrowserTooOld()) start()
