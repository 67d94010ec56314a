// @vitest-environment happy-dom
// Printed rows of a long list.
import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it } from 'vitest'
import { PrintNote } from './VirtualGrid.tsx'
import { useVirtualRows } from './use-virtual-rows.ts'

afterEach(() => {
  // Other tests share the page, which is not printed any more.
  say('afterprint')
  cleanup()
})

function Rows({ count }: { readonly count: number }) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualRows({ scroller, count, rowHeight: 20, headHeight: 20, keep: count - 1 })
  return (
    <div ref={scroller}>
      {rows.visible.map(({ index }) => (
        <i key={index}>{index}</i>
      ))}
      <PrintNote rows={rows} count={count} />
    </div>
  )
}

const numbers = () => [...document.querySelectorAll('i')].map((row) => Number(row.textContent))
const say = (event: string) => act(() => void window.dispatchEvent(new Event(event)))

it('all rows of a list are printed, and those in sight are back afterwards', () => {
  render(<Rows count={120} />)
  const before = numbers()
  expect(before.length).toBeLessThan(120)
  say('beforeprint')
  expect(numbers()).toEqual(Array.from({ length: 120 }, (_, row) => row))
  expect(screen.queryByText(/All of them/)).toBeNull()
  say('afterprint')
  expect(numbers()).toEqual(before)
})

it('of a very long one the first are, and it says where all are', () => {
  render(<Rows count={50_000} />)
  say('beforeprint')
  expect(numbers()).toEqual(Array.from({ length: 300 }, (_, row) => row))
  expect(screen.getByText(/^The first 300 of 50,000 rows\./).textContent).toContain('gprof listing')
})
