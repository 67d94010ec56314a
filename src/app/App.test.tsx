// @vitest-environment happy-dom
// A worker is started while the page is idle; not once files have come or the page is gone.
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { offer } from '../state/opening/drop-actions.ts'
import { fileNamed, startFresh } from '../testing/opening.ts'
import type { FakeConnections } from '../testing/fake-connections.ts'
import { App } from './App.tsx'

let connections: FakeConnections
let unmount = (): void => {}

beforeEach(() => {
  connections = startFresh()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;({ unmount } = render(<App />))
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('is started once the page is idle, and opens nothing', () => {
  expect(connections.made).toEqual([])
  vi.runOnlyPendingTimers()
  expect(connections.made).toHaveLength(1)
  expect(connections.last.asked).toEqual([])
})

it('is not started where the page is gone', () => {
  unmount()
  vi.runOnlyPendingTimers()
  expect(connections.made).toEqual([])
})

it('is not started beside the one that opens files', async () => {
  offer([fileNamed('prog'), fileNamed('gmon.out')])
  await vi.waitFor(() => expect(connections.made).toHaveLength(1))
  vi.runOnlyPendingTimers()
  expect(connections.made).toHaveLength(1)
})
