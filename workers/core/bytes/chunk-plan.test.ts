// Tests of chunk arithmetic.

import { describe, expect, it } from 'vitest'
import { chunksOfRange, planFetches } from './chunk-plan.ts'

describe('chunksOfRange', () => {
  it.each([
    { offset: 0, length: 1, first: 0, end: 1 },
    { offset: 9, length: 1, first: 0, end: 1 },
    { offset: 9, length: 2, first: 0, end: 2 },
    { offset: 10, length: 10, first: 1, end: 2 },
    { offset: 10, length: 11, first: 1, end: 3 },
    { offset: 25, length: 0, first: 2, end: 2 },
  ])('$length bytes at $offset are chunks $first up to $end', ({ offset, length, first, end }) => {
    expect(chunksOfRange(offset, length, 10)).toEqual({ first, end })
  })
})

const plan = (first: number, end: number, inHand: readonly number[]): string =>
  planFetches({ first, end }, 10, 95, (chunk) => inHand.includes(chunk))
    .map((run) => `${run.first}-${run.end}: ${run.length} at ${run.offset}`)
    .join(', ')

describe('planFetches', () => {
  it('fetches neighbours together', () => expect(plan(2, 5, [])).toBe('2-5: 30 at 20'))
  it('steps over what is in hand', () => expect(plan(2, 6, [3])).toBe('2-3: 10 at 20, 4-6: 20 at 40'))
  it('fetches nothing if all is in hand', () => expect(plan(2, 4, [2, 3])).toBe(''))
  it('ends where the file ends', () => expect(plan(8, 10, [])).toBe('8-10: 15 at 80'))
})
