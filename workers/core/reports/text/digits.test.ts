// Counting the digits of a number.
import { expect, test } from 'vitest'
import { digitsOf, MOST_DIGITS } from './digits.ts'

test('digits are counted on both sides of every power of two and of ten', () => {
  const edges = [2, 10].flatMap((base) => Array.from({ length: 30 }, (_, power) => base ** power))
  const values = edges.flatMap((edge) => [edge - 1, edge, edge + 1]).filter((value) => value <= MOST_DIGITS)
  expect(values.map(digitsOf)).toEqual(values.map((value) => String(value).length))
})
