// Sets of disjoint ranges, compared with a scan of all ranges.
import { expect, it } from 'vitest'
import { randomFrom } from '../../testing/random/random.ts'
import { RangeSet } from './range-set.ts'
import { effort } from '../../testing/effort.ts'

it('finds overlaps as a look at all ranges would', () => {
  for (let seed = 0; seed < 10; seed++) {
    const random = randomFrom(seed)
    const set = new RangeSet()
    const kept: { readonly low: number; readonly high: number }[] = []
    for (let nth = 0; nth < 700; nth++) {
      const low = random.below(20_000)
      const range = { low, high: low + random.between(-1, 6) }
      const isOverlap = kept.some((one) => Math.max(one.low, low) < Math.min(one.high, range.high))
      expect(set.overlaps(range), `seed ${seed}, range ${nth}`).toBe(isOverlap)
      if (isOverlap) continue
      kept.push(range)
      set.add(range)
    }
  }
})

it('has room for very many, in any order', () => {
  const set = new RangeSet()
  const many = effort(100_000)
  for (let nth = 0; nth < many; nth++) {
    const low = 10 * ((nth * 7919) % many)
    if (set.overlaps({ low, high: low + 8 })) throw new Error(`${low} overlaps nothing`)
    set.add({ low, high: low + 8 })
  }
  expect(set.overlaps({ low: 18, high: 20 })).toBe(false)
  expect(set.overlaps({ low: 17, high: 20 })).toBe(true)
})
