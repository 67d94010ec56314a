// Formatting of numbers, compared with C's rounding.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatShortCount,
  formatBytes,
  formatCount,
  formatDuration,
  formatExact,
  formatFixed,
  formatGeneral,
  formatScaled,
  formatSeconds,
  formatShare,
  formatShareOf,
  formatTime,
  formatTimePerCall,
  shareOf,
  wholeTicks,
} from './quantities.ts'
import { effort } from '../testing/effort.ts'

/** The exact value of a double times 10^digits, rounded half to even, by integer arithmetic. */
function exactFixed(value: number, digits: number): string {
  const [, mantissa = '', exponent = '0'] =
    /^([\d.]+)e([+-]\d+)$/.exec(Math.abs(value).toExponential(80)) ?? []
  const shift = Number(exponent) + digits
  const all = mantissa.replace('.', '').padEnd(Math.max(0, shift + 1), '0')
  const cut = shift + 1
  const kept = cut <= 0 ? '' : all.slice(0, cut)
  const rest = cut < 0 ? '0'.repeat(-cut) + all : all.slice(Math.max(0, cut))
  let whole = BigInt(kept || '0')
  const half = `5${'0'.repeat(Math.max(0, rest.length - 1))}`
  if (rest > half || (rest === half && whole % 2n === 1n)) whole++
  const text = whole.toString().padStart(digits + 1, '0')
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  return `${sign}${text.slice(0, text.length - digits)}.${text.slice(text.length - digits)}`
}

describe('formatFixed', () => {
  it.each([
    [0.125, 2, '0.12'],
    [0.375, 2, '0.38'],
    [6.25, 1, '6.2'],
    [6.75, 1, '6.8'],
    [0.005, 2, '0.01'],
    [1e21, 2, '1000000000000000000000.00'],
    [-1e21, 0, '-1000000000000000000000'],
    [-0, 2, '-0.00'],
    [Number.NaN, 2, '-nan'],
    [Infinity, 2, 'inf'],
    [-Infinity, 2, '-inf'],
  ] as const)('%d with %d decimals is %s', (value, digits, text) =>
    expect(formatFixed(value, digits)).toBe(text),
  )

  it('rounds the exact value, ties to even', () => {
    const eighths = fc.tuple(fc.maxSafeNat(), fc.constantFrom(1, 2, 4, 8, 16)).map(([n, parts]) => n / parts)
    const any = fc.double({ min: 0, max: 1e15, noNaN: true })
    fc.assert(
      fc.property(
        fc.oneof(
          eighths,
          any,
          fc.nat(1_000_000).map((n) => n / 8),
        ),
        (value) => {
          expect(formatFixed(value, 2)).toBe(exactFixed(value, 2))
          expect(formatFixed(value, 1)).toBe(exactFixed(value, 1))
        },
      ),
      { numRuns: effort(3000) },
    )
  })
})

describe('formatGeneral', () => {
  it.each([
    [1 / 100, '0.01'],
    [1 / 1024, '0.000976562'],
    [1 / 1_000_000, '1e-06'],
    [1 / 3, '0.333333'],
    [1 / 250, '0.004'],
    [1, '1'],
    [1 / 4294967295, '2.32831e-10'],
    [999999.5, '1e+06'],
    [123456, '123456'],
    [99_999.96, '100000'],
    [120_000, '120000'],
    [12.5, '12.5'],
    [-250, '-250'],
    [1_234_567, '1.23457e+06'],
    [0, '0'],
    [Infinity, 'inf'],
  ])('%d is %s', (value, text) => expect(formatGeneral(value)).toBe(text))
})

it.each([
  [0.25, '≈0.25'],
  [3.0004, '≈3'],
  [9.96, '≈10'],
  [18_619.957, '≈18,620'],
])('%d calls, an estimate of folded ones, are %s', (count, text) => expect(formatCount(count)).toBe(text))

it('counts have groups of three digits', () => {
  const reference = new Intl.NumberFormat('en-US')
  for (const count of [0, 7, 999, 1000, 65_535, 1_234_567, 2 ** 53 - 1, 2 ** 64, -1234]) {
    expect(formatCount(count)).toBe(reference.format(count))
  }
})

it.each([
  [1_234_567, '1,234,567'],
  [0.1 + 0.2, '0.3'],
  [2.5, '2.5'],
  [12.125, '12.12'],
  [1234.5678, '1234.57'],
  [1e-9 / 3, '3.333e-10'],
  [1_234_567.5, '1.235e+6'],
  [Number.NaN, 'not known'],
])('%d exactly is %s', (value, text) => expect(formatExact(value)).toBe(text))

