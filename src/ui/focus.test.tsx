// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useLostFocus } from './focus.ts'

function Screen() {
  useLostFocus()
  return null
}

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

it('what looks for lost focus waits no longer once its screen is gone, however much went before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { unmount } = render(<Screen />)
  const button = document.createElement('button')
  document.body.append(button, 'a', 'b')
  button.focus()
  button.remove()
  await Promise.resolve()
  document.body.lastChild?.remove()
  await Promise.resolve()
  document.body.lastChild?.remove()
  await Promise.resolve()
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
