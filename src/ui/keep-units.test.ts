import { expect, it } from 'vitest'
import { keepCounts, keepUnits } from './keep-units.ts'

it.each([
  [
    '104 ns = (0.32521 s + 0 s) ÷ 3,121,824 calls',
    '104\u00a0ns = (0.32521\u00a0s + 0\u00a0s) ÷ 3,121,824 calls',
  ],
  ['0.33 ± 0.06 s · 6.8%', '0.33 ± 0.06\u00a0s · 6.8%'],
  ['480 samples ÷ 100 per second', '480 samples ÷ 100 per second'],
])('%s', (text, kept) => {
  expect(keepUnits(text)).toBe(kept)
})

it.each([
  [
    'GNU gmon.out, version 1 · 100 Hz · 1 sample',
    'GNU gmon.out, version 1\u00a0· 100\u00a0Hz\u00a0· 1\u00a0sample',
  ],
  ['ELF 64-bit big-endian MIPS · 1,416 functions', 'ELF 64-bit big-endian MIPS\u00a0· 1,416\u00a0functions'],
])('%s', (text, kept) => {
  expect(keepCounts(text)).toBe(kept)
})
