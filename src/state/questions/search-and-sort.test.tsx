// @vitest-environment happy-dom
// A search for a regular expression that never ends: neither the page nor the next search waits for
// it.
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail, type Result, succeed } from '../../../workers/core/base/result.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { fakeConnection, type FakeConnection } from '../../testing/fake-connection.ts'
import type { FakeConnections } from '../../testing/fake-connections.ts'
import { startFresh } from '../../testing/opening.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { open, startOver } from '../opening/open.ts'
import { workers } from '../worker/connection.ts'
import { ready, valueOf } from '../worker/async-value.ts'
import { useSearchMark } from '../selectors.ts'
import { setUi, useStore } from '../store.ts'
import { startEffects } from '../effects.ts'

let connections: FakeConnections
let stop = (): void => {}

/** Returns a connection that searches and writes documents without end. */
function stuck(): FakeConnection {
  let end = (): void => {}
  const ended = new Promise<Result<never, Problem>>((resolve) => {
    end = () => resolve(fail({ code: 'host/cancelled' }))
  })
  const made = fakeConnection(openedFromText(), {
    search: (query) =>
      query.startsWith('/')
        ? ended
        : Promise.resolve(
            succeed({ ok: true, matches: new Uint32Array(0), ranks: new Uint8Array(0), left: 0 }),
          ),
    write: () => ended,
  })
  const terminate = (): void => {
    made.isTerminated = true
    end()
  }
  return Object.assign(made, { terminate })
}

const searchFor = (query: string): void =>
  useStore.setState(({ shared }) => ({ shared: { ...shared, query } }))
const isSearching = (): boolean => useStore.getState().ui.found.phase === 'loading'

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  connections = startFresh(stuck)
  stop = startEffects()
  await open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
})

afterEach(() => {
  stop()
  startOver()
  vi.useRealTimers()
  // Also gives this file a process of its own: the age of a search that another file left would count here.
  vi.resetModules()
})

it('is ended once something else is searched for, and not sooner', async () => {
  searchFor('/(a+)+;/')
  await vi.advanceTimersByTimeAsync(9000)
  expect(connections.made).toHaveLength(1)
  expect(isSearching()).toBe(true)
  searchFor('a')
  await vi.advanceTimersByTimeAsync(1)
  expect(connections.made.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  // Code is loaded on the way, which may take a while.
  await vi.waitFor(() => expect(isSearching()).toBe(false), { timeout: 10_000 })
})

it('is stopped after ten seconds, and says so', async () => {
  searchFor('/(a+)+;/')
  await vi.advanceTimersByTimeAsync(10_001)
  expect(connections.made.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  await vi.waitFor(() => expect(isSearching()).toBe(false), { timeout: 10_000 })
  expect(valueOf(useStore.getState().ui.found)).toEqual({
    ok: false,
    message: 'Stopped after 10 s: this expression takes too long',
  })
  // Not tried again, and no other worker ended.
  await vi.advanceTimersByTimeAsync(30_000)
  expect(connections.made).toHaveLength(2)
  searchFor('a')
  await vi.waitFor(() => expect(valueOf(useStore.getState().ui.found)?.ok).toBe(true), { timeout: 10_000 })
})

it('has a while for an answer though something else is searched for', async () => {
  searchFor('/(a+)+;/')
  searchFor('/(a+)+;b/')
  await vi.advanceTimersByTimeAsync(1900)
  expect(connections.made).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(connections.made).toHaveLength(2)
})

it('is stopped behind another question, too, once the worker gives no sign of life', async () => {
  void workers.ask('write', ['json', null])
  searchFor('/(a+)+;/')
  await vi.advanceTimersByTimeAsync(15_000)
  expect(connections.made).toHaveLength(1)
  setUi({ isWorkerSilent: true })
  await vi.advanceTimersByTimeAsync(2000)
  expect(connections.made.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  expect(useStore.getState().ui.stoppedQuery).toBe('/(a+)+;/')
})

it('does not end what was asked of the worker before', async () => {
  void workers.ask('write', ['json', null])
  searchFor('/(a+)+;/')
  await vi.advanceTimersByTimeAsync(3000)
  searchFor('a')
  await vi.advanceTimersByTimeAsync(3000)
  expect(connections.made).toHaveLength(1)
})

it('marks nothing before it is answered', () => {
  searchFor('a')
  useStore.setState(({ ui }) => ({
    ui: { ...ui, found: ready({ ok: true, matches: new Uint32Array(0), ranks: new Uint8Array(0), left: 0 }) },
  }))
  const { result } = renderHook(() => useSearchMark())
  expect(result.current('aa')).toHaveLength(1)
  act(() => searchFor('/(a+)+;/'))
  expect(result.current('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')).toEqual([])
})
