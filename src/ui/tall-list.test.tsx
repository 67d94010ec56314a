// @vitest-environment happy-dom
// A list higher than an engine can lay out still shows each of its rows.
import { act, cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { useLayoutEffect, useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listHeight, mostShift, shiftAfter, shiftFor } from './tall-list.ts'
import { useVirtualRows, type VirtualRows } from './use-virtual-rows.ts'

const HIGH = 20
/** Without layout a list is taken to be this high; the headings take one row. */
const VIEW = 800 - HIGH
/** The lowest limit of any engine, Firefox's, with some margin. */
const LAID_OUT = 17_000_000

describe('the shift', () => {
  const all = fc.integer({ min: 15_000_000, max: 3_000_000_000 })
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const bottom = (pixels: number) => listHeight(pixels) - VIEW

  it('is none for a list that can be laid out', () => {
    fc.assert(
      fc.property(fc.nat(15_000_000), part, part, (pixels, from, to) => {
        expect(listHeight(pixels)).toBe(pixels)
        expect(shiftAfter(from * pixels, to * pixels, 0, VIEW, pixels)).toBe(0)
        expect(shiftFor(to * pixels, pixels)).toBe(0)
      }),
    )
  })

  it('lets a jump on the bar reach every part of the list, the first and the last row at its ends', () => {
    fc.assert(
      fc.property(all, part, part, (pixels, from, to) => {
        const places = [from, to]
          .toSorted((a, b) => a - b)
          .map((at) => at * bottom(pixels) + shiftAfter(-VIEW * 2, at * bottom(pixels), 0, VIEW, pixels))
        expect(places[0]).toBeLessThanOrEqual(places[1] ?? 0)
      }),
    )
    const pixels = 100_000_000
    expect(shiftAfter(5_000_000, 0, 4_000, VIEW, pixels)).toBe(0)
    expect(shiftAfter(0, bottom(pixels), 0, VIEW, pixels)).toBe(mostShift(pixels))
  })

  it('stays while it is scrolled bit by bit', () => {
    fc.assert(
      fc.property(all, part, fc.integer({ min: -VIEW, max: VIEW }), (pixels, at, by) => {
        const top = 2 * VIEW + at * (bottom(pixels) - 4 * VIEW)
        const shift = shiftAfter(-VIEW * 2, top, 0, VIEW, pixels)
        expect(shiftAfter(top, top + by, shift, VIEW, pixels)).toBe(shift)
      }),
    )
  })

  it('brings any place into sight, and stays there', () => {
    fc.assert(
      fc.property(all, part, (pixels, to) => {
        const next = to * (pixels - VIEW)
        const shifted = shiftFor(next, pixels)
        expect(next - shifted).toBeGreaterThanOrEqual(-1)
        expect(next - shifted).toBeLessThanOrEqual(bottom(pixels) + 1)
        expect(shiftAfter(next - shifted, next - shifted, shifted, VIEW, pixels)).toBeCloseTo(shifted, -1)
      }),
    )
  })
})

describe('its rows', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  let list: VirtualRows
  function Rows({ count, high = HIGH, keep = -1 }: { count: number; high?: number; keep?: number }) {
    const scroller = useRef<HTMLDivElement>(null)
    const virtual = useVirtualRows({ scroller, count, rowHeight: high, headHeight: HIGH, keep })
    useLayoutEffect(() => {
      list = virtual
    })
    return (
      <div ref={scroller} data-testid="scroller">
        {virtual.visible.map(({ index, top, key }) => (
          <i key={key} data-top={top}>
            {index}
          </i>
        ))}
      </div>
    )
  }
  const element = () => {
    const found = document.querySelector<HTMLElement>('[data-testid]')
    if (!found) throw new Error('There is nothing to scroll')
    return found
  }
  function scroll(top: number) {
    act(() => {
      element().scrollTop = top
      element().dispatchEvent(new Event('scroll'))
    })
  }
  /** The visible rows by position on screen. */
  const inSight = () => {
    const rows = [...document.querySelectorAll('i')].map((row) => ({
      index: Number(row.textContent),
      y: Number(row.dataset['top']) - element().scrollTop,
    }))
    return rows
      .filter(({ y }) => y > -HIGH && y < VIEW)
      .toSorted((a, b) => a.y - b.y)
      .map(({ index }) => index)
  }
  const from = (row: number, length = VIEW / HIGH) => Array.from({ length }, (_, at) => row + at)

  it.each([1_000_000, 5_000_000, 100_000_000])(
    'of %i all can be seen, and none is where no engine puts it',
    (count) => {
      render(<Rows count={count} />)
      expect(list.height).toBeLessThan(LAID_OUT)
      const bottom = list.height - VIEW
      scroll(bottom)
      expect(inSight()).toEqual(from(count - VIEW / HIGH))
      for (const row of [count / 2, count / 2 + 3, 10, count - 50, 3]) {
        act(() => list.scrollTo(row, 'start'))
        expect(inSight().slice(0, 3)).toEqual(from(row, 3))
        for (const { top } of list.visible) expect(top).toBeLessThan(list.height)
      }
      act(() => list.scrollTo(count - 1, 'auto'))
      expect(inSight().at(-1)).toBe(count - 1)
    },
  )

  it('come one after the other as it is scrolled bit by bit, and by keys', () => {
    render(<Rows count={5_000_000} />)
    act(() => list.scrollTo(3_000_000, 'start'))
    const { scrollTop } = element()
    scroll(scrollTop + 5 * HIGH)
    expect(inSight()[0]).toBe(3_000_005)
    scroll(scrollTop - HIGH)
    expect(inSight()[0]).toBe(2_999_999)
    act(() => list.scrollTo(2_999_998, 'auto'))
    expect(inSight()[0]).toBe(2_999_998)
  })

  it('stay in sight when they become higher', () => {
    const { rerender } = render(<Rows count={5_000_000} />)
    act(() => list.scrollTo(3_000_000, 'start'))
    rerender(<Rows count={5_000_000} high={40} />)
    expect(inSight()[0]).toBe(3_000_000)
  })

  it('are where they belong when others are left out, and when those are back', () => {
    const { rerender } = render(<Rows count={5_000_000} />)
    act(() => list.scrollTo(4_000_000, 'start'))
    rerender(<Rows count={1000} />)
    act(() => list.scrollTo(500, 'start'))
    act(() => void element().dispatchEvent(new Event('scroll')))
    expect(inSight()[0]).toBe(500)
    rerender(<Rows count={5_000_000} />)
    expect(inSight()[0]).toBe(500)
  })

  it('that has the focus does not make the list higher, nor stands among others', () => {
    render(<Rows count={5_000_000} keep={4_999_999} />)
    const kept = list.visible.find(({ index }) => index === 4_999_999)
    expect(kept?.top).toBe(list.height - HIGH)
    act(() => list.scrollTo(2_000_000, 'start'))
    expect(inSight()).toEqual(from(2_000_000))
  })
})
