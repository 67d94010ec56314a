// Opens a profile in a page without layout: rows of virtual lists are as if the window were 800 pixels high.
import { cleanup, configure, render } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { App } from '../app/App.tsx'
import { startEffects } from '../state/effects.ts'
import { open, startOver } from '../state/opening/open.ts'
import { setConnect } from '../state/worker/requests.ts'
import { initialState, useStore } from '../state/store.ts'
import type { ProfileView } from '../../workers/api/contract.ts'
import { fakeConnection, type FakeService } from './fake-connection.ts'

// A loaded machine is slow, and a wait that ends early costs nothing.
configure({ asyncUtilTimeout: 60_000 })
const stops: (() => void)[] = []
/** What React finds wrong with what it is given to draw: it tells the console, and draws on. */
const complaints: string[] = []
/** happy-dom does not know this element; browsers do. */
const UNKNOWN_TO_HAPPY_DOM = ['The tag <%s> is unrecognized', 'search']

hushHistory()

/** happy-dom tells of a new hash after `pushState` and `replaceState`, a moment later, too; browsers do not. */
function hushHistory(): void {
  const written: string[] = []
  for (const name of ['pushState', 'replaceState'] as const) {
    const write = history[name].bind(history)
    history[name] = (...step) => {
      const before = location.hash
      write(...step)
      if (location.hash !== before) written.push(location.href)
    }
  }
  window.addEventListener('hashchange', (event) => {
    const at = written.indexOf(event.newURL)
    if (at < 0) return
    written.splice(at, 1)
    event.stopImmediatePropagation()
  })
}

/** @param answers what the worker answers instead of what the stand-in would */
export async function showPage(
  opened: ProfileView,
  hash = '',
  answers: Partial<FakeService> = {},
): Promise<void> {
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    const isKnown = UNKNOWN_TO_HAPPY_DOM.every((part, at) => String(words[at]).startsWith(part))
    if (!isKnown) complaints.push(words.join(' '))
  })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 800 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 1000 })
  setConnect(() => Promise.resolve(fakeConnection(opened, answers)))
  history.replaceState(null, '', `/${hash}`)
  stops.push(startEffects())
  render(<App />)
  await open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
}

/**
 * Parts of the page that are on their way are waited for: one that came after the last test would find no window. Errors: what was
 * complained of since the page was shown.
 */
export async function closePage(): Promise<void> {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  startOver()
  useStore.setState(initialState())
  await vi.dynamicImportSettled()
  vi.restoreAllMocks()
  expect(complaints.splice(0)).toEqual([])
}
