// @vitest-environment happy-dom
// A worker is started ahead, with the sample to warm it up; not once files have come or the page is gone meanwhile.
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { offer } from '../state/opening/drop-actions.ts'
import { fileNamed, startFresh } from '../testing/opening.ts'
import type { FakeConnections } from '../testing/fake-connections.ts'
import { App } from './App.tsx'

let connections: FakeConnections
let arrive = (): void => {}
let unmount = (): void => {}

beforeEach(async () => {
  connections = startFresh()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sample = new Promise<Response>((resolve) => {
    arrive = () => resolve(new Response(''))
  })
  const fetched = vi.fn(() => sample.then((response) => response.clone()))
  vi.stubGlobal('fetch', fetched)
  ;({ unmount } = render(<App />))
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Until what waits for the sample has had its turn. */
const settle = async (): Promise<void> => {
  arrive()
  await new Promise((resolve) => setTimeout(resolve, 50))
}

it('is there once the sample is', async () => {
  await settle()
  await vi.waitFor(() => expect(connections.made).toHaveLength(1))
})

it('is not started where the page is gone', async () => {
  unmount()
  await settle()
  expect(connections.made).toEqual([])
})

it('is not started beside the one that opens files', async () => {
  offer([fileNamed('prog'), fileNamed('gmon.out')])
  await vi.waitFor(() => expect(connections.made).toHaveLength(1))
  await settle()
  expect(connections.made).toHaveLength(1)
})
