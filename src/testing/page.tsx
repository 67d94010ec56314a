// Draws the page for a profile, without layout: virtual lists take the window to be 800 pixels
// high.
import { act, cleanup, render } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { App } from '../app/App.tsx'
import { startEffects } from '../state/effects.ts'
import { open, startOver } from '../state/opening/open.ts'
import { workers } from '../state/worker/connection.ts'
import { initialState, useStore } from '../state/store.ts'
import type { ProfileView } from '../../workers/api/contract.ts'
import { type TaskClients, TaskClientsContext } from '../views/task-clients.ts'
import { shortenFailures } from './short-failures.ts'
import { fakeConnection, type FakeService } from './fake-connection.ts'

shortenFailures()
const stops: (() => void)[] = []
/** React's warnings: it writes them to the console and continues. */
const complaints: string[] = []
/** Elements that browsers know but happy-dom does not. */
const UNKNOWN_TO_HAPPY_DOM = ['The tag <%s> is unrecognized', 'search']

hushHistory()

/**
 * Suppresses happy-dom's `hashchange` after `pushState` and `replaceState`, which browsers do not
 * fire.
 */
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

/** The workers of the page's long tasks. There are none: nothing is suggested or laid out until a test says how. */
let tasks: TaskClients = {
  makeLayouter: () => ({
    layout: () => new Promise(() => {}),
    cancel: () => undefined,
    close: () => undefined,
  }),
}

/** Replaces workers of the next pages that are drawn. */
export function setTasks(makers: Partial<TaskClients>): void {
  tasks = { ...tasks, ...makers }
}

/**
 * Draws the page with this profile open, at this hash.
 *
 * @param answers replace the fake worker's default answers
 */
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
  workers.connect = () => Promise.resolve(fakeConnection(opened, answers))
  history.replaceState(null, '', `/${hash}`)
  stops.push(startEffects())
  render(
    <TaskClientsContext value={tasks}>
      <App />
    </TaskClientsContext>,
  )
  await open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
  // The code of the screen, which a test's own waits are too short for on a loaded machine.
  await act(() => vi.dynamicImportSettled())
}

/**
 * Closes the page. Waits for code that is still loading, which would find no window after the last
 * test.
 * @throws if React has warned since the page was drawn
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
