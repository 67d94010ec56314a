import { expect, it } from 'vitest'
import { gprofsStart, listLateRows } from './late-rows.ts'
import type { LineRows } from './line-program.ts'

/** A sequence that begins at 100, goes back to 50 and then on from 101. */
function goingBackOnce(length: number): LineRows {
  return {
    length,
    address: Float64Array.from({ length }, (_, row) => [100, 50][row] ?? 99 + row),
    operation: new Uint8Array(length),
    file: new Uint32Array(length),
    line: new Uint32Array(length),
    isEnd: new Uint8Array(length),
  }
}

it('a sequence starts at its lowest row only beyond what is searched as gprof does', () => {
  const [most, more] = [1e5, 1e5 + 1]
  expect(listLateRows(goingBackOnce(most), 0, most)).toEqual([1])
  expect(gprofsStart(goingBackOnce(most), 0, most, [1])).toBe(100)
  expect(gprofsStart(goingBackOnce(more), 0, more, [1])).toBe(50)
})
