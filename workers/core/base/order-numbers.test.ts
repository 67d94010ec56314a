// Tests of the order of numbers.

import { expect, test } from 'vitest'
import { orderOfNumbers } from './order-numbers.ts'

const SPECIAL = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2 ** 31,
  2 ** 32 + 1,
  2 ** 53,
  -(2 ** 53),
  5e-324,
  -5e-324,
  1e300,
  -1e300,
]
const KEYS = Float64Array.from({ length: 5000 }, (_, row) => {
  const mixed = Math.imul(row, 0x9e3779b1) >>> 0
  if (row % 11 === 0) return Number.NaN
  if (row % 7 === 0) return SPECIAL[mixed % SPECIAL.length] ?? 0
  return row % 3 === 0 ? mixed % 40 : (mixed - 2 ** 31) / 7
})

test.each([
  ['ascending', 1],
  ['descending', -1],
] as const)(
  '%s: as comparing orders them, equals in their order, what is no number last',
  (direction, sign) => {
    const compared = Array.from(KEYS.keys()).sort((left, right) => {
      const [a, b] = [KEYS[left] ?? 0, KEYS[right] ?? 0]
      if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
      return sign * (a - b)
    })
    expect([...orderOfNumbers(KEYS, direction === 'descending')]).toEqual(compared)
  },
)

test('of no rows, of one, and of rows that are all alike', () => {
  expect([...orderOfNumbers(new Float64Array(0))]).toEqual([])
  expect([...orderOfNumbers(Float64Array.of(3))]).toEqual([0])
  expect([...orderOfNumbers(new Float64Array(3).fill(7), true)]).toEqual([0, 1, 2])
})

test('rows as given where keys are equal: so that an order by several keys is made from the last one on', () => {
  const keys = [7, 3, 2].map((most, nth) =>
    Float64Array.from({ length: 500 }, (_, row) => (Math.imul(row + nth, 0x9e3779b1) >>> 8) % most),
  )
  const given = Uint32Array.from({ length: 500 }, (_, row) => 499 - row)
  const compared = Array.from(given).sort((left, right) => {
    for (const key of keys) {
      const difference = (key[right] ?? 0) - (key[left] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  })
  const ordered = keys.reduceRight((rows, key) => orderOfNumbers(key, true, rows), given)
  expect([...ordered]).toEqual(compared)
  expect([...given.subarray(0, 3)]).toEqual([499, 498, 497])
})
