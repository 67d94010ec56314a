import { expect, it } from 'vitest'
import { figureLines, levelHeight } from './IcicleView.tsx'

it('few levels are higher, so that they fill the window; many are as low as a name allows', () => {
  expect(levelHeight(1, 800)).toBe(88)
  expect(levelHeight(4, 800)).toBe(88)
  expect(levelHeight(8, 800)).toBe(67)
  expect(levelHeight(18, 800)).toBe(30)
  expect(levelHeight(100, 800)).toBe(24)
  expect(levelHeight(3, 200)).toBe(24)
  expect(levelHeight(0, 800)).toBe(88)
})

it('a box says the more the higher it is', () => {
  expect([24, 38, 57, 58, 88].map(figureLines)).toEqual([0, 1, 1, 2, 2])
})
