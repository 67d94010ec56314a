// Tests of the radix sort by integer keys.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sortRowsByKey } from './radix-sort.ts'

describe('sortRowsByKey', () => {
  const key = fc.oneof(fc.nat(5), fc.nat(100_000), fc.maxSafeNat())
  /** Keys on both sides of the 32-bit limit. */
  const large = fc.integer({ min: 0, max: 2 ** 32 + 3000 })
  it('equals a stable comparison sort', () => {
    fc.assert(
      fc.property(fc.oneof(fc.array(key), fc.array(large)), (keys) => {
        const rows = Uint32Array.from(keys.keys())
        const expected = [...rows].sort((left, right) => keys[left] - keys[right] || left - right)
        expect([...sortRowsByKey(rows, keys)]).toEqual(expected)
      }),
    )
  })
  it('keeps the order it is given among equals', () => {
    expect([...sortRowsByKey(Uint32Array.of(3, 1, 2, 0), [7, 7, 5, 7])]).toEqual([2, 3, 1, 0])
  })
})
