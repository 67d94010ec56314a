// Predicting the arcs of a file from the files before.
import { describe, expect, it } from 'vitest'
import type { RawArcs } from '../formats/format.ts'
import { KnownArcs, UNKNOWN } from './known-arcs.ts'

const arcsAt = (...addresses: readonly number[]): RawArcs => ({
  length: addresses.length,
  from: Float64Array.from(addresses),
  self: Float64Array.from(addresses, (address) => address + 1),
  count: Float64Array.from(addresses, () => 1),
})

const count = (length: number): number[] => Array.from({ length }, (_, at) => at)

function recall(before: KnownArcs, arcs: RawArcs): number[] {
  const rows = new Int32Array(arcs.length)
  before.begin(arcs.length)
  before.recall(arcs, 0, rows)
  return [...rows]
}

/**
 * Adds a file of arcs at these addresses, each counted in the row that `rowOf` returns. Returns
 * the prediction from earlier files.
 */
function learn(
  before: KnownArcs,
  addresses: readonly number[],
  rowOf: (address: number) => number,
): number[] {
  const arcs = arcsAt(...addresses)
  const told = recall(before, arcs)
  before.learn(arcs, Int32Array.from(addresses, rowOf))
  return told
}

const tenth = (address: number): number => address / 10

describe('KnownArcs', () => {
  it('predicts the rows of what follows in the same order, also after a gap', () => {
    const before = new KnownArcs()
    const rows = new Map([7, -1, 3, 4, 9].map((row, at) => [10 * (at + 1), row]))
    learn(before, [10, 20, 30, 40, 50], (address) => rows.get(address) ?? 0)
    expect(recall(before, arcsAt(10, 20, 99, 40, 50))).toEqual([7, -1, UNKNOWN, 4, 9])
  })

  it('learns from every file what it has more, in its place', () => {
    const before = new KnownArcs()
    learn(before, [10, 20, 40, 50, 70], tenth)
    expect(learn(before, [20, 30, 40, 50, 60, 70, 80], tenth)).toEqual([
      2,
      UNKNOWN,
      4,
      5,
      UNKNOWN,
      7,
      UNKNOWN,
    ])
    expect(learn(before, [5, 20, 60], () => 0)).toEqual([UNKNOWN, 2, 6])
    expect(recall(before, arcsAt(5, 10, 20, 30, 40, 50, 60, 70, 80))).toEqual(count(9))
  })

  it('knows arcs that change places in both, and no more than so many', () => {
    const before = new KnownArcs()
    learn(before, [10, 20, 30], tenth)
    expect(learn(before, [20, 10, 30], tenth)).toEqual([2, UNKNOWN, 3])
    expect(learn(before, [20, 10, 30], tenth)).toEqual([2, 1, 3])
    expect(learn(before, [10, 20, 30], tenth)).toEqual([1, 2, 3])
    for (let file = 0; file < 5; file++)
      learn(
        before,
        [100 + file, 200 + file, 300 + file].map((address) => 10 * address),
        tenth,
      )
    expect(recall(before, arcsAt(10, 20, 30))).toEqual([UNKNOWN, UNKNOWN, UNKNOWN])
  })

  it('holds on to nothing of a file: its columns may be filled with the next one', () => {
    const before = new KnownArcs()
    const arcs = arcsAt(10, 20)
    before.begin(2)
    before.recall(arcs, 0, new Int32Array(2))
    const rows = Int32Array.of(1, 2)
    before.learn(arcs, rows)
    arcs.from.fill(0)
    rows.fill(0)
    expect(recall(before, arcsAt(10, 20))).toEqual([1, 2])
  })

  it('knows nothing before the first file, and nothing once it has forgotten', () => {
    const before = new KnownArcs()
    expect(recall(before, arcsAt(10))).toEqual([UNKNOWN])
    learn(before, [10], tenth)
    before.forget()
    expect(recall(before, arcsAt(10))).toEqual([UNKNOWN])
  })

  it('goes on behind a long gap once one arc was found elsewhere', () => {
    const before = new KnownArcs()
    learn(before, count(100), (address) => address)
    expect(recall(before, arcsAt(50))).toEqual([UNKNOWN])
    before.resume(50)
    const rows = new Int32Array(2)
    before.recall(arcsAt(51, 52), 0, rows)
    expect([...rows]).toEqual([51, 52])
  })
})
