// The imbalance of runs by function: which cell is significant, in simulated sets of runs.
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../../testing/random/random.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import {
  excessText,
  imbalanceOf,
  isSignificantCell,
  type LargestCell,
  MOST_CELLS,
  slowestCell,
  timesMeanText,
  triedText,
} from './run-imbalance.ts'

const AT_100 = { rate: 100, abbreviation: 's' }

/** A Poisson count, by multiplication (Knuth). */
function poisson(mean: number, next: () => number): number {
  const limit = Math.exp(-mean)
  let product = next()
  let count = 0
  while (product > limit) {
    product *= next()
    count++
  }
  return count
}

/** The largest cell of each function of a table of runs × functions. */
function largestOf(table: readonly (readonly number[])[]): LargestCell[] {
  return (table[0] ?? []).flatMap((_, f) => {
    const column = table.map((row) => row[f])
    const most = Math.max(...column)
    const sum = column.reduce((before, ticks) => before + ticks, 0)
    const run = { name: `gmon.out.${column.indexOf(most)}`, nth: 1 }
    return sum > 0 ? [{ f: f as FunctionIndex, run, most, sum }] : []
  })
}

const cell = (f: number, most: number, sum: number): LargestCell => ({
  f: f as FunctionIndex,
  run: { name: 'gmon.out.12', nth: 1 },
  most,
  sum,
})

describe('the largest cell of runs × functions', () => {
  it('is significant in at most 5 % of 400 sets of equal runs, whatever their size', () => {
    const { next } = randomFrom(4711)
    for (const [runs, functions] of [
      [16, 12],
      [4, 40],
    ]) {
      let alarms = 0
      for (let set = 0; set < 400; set++) {
        const means = Array.from({ length: functions }, (_, f) => 30 / (1 + f))
        const table = Array.from({ length: runs }, () => means.map((mean) => poisson(mean, next)))
        if (slowestCell(imbalanceOf(largestOf(table), runs))) alarms++
      }
      expect(alarms).toBeLessThanOrEqual(20)
    }
  })

  it('is found in a run with 23 samples more in a function that hardly runs elsewhere', () => {
    const { next } = randomFrom(99)
    let found = 0
    for (let set = 0; set < 100; set++) {
      const table = Array.from({ length: 16 }, (_, run) =>
        [30, 15, 7, run === 12 ? 26 : 1.5, 1].map((mean) => poisson(mean, next)),
      )
      const slow = slowestCell(imbalanceOf(largestOf(table), 16))
      if (slow?.run.name === 'gmon.out.12' && slow.f === 3) found++
    }
    expect(found).toBeGreaterThanOrEqual(99)
  })

  it('is judged stricter the more cells there are', () => {
    const at = (functions: number) => isSignificantCell({ most: 14, sum: 64 }, { runs: 16, functions })
    expect([at(1), at(10), at(10_000)]).toEqual([true, true, false])
  })

  it('is none where runs are equal, single, or without samples', () => {
    expect(isSignificantCell({ most: 100, sum: 100 }, { runs: 1, functions: 1 })).toBe(false)
    expect(isSignificantCell({ most: 1000, sum: 16_000 }, { runs: 16, functions: 1 })).toBe(false)
    // A part of a sample proves nothing.
    expect(isSignificantCell({ most: 0.9, sum: 0.9 }, { runs: 1000, functions: 1 })).toBe(false)
    expect(slowestCell(imbalanceOf([], 16))).toBeNull()
  })

  it('comes first by its time above the others, significant ones before those by chance', () => {
    const cells = [cell(0, 300, 4500), cell(1, 25, 50), cell(2, 90, 150), cell(3, 2, 5)]
    const { cells: sorted, significant, functions } = imbalanceOf(cells, 16)
    expect(sorted.map(({ f }) => f)).toEqual([2, 1, 0, 3])
    expect({ significant, functions }).toEqual({ significant: 2, functions: 4 })
    const many = imbalanceOf(
      Array.from({ length: 500 }, (_, f) => cell(f, 3, 9)),
      16,
    )
    expect([many.cells.length, many.functions]).toEqual([MOST_CELLS, 500])
  })

  it('is shown with its time above the others, and against the mean', () => {
    expect(excessText(cell(0, 25, 50), 16, AT_100)).toBe('+0.23 s')
    expect(timesMeanText(cell(0, 25, 50), 16)).toBe('8.00')
    expect(triedText({ runs: 16, functions: 12 })).toBe(
      '16 runs × 12 functions, corrected for 192 comparisons',
    )
  })
})
