// @vitest-environment happy-dom
// The state and the address bar agree, and Back has a step for each action.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { initialState, useStore } from '../store.ts'
import { navigate, startSync } from './address.ts'

const written: string[] = []
let stop = (): void => {}
beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/')
  useStore.setState(initialState())
  written.length = 0
  for (const how of ['pushState', 'replaceState'] as const) {
    const real = history[how].bind(history)
    vi.spyOn(history, how).mockImplementation((state, unused, address) => {
      written.push(`${how === 'pushState' ? 'push' : 'replace'} ${String(address)}`)
      real(state, unused, address)
    })
  }
  stop = startSync()
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('a step is one of the history, and to where one is already none', () => {
  navigate({ view: 'cycles' }, 'push')
  navigate({ view: 'cycles' }, 'push')
  navigate({}, 'push')
  expect(written).toEqual(['push #v=1&view=cycles'])
})

it('typing is written once it rests, and makes no step', () => {
  for (const query of ['p', 'pa', 'par']) navigate({ query }, 'replace')
  expect(written).toEqual([])
  vi.runAllTimers()
  expect(written).toEqual(['replace #v=1&q=par'])
})

it('what was typed is in the step that Back leads to', () => {
  navigate({ query: 'parse' }, 'replace')
  navigate({ view: 'cycles' }, 'push')
  expect(written).toEqual(['replace #v=1&q=parse', 'push #v=1&view=cycles&q=parse'])
  vi.runAllTimers()
  expect(written).toHaveLength(2)
})
