import { expect, it } from 'vitest'
import { isMismatch } from './match-score.ts'

it.each([
  [0, 0, false],
  [0, 1, false],
  [0, 2, true],
  [1, 3, false],
  [1, 4, true],
  [2, 4, true],
  [3, 4, false],
  [74, 100, true],
  [75, 100, false],
])('of a program that explains %d of %d arcs: wrong is %s', (matched, total, expected) => {
  expect(isMismatch({ matched, total })).toBe(expected)
})
