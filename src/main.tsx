// Starts the page; nothing else.
import { createRoot } from 'react-dom/client'
import './app/theme.css'
import { App } from './app/App.tsx'
import { keepForOffline } from './app/offline.ts'
import { openEnclosed } from './app/one-file/open-enclosed.ts'
import { takeOwnDocument } from './app/one-file/own-document.ts'
import { startTheme } from './app/theme.ts'
import { isTooOld } from './app/too-old.ts'
import { startEffects } from './state/effects.ts'
import { PROGRESS_DELAY_MS } from './state/worker/time-slicing.ts'

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
  if (!own) keepForOffline()
}

if (!isTooOld()) start()
