// @vitest-environment happy-dom
// Concurrent moves of the drawing: by the user and by the page.
import { act, renderHook } from '@testing-library/react'
import { ZoomTransform } from 'd3-zoom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeTime, passTime } from '../../testing/fake-time.ts'
import { useZoom } from './use-zoom.ts'

const SIZE = { width: 800, height: 600 }
const FIRST = new ZoomTransform(1, 0, 0)
const FITTED = new ZoomTransform(0.5, 200, 150)

beforeEach(() => {
  fakeTime()
  // happy-dom reports reduced motion, and its frames have a clock of their own.
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) =>
    setTimeout(() => step(performance.now()), 16),
  )
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function picture() {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  document.body.append(svg)
  // happy-dom lacks this method, which d3 would call.
  Object.defineProperty(svg, 'createSVGPoint', { value: undefined })
  return { svg, ...renderHook(() => useZoom(svg, SIZE, FIRST)) }
}

it('what a person does to the picture ends the way it is on', async () => {
  const { svg, result } = picture()
  act(() => result.current.fit(FITTED, true))
  await passTime(60)
  expect(result.current.transform.k).toBeLessThan(1)
  act(() => {
    svg.dispatchEvent(new WheelEvent('wheel', { deltaY: -600, bubbles: true }))
  })
  const { k } = result.current.transform
  expect(k).toBeGreaterThan(1)
  await passTime(500)
  expect(result.current.transform.k).toBe(k)
})

it('is where it was to be once it has come to rest', async () => {
  const { result } = picture()
  act(() => result.current.fit(FITTED, true))
  await passTime(700)
  const { k, x, y } = result.current.transform
  expect([k, x, y]).toEqual([FITTED.k, FITTED.x, FITTED.y])
})
