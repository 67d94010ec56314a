// @vitest-environment happy-dom
// The rows of a long list that are in the DOM while it is scrolled.
import { act, cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useVirtualRows } from './use-virtual-rows.ts'

const HIGH = 20
/**
 * Without layout a list is taken to be 800 pixels high. The headings take one row, and one row may
 * be cut at either end.
 */
const IN_SIGHT = 40
const BEYOND = 6

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Rows() {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualRows({ scroller, count: 10_000, rowHeight: HIGH, headHeight: HIGH, keep: -1 })
  return (
    <div ref={scroller}>
      {rows.visible.map(({ index, key }) => (
        <i key={key}>{index}</i>
      ))}
    </div>
  )
}

const numbers = () =>
  [...document.querySelectorAll('i')].map((row) => Number(row.textContent)).toSorted((a, b) => a - b)
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

function scrollTo(row: number) {
  const scroller = document.querySelector('i')?.parentElement
  if (!scroller) throw new Error('There is nothing to scroll')
  act(() => {
    scroller.scrollTop = row * HIGH
    scroller.dispatchEvent(new Event('scroll'))
  })
}

function renderPainted() {
  render(<Rows />)
  pass(100)
}

it('some rows beyond the edges are there before they are scrolled to', () => {
  renderPainted()
  scrollTo(10)
  expect(numbers()).toEqual(rows(10 - BEYOND, 10 + IN_SIGHT + BEYOND))
  scrollTo(10 + IN_SIGHT - 1)
  expect(numbers()).toEqual(rows(49 - BEYOND, 49 + IN_SIGHT + BEYOND))
})

it('while all rows change again and again only those in sight are drawn, and what is beyond once the list rests', () => {
  renderPainted()
  scrollTo(300)
  expect(numbers()).toEqual(rows(300 - BEYOND, 300 + IN_SIGHT + BEYOND))
  pass(80)
  for (const row of [1000, 5000, 2000]) {
    scrollTo(row)
    expect(numbers()).toEqual(rows(row, row + IN_SIGHT))
    pass(80)
  }
  expect(numbers()).toEqual(rows(2000, 2000 + IN_SIGHT))
  pass(20)
  expect(numbers()).toEqual(rows(2000 - BEYOND, 2000 + IN_SIGHT + BEYOND))
})

it('a jump now and then is drawn whole', () => {
  renderPainted()
  for (const row of [1000, 5000, 20]) {
    scrollTo(row)
    expect(numbers()).toEqual(rows(row - BEYOND, row + IN_SIGHT + BEYOND))
    pass(120)
  }
})
