import { expect, it } from 'vitest'
import { arcWidth } from './scales.ts'

it('an arc is as wide as its share, a loop only as long as it has a hole', () => {
  expect(arcWidth(0, true)).toBe(arcWidth(0, false))
  expect(arcWidth(0.1, true)).toBe(arcWidth(0.1, false))
  expect(arcWidth(1, false)).toBe(12)
  expect(arcWidth(1, true)).toBe(4)
})
