import { describe, expect, it } from 'vitest'
import type { RawArcs } from '../formats/format.ts'
import { ArcsBefore, UNKNOWN } from './arcs-before.ts'

const arcsAt = (...addresses: readonly number[]): RawArcs => ({
  length: addresses.length,
  from: Float64Array.from(addresses),
  self: Float64Array.from(addresses, (address) => address + 1),
  count: Float64Array.from(addresses, () => 1),
})

const count = (length: number): number[] => Array.from({ length }, (_, at) => at)

function recall(before: ArcsBefore, arcs: RawArcs): number[] {
  const rows = new Int32Array(arcs.length)
  before.recall(arcs, 0, rows)
  return [...rows]
}

describe('ArcsBefore', () => {
  it('tells the rows of what follows in the same order, also after a gap', () => {
    const before = new ArcsBefore()
    before.keep(arcsAt(10, 20, 30, 40, 50), Int32Array.of(7, -1, 3, 4, 9))
    expect(recall(before, arcsAt(10, 20, 99, 40, 50))).toEqual([7, -1, UNKNOWN, 4, 9])
  })

  it('knows nothing before the first file, and nothing once it has forgotten', () => {
    const before = new ArcsBefore()
    expect(recall(before, arcsAt(1))).toEqual([UNKNOWN])
    before.keep(arcsAt(1), Int32Array.of(0))
    before.forget()
    expect(recall(before, arcsAt(1))).toEqual([UNKNOWN])
  })

  it('goes on behind a long gap once one arc was found elsewhere', () => {
    const before = new ArcsBefore()
    const arcs = arcsAt(...count(100))
    before.keep(arcs, Int32Array.from(count(100)))
    expect(recall(before, arcsAt(50))).toEqual([UNKNOWN])
    before.resume(50)
    expect(recall(before, arcsAt(51, 52))).toEqual([51, 52])
  })
})
