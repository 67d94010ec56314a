// Summing recorded arcs by caller and callee.
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../../testing/random/random.ts'
import { groupNewestFirst } from '../base/csr.ts'
import type { RawArcs } from '../formats/format.ts'
import { nameByAddress } from '../symbols/name-by-address.ts'
import { ArcTally } from './tally-arcs.ts'

const arcsOf = (...rows: readonly (readonly [number, number, number])[]): RawArcs => ({
  length: rows.length,
  from: Float64Array.from(rows, ([from]) => from),
  self: Float64Array.from(rows, ([, self]) => self),
  count: Float64Array.from(rows, ([, , count]) => count),
})

const symbols = nameByAddress([0x100, 0x200, 0x300], 0x100, 0x400)

describe('ArcTally', () => {
  it('adds arcs between the same pair and keeps the order of their first appearance', () => {
    const tally = new ArcTally(symbols)
    tally.add(arcsOf([0x210, 0x304, 1], [0x110, 0x204, 2], [0x220, 0x308, 3]))
    const { length, parent, child, count } = tally.result()
    expect({ length, parent: [...parent], child: [...child], count: [...count] }).toEqual({
      length: 2,
      parent: [1, 0],
      child: [2, 1],
      count: [4, 2],
    })
  })
  it('adds up files alike and files that differ here and there the same way', () => {
    const random = randomFrom(5)
    const many = nameByAddress(
      Array.from({ length: 50 }, (_, at) => 0x1000 + 16 * at),
      0x1000,
      0x2000,
    )
    const address = (): number => 0xff0 + random.below(900)
    const files = [Array.from({ length: 3000 }, () => [address(), address(), 1 + random.below(9)] as const)]
    for (let file = 1; file < 6; file++) {
      const changed = (files[0] ?? []).map((row) =>
        file % 2 === 0 && random.chance(0.001) ? ([address(), address(), 1] as const) : row,
      )
      files.push(file === 5 ? changed.slice(700) : changed)
    }
    const together = new ArcTally(many)
    for (const [nth, file] of files.entries()) together.add(arcsOf(...file), nth + 1 < files.length)
    const atOnce = new ArcTally(many)
    atOnce.add(arcsOf(...files.flat()), false)
    const { byChild, ...arcs } = atOnce.result()
    expect(together.result()).toEqual(arcs)
    expect(byChild).toEqual(groupNewestFirst(arcs.child, many.length))
    expect([together.records, together.dropped]).toEqual([atOnce.records, atOnce.dropped])
  })
  it('adds a file to one that was to be the last', () => {
    const random = randomFrom(7)
    const arc = () => [0xf0 + random.below(0x320), 0xf0 + random.below(0x320), random.below(2 ** 32)] as const
    const file = (length: number) => arcsOf(...Array.from({ length }, arc))
    for (const files of [
      [file(8), file(8)],
      [file(0), file(1), file(5000), file(3)],
    ]) {
      const inTurn = new ArcTally(symbols)
      const together = new ArcTally(symbols)
      for (const [nth, one] of files.entries()) {
        inTurn.add(one, false)
        together.add(one, nth < files.length - 1)
      }
      inTurn.addStatic(0, 0)
      together.addStatic(0, 0)
      expect(inTurn.result()).toEqual(together.result())
    }
  })
  it('adds up files that leave out arcs, put some in and change places the same way', () => {
    const random = randomFrom(11)
    const many = nameByAddress(
      Array.from({ length: 200 }, (_, at) => 0x1000 + 16 * at),
      0x1000,
      0x2000,
    )
    const arc = (): readonly [number, number, number] => [
      0xff0 + random.below(3300),
      0xff0 + random.below(3300),
      1 + random.below(9),
    ]
    const first = Array.from({ length: 4000 }, arc)
    const files = Array.from({ length: 12 }, (_, file) => {
      const rows = first.flatMap((row) =>
        random.chance(0.03) ? [] : random.chance(0.02) ? [arc(), row] : [row],
      )
      // Gaps and moved pieces longer than the search distance.
      const at = random.below(rows.length)
      const piece = rows.splice(at, 20 + random.below(1500))
      return file % 3 === 0 ? [...rows, ...piece] : rows
    })
    const together = new ArcTally(many)
    for (const file of files) together.add(arcsOf(...file))
    const atOnce = new ArcTally(many)
    atOnce.add(arcsOf(...files.flat()))
    expect(together.result()).toEqual(atOnce.result())
    expect([together.records, together.dropped]).toEqual([atOnce.records, atOnce.dropped])
  })
  it('adds up counts beyond 32 bits', () => {
    const tally = new ArcTally(symbols)
    tally.add(arcsOf([0x210, 0x304, 2 ** 32 - 1], [0x110, 0x204, 3]))
    expect([...tally.result().count]).toEqual([2 ** 32 - 1, 3])
    tally.add(arcsOf([0x110, 0x204, 4], [0x210, 0x304, 1], [0x210, 0x110, 2 ** 40]))
    tally.add(arcsOf(...Array.from({ length: 5000 }, () => [0x110, 0x304, 2] as const)))
    expect([...tally.result().count]).toEqual([2 ** 32, 7, 2 ** 40, 10_000])
  })
  it('adds up counts of one file beyond 32 bits', () => {
    const tally = new ArcTally(symbols)
    tally.add(arcsOf([0x210, 0x304, 3e9], [0x110, 0x204, 1], [0x220, 0x304, 3e9]), false)
    expect([...tally.result().count]).toEqual([6e9, 1])
  })
  it('leaves out arcs that do not count', () => {
    const tally = new ArcTally(symbols, (parent, child) => parent !== 1 || child !== 2)
    tally.add(arcsOf([0x210, 0x304, 1], [0x110, 0x204, 2], [0, 0x304, 3]))
    expect([...tally.result().count]).toEqual([2])
    expect(tally).toMatchObject({ records: 3, dropped: 2 })
  })
  it('drops arcs whose parent or child is nowhere, and counts them', () => {
    const tally = new ArcTally(symbols)
    tally.add(arcsOf([0, 0x204, 5], [0x110, 0x500, 5], [0x110, 0x204, 1]))
    expect(tally).toMatchObject({ records: 3, dropped: 2 })
    expect(tally.result().length).toBe(1)
  })
  it('gives calls of a label to the function before it', () => {
    const tally = new ArcTally({ ...symbols, isFunction: Uint8Array.of(1, 1, 0) })
    tally.add(arcsOf([0x110, 0x304, 1]))
    expect([...tally.result().child]).toEqual([1])
    const nowhere = new ArcTally({ ...symbols, isFunction: Uint8Array.of(0, 1, 1) })
    nowhere.add(arcsOf([0x210, 0x104, 1]))
    expect(nowhere.dropped).toBe(1)
  })
  it('distinguishes thousands of pairs', () => {
    const many = nameByAddress(
      Array.from({ length: 300 }, (_, at) => 0x1000 + 16 * at),
      0x1000,
      0x10000,
    )
    const tally = new ArcTally(many)
    for (let round = 0; round < 2; round++) {
      for (let parent = 0; parent < 300; parent++) {
        tally.add(
          arcsOf(
            ...Array.from({ length: 40 }, (_, at): [number, number, number] => [
              0x1000 + 16 * parent,
              0x1000 + 16 * ((parent * 7 + at) % 300),
              1,
            ]),
          ),
        )
      }
    }
    const { length, count } = tally.result()
    expect(length).toBe(300 * 40)
    expect(count.every((calls) => calls === 2)).toBe(true)
  })
})
