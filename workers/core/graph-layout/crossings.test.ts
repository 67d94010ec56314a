// Pairs of links that cross.
import { expect, it } from 'vitest'
import { countCrossings, type DrawnLink } from './crossings.ts'

const line = (from: number, to: number, ...points: readonly (readonly [number, number])[]): DrawnLink => ({
  from,
  to,
  points: points.map(([x, y]) => ({ x, y })),
})
const disc = (x: number, y: number) => ({ x, y, reach: 5 })
const FOUR = [disc(0, 0), disc(100, 100), disc(100, 0), disc(0, 100)]

it('count once, however often they cross', () => {
  const straight = line(0, 1, [0, 0], [100, 100])
  expect(countCrossings([straight, line(2, 3, [100, 0], [0, 100])], FOUR)).toBe(1)
  expect(countCrossings([straight, line(2, 3, [100, 0], [0, 50], [60, 50], [0, 100])], FOUR)).toBe(1)
  expect(countCrossings([straight, line(2, 3, [100, 0], [100, 90])], FOUR)).toBe(0)
})

it('do not count where links of one node meet, but farther away', () => {
  const first = line(0, 1, [1, 0], [100, 100])
  expect(countCrossings([first, line(0, 3, [0, 1], [4, 1], [0, 100])], FOUR)).toBe(0)
  expect(countCrossings([first, line(0, 3, [0, 1], [90, 50], [0, 100])], FOUR)).toBe(1)
})

it('a loop crosses nothing', () => {
  expect(countCrossings([line(0, 0), line(0, 1, [0, 0], [100, 100])], FOUR)).toBe(0)
})
