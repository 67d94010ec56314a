import { expect, it } from 'vitest'
import { keepUnits } from './keep-units.ts'

it.each([
  [
    '104 ns = (0.32521 s + 0 s) ÷ 3,121,824 calls',
    '104\u00a0ns = (0.32521\u00a0s + 0\u00a0s) ÷ 3,121,824 calls',
  ],
  ['0.33 ± 0.06 s · 6.8 %', '0.33 ± 0.06\u00a0s · 6.8\u00a0%'],
  ['480 samples ÷ 100 per second', '480 samples ÷ 100 per second'],
])('%s', (text, kept) => {
  expect(keepUnits(text)).toBe(kept)
})
