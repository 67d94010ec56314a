import { expect, it } from 'vitest'
import { levelHeight } from './icicle-paths.ts'

it('few levels are higher, so that they fill the window; many are as low as a name allows', () => {
  expect(levelHeight(1, 800)).toBe(52)
  expect(levelHeight(18, 800)).toBe(30)
  expect(levelHeight(100, 800)).toBe(24)
  expect(levelHeight(3, 200)).toBe(24)
  expect(levelHeight(0, 800)).toBe(52)
})
