// @vitest-environment happy-dom
// Which touches are long, and what becomes of the click that follows them.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startLongTouches, type LongTouches } from './long-touch.ts'

let button: HTMLButtonElement
let touches: LongTouches
const onHold = vi.fn((): boolean => true)
const onTap = vi.fn()
const onClick = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  button = document.body.appendChild(document.createElement('button'))
  button.addEventListener('click', onClick)
  touches = startLongTouches({ onHold, onTap })
})
afterEach(() => {
  touches.stop()
  button.remove()
  vi.useRealTimers()
  vi.clearAllMocks()
})

function point(type: string, x = 0, pointerType = 'touch') {
  button.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType, clientX: x }))
}

it('a finger that rests is a long touch, and its lifting no click', () => {
  point('pointerdown', 7)
  point('pointermove', 10)
  vi.advanceTimersByTime(500)
  expect(onHold).toHaveBeenCalledExactlyOnceWith(button, { x: 7, y: 0 })
  expect(touches.isHeld()).toBe(true)
  point('pointerup')
  button.click()
  expect(onTap).not.toHaveBeenCalled()
  expect(onClick).not.toHaveBeenCalled()
  button.click()
  expect(onClick).toHaveBeenCalledOnce()
})

it('a short touch is a tap and a click', () => {
  point('pointerdown')
  vi.advanceTimersByTime(100)
  point('pointerup')
  button.click()
  expect(onTap).toHaveBeenCalledExactlyOnceWith(button, button)
  expect(onClick).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1000)
  expect(onHold).not.toHaveBeenCalled()
})

it('a long touch on which nothing acts is a click', () => {
  onHold.mockReturnValueOnce(false)
  point('pointerdown')
  vi.advanceTimersByTime(500)
  point('pointerup')
  button.click()
  expect(onClick).toHaveBeenCalledOnce()
})

it.each([
  ['a finger that moves', 'pointermove'],
  ['a touch that scrolls the page', 'pointercancel'],
])('%s is no long touch', (_, type) => {
  point('pointerdown')
  point(type, 20)
  vi.advanceTimersByTime(1000)
  expect(onHold).not.toHaveBeenCalled()
})

it('a mouse has no long touches', () => {
  point('pointerdown', 0, 'mouse')
  vi.advanceTimersByTime(1000)
  point('pointerup', 0, 'mouse')
  expect(onHold).not.toHaveBeenCalled()
  expect(onTap).not.toHaveBeenCalled()
})

it('once stopped it follows no touch, nor the one that has begun', () => {
  point('pointerdown')
  touches.stop()
  vi.advanceTimersByTime(1000)
  point('pointerdown')
  vi.advanceTimersByTime(1000)
  expect(onHold).not.toHaveBeenCalled()
})
