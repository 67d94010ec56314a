// Crediting samples of histograms to functions.
import { describe, expect, it } from 'vitest'
import { nameByAddress } from '../symbols/name-by-address.ts'
import { assignTicks } from './assign-ticks.ts'
import { effort } from '../../testing/effort.ts'

/** Functions starting at the given addresses; the last lies beyond the histogram. */
const symbolsAt = (...starts: number[]): ReturnType<typeof nameByAddress> =>
  nameByAddress(starts, starts[0], starts[starts.length - 1] + 64)

const histogram = (
  low: number,
  high: number,
  ...bins: number[]
): { low: number; high: number; bins: Float64Array<ArrayBuffer> } => ({
  low,
  high,
  bins: Float64Array.from(bins),
})

const none = new Uint8Array(8)

describe('assignTicks', () => {
  it('splits a bin between the functions it straddles', () => {
    const ticks = assignTicks([histogram(0x100, 0x108, 4, 0)], 2, symbolsAt(0x100, 0x102, 0x200), none)
    expect([...ticks.selfTicks]).toEqual([2, 2, 0])
    expect(ticks.total).toBe(4)
  })
  it('truncates bin edges but divides by the exact scale, as gprof does', () => {
    const bins = [0, 0, 0, 0, 0, 0, 0, 0]
    const scale = 12 / 8
    const at = (bin: number): number => {
      const one = bins.map((_, other) => (other === bin ? 100 : 0))
      return assignTicks([histogram(0x100, 0x118, ...one)], scale, symbolsAt(0x100, 0x200), none).selfTicks[0]
    }
    expect(at(0)).toBeCloseTo(66.67, 2)
    expect(at(1)).toBeCloseTo(133.33, 2)
  })
  it('keeps samples outside every function in the total', () => {
    const ticks = assignTicks([histogram(0x100, 0x110, 30, 0, 0, 10)], 2, symbolsAt(0x10c, 0x200), none)
    expect(ticks).toMatchObject({ total: 40, recorded: 40, attributed: 10 })
  })
  it('takes the samples of functions left out off the total', () => {
    const leftOut = Uint8Array.of(1, 0, 0)
    const ticks = assignTicks([histogram(0x100, 0x108, 6, 3)], 2, symbolsAt(0x100, 0x104, 0x200), leftOut)
    expect([...ticks.selfTicks]).toEqual([0, 3, 0])
    expect(ticks).toMatchObject({ total: 3, recorded: 9 })
  })
  it('credits no function where a damaged file has bins of unknown width', () => {
    for (const scale of [Number.NaN, 0]) {
      const ticks = assignTicks([histogram(0x100, 0x108, 4, 1)], scale, symbolsAt(0x100, 0x102, 0x200), none)
      expect([...ticks.selfTicks]).toEqual([0, 0, 0])
      expect(ticks).toMatchObject({ total: 5, recorded: 5, attributed: 0 })
    }
  })
})

it('takes very many histograms, each where its functions are', { timeout: 20_000 }, () => {
  const many = effort(100_000)
  const symbols = symbolsAt(...Array.from({ length: many }, (_, at) => 0x1000 + 16 * at))
  const histograms = Array.from({ length: many }, (_, at) =>
    histogram(0x1000 + 16 * at, 0x1008 + 16 * at, at % 3),
  )
  const { selfTicks, attributed } = assignTicks(histograms, 4, symbols, new Uint8Array(many))
  expect(attributed).toBe(selfTicks.reduce((sum, ticks) => sum + ticks, 0))
  expect([...selfTicks.subarray(0, 4)]).toEqual([0, 1, 2, 0])
})

it('takes one of as many bins as there are functions, each with a sample', { timeout: 20_000 }, () => {
  const many = effort(200_000)
  const high = 0x1000 + 16 * many
  const symbols = nameByAddress(
    Float64Array.from({ length: many }, (_, at) => 0x1000 + 16 * at),
    0x1000,
    high,
  )
  const whole = { low: 0x1000, high, bins: new Float64Array(many).fill(1) }
  const { selfTicks } = assignTicks([whole], 8, symbols, new Uint8Array(many))
  expect(selfTicks.every((ticks) => ticks === 1)).toBe(true)
})
