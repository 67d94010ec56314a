// What the linker's marks say about whose profile it is.
import { expect, it } from 'vitest'
import { isOfOtherBuild } from './own-range.ts'

const OWN = { low: 0x401000, high: 0x402000 }

it.each([
  ['the program’s own range', OWN, false],
  ['an end rounded more coarsely', { ...OWN, high: 0x40201f }, false],
  ['an end beyond any rounding', { ...OWN, high: 0x402020 }, true],
  ['an end well before', { ...OWN, high: 0x401fe0 }, true],
  ['a part that someone chose', { low: 0x401800, high: 0x401900 }, false],
])('%s', (_, range, expected) => {
  expect(isOfOtherBuild(OWN, range)).toBe(expected)
})

it('nothing is known of a program without the marks', () => {
  expect(isOfOtherBuild(null, OWN)).toBe(false)
})
