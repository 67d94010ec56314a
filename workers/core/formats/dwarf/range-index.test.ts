// Tests of units by their ranges.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildRangeIndex } from './range-index.ts'

describe('units by ranges', () => {
  const range = fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 12 }), fc.nat(6))
  const indexOf = (list: readonly (readonly [number, number, number])[]) =>
    buildRangeIndex(
      {
        begin: list.map(([begin]) => begin),
        end: list.map(([begin, length]) => begin + length),
        unit: list.map(([, , unit]) => unit),
      },
      () => {},
    )
  const owners = (list: readonly (readonly [number, number, number])[], from: number, to: number) =>
    [
      ...new Set(
        list.flatMap(([begin, length, unit]) => (begin < to && begin + length > from ? [unit] : [])),
      ),
    ].sort((left, right) => left - right)

  it('are all that have one at an address, and all that have one in a stretch', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 20 }), (list) => {
        const index = indexOf(list)
        for (let at = 0; at < 56; at++) {
          expect(index.unitsAt(at)).toEqual(owners(list, at, at + 1))
          expect(index.unitsIn(at, at + 5)).toEqual(owners(list, at, at + 5))
        }
      }),
    )
  })

  it('are those that end where numbers are exact: what the linker left out lies beyond', () => {
    const most = Number.MAX_SAFE_INTEGER
    const index = indexOf([
      [most - 8, 8, 1],
      [most - 8, 9, 2],
      [most - 4, 4, 3],
    ])
    expect(index.unitsAt(most - 1)).toEqual([1, 3])
    expect(index.ranges()).toEqual({ begin: [most - 8, most - 4], end: [most, most] })
  })

  it('of very many at one address are the first eight', () => {
    const list = Array.from({ length: 100 }, (_, unit) => [8, 4, 99 - unit] as const)
    expect(indexOf(list).unitsAt(9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(indexOf(list).unitsIn(9, 10)).toHaveLength(100)
  })
})