it('seconds are not known where there is no rate', () => {
  expect(formatSeconds(2.5, 's')).toBe('2.50 s')
  expect(formatSeconds(10_000, 's')).toBe('2 h 47 min')
  expect(formatSeconds(0, 's')).toBe('0')
  expect(formatSeconds(Number.NaN, 's')).toBe('not known')
  expect(formatScaled(Number.NaN, 's')).toBe('not known')
})

it.each([
  [60, '1 min 0 s'],
  [99.6, '1 min 40 s'],
  [3599.4, '59 min 59 s'],
  [3599.6, '1 h 0 min'],
  [202_020, '56 h 7 min'],
])('%d seconds last %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

describe('a time in a table', () => {
  it.each([
    [1.5, '1.50 s'],
    [4.3e-3, '4.30 ms'],
    [9.9999e-4, '1.00 ms'],
    [9.99e-4, '999.00 µs'],
    [9.584e-8, '95.84 ns'],
    [4.3e-10, '0.43 ns'],
    [4.3e-12, '4.30 ps'],
    [5.1e-15, '0.01 ps'],
    [3599.99, '3599.99 s'],
    [10_000, '2 h 47 min'],
    [0, '0'],
    [1e-18, '0'],
    [NaN, ''],
  ])('%d per call is %s', (seconds, text) => expect(formatTimePerCall(seconds, 's')).toBe(text))

  it.each([
    [2.71175, '2.71 s'],
    [0.01, '0.01 s'],
    [0.0012, '1.20 ms'],
    [9.99e-4, '999 µs'],
    [5.4759e-4, '548 µs'],
    [9.9994e-5, '99.99 µs'],
    [9.9996e-5, '100 µs'],
    [3600, '1 h 0 min'],
    [10_000, '2 h 47 min'],
    [0, '0'],
    [NaN, ''],
  ])('%d is %s', (seconds, text) => expect(formatTime(seconds, 's')).toBe(text))

  it('keeps a unit that is no second', () => expect(formatTime(10_000, 'x')).toBe('10000.00 x'))
})

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1_449_999, '1.4 MB'],
  [999_949, '999.9 kB'],
  [999_950, '1.0 MB'],
  [2 ** 50, '1125.9 TB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

it('formatScaled has three digits, and no picoseconds where nanoseconds have one', () => {
  const seconds = [4.8, 0.0452, 2.994e-9, 4.3e-10, 5.2e-12, 4.3e-12, 0]
  expect(seconds.map((value) => formatScaled(value, 's'))).toEqual([
    '4.8 s',
    '45.2 ms',
    '2.99 ns',
    '0.43 ns',
    '0.0052 ns',
    '4.3 ps',
    '0 s',
  ])
})

it('a short count has three digits and a unit', () => {
  const short = { 0: '0', 9999: '9,999', 10_000: '10K', 99_950: '100K', 999_499: '999K', 999_500: '1M' }
  for (const [count, text] of Object.entries(short)) expect(formatShortCount(Number(count))).toBe(text)
  expect(formatShortCount(28_096_416)).toBe('28.1M')
  expect(formatShortCount(2 ** 53)).toBe('9.01P')
})

describe('a share of all recorded samples', () => {
  const profileOf = (recordedTicks: number, rate = 100, ticks = recordedTicks) => ({
    rate,
    totals: { recordedTicks, ticks },
  })

  it.each([
    [0, '0%'],
    [0.0004, '<0.1%'],
    [0.001, '0.1%'],
    [0.12345, '12.3%'],
    [0.9994, '99.9%'],
    [1, '100.0%'],
    [1.0016, '100.0%'],
  ])('%d is %s', (share, text) => expect(formatShare(share)).toBe(text))

  it('is of the recorded samples, whatever a scenario takes away', () => {
    const faster = profileOf(200, 100, 50)
    expect(wholeTicks(faster)).toBe(200)
    expect(formatShareOf(faster, 50)).toBe('25.0%')
    expect(shareOf(faster, 50)).toBe(0.25)
  })

  it('is the length of its bar', () =>
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 2e6, noNaN: true }),
        fc.integer({ min: 1, max: 1e6 }),
        (ticks, all) => {
          const printed = formatShareOf(profileOf(all), ticks)
          const share = 100 * shareOf(profileOf(all), ticks)
          if (printed === '<0.1%') expect(share > 0 && share <= 0.05).toBe(true)
          else expect(Math.abs(parseFloat(printed) - share)).toBeLessThanOrEqual(0.05 + 1e-9)
        },
      ),
    ))

  it('is known without a rate, and not without samples', () => {
    expect(formatShareOf(profileOf(4, 0), 1)).toBe('25.0%')
    expect(formatShareOf(profileOf(0, 0), 0)).toBe('')
    expect(formatShareOf(profileOf(4), Number.NaN)).toBe('')
    expect(formatShareOf(profileOf(0, 100), 0)).toBe('0%')
  })
})
