import { expect, test, vi } from 'vitest'
import { lookAtSizes } from './file-sizes.ts'

test('sizes of many files are asked for a slice at a time', async () => {
  let clock = 0
  let stretch = 0
  let longest = 0
  const files = Array.from({ length: 1000 }, () => ({
    get size() {
      clock++
      longest = Math.max(longest, ++stretch)
      return 2
    },
  }))
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock)
  const looking = lookAtSizes(files)
  const between = setInterval(() => (stretch = 0), 0)
  await expect(looking).resolves.toBe(2000)
  clearInterval(between)
  now.mockRestore()
  expect(longest).toBeLessThan(20)
})
