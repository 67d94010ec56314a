// Tests of lists of ranges: what is found is what is written there.
import { describe, expect, it } from 'vitest'
import { problemOf } from '../../../testing/problem-of.ts'
import { DwarfCursor } from './dwarf-cursor.ts'
import type { UnitShape } from './forms.ts'
import { WorkBudget } from './work-budget.ts'
import { decodeAranges, decodeRangeList, decodeRanges } from './ranges.ts'

const word = (value: bigint | number, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 0xffn))
const over = (bytes: readonly number[]): DwarfCursor =>
  new DwarfCursor({
    file: 'prog',
    section: '.debug_ranges',
    offset: 0,
    bytes: Uint8Array.from(bytes),
    bigEndian: false,
    allowance: new WorkBudget(0),
  })
const shape = (version: number, addressSize: number): UnitShape => ({
  version,
  addressSize,
  offsetSize: 4,
  start: 0,
})

describe('a list of DWARF 2 to 4', () => {
  it.each([2, 4, 8])(
    'counts from the base, the unit’s or another one, with addresses of %d bytes',
    (size) => {
      const pairs = (list: readonly (readonly [bigint | number, bigint | number])[]) =>
        over(list.flatMap(([begin, end]) => [...word(begin, size), ...word(end, size)]))
      const another = (1n << BigInt(8 * size)) - 1n
      // Beyond 2^53 they are not exact.
      const highest = (1n << BigInt(Math.min(8 * size - 1, 52))) - 8n
      const list = pairs([
        [1, 3],
        [5, 5],
        [9, 7],
        [another, 0x40],
        [0, 2],
        [highest, highest + 4n],
        [0, 0],
        [1, 2],
      ])
      expect(decodeRanges(list, shape(4, size), 0x10)).toEqual([
        0x11,
        0x13,
        0x40,
        0x42,
        Number(highest) + 0x40,
        Number(highest) + 0x44,
      ])
    },
  )
})

describe('a list of DWARF 5', () => {
  const address = (value: number) => word(value, 8)
  const addressAt = (index: number): number => 0x1000 * index
  const read = (bytes: readonly number[]) => decodeRangeList(over(bytes), shape(5, 8), 0x10, addressAt)

  it.each<readonly [string, readonly number[], readonly number[]]>([
    ['pairs from the unit’s base', [4, 1, 3, 0], [0x11, 0x13]],
    ['pairs from a base of their own', [5, ...address(0x80), 4, 1, 3, 0], [0x81, 0x83]],
    ['pairs from a base by number', [1, 2, 4, 1, 3, 0], [0x2001, 0x2003]],
    ['ends by number', [2, 3, 5, 0], [0x3000, 0x5000]],
    ['a beginning by number and a length', [3, 3, 5, 0], [0x3000, 0x3005]],
    ['a beginning and an end', [6, ...address(7), ...address(9), 0], [7, 9]],
    ['a beginning and a length', [7, ...address(7), 9, 0], [7, 16]],
    ['empty and turned ones, which are none', [4, 3, 3, 4, 5, 2, 7, ...address(7), 0, 2, 5, 3, 0], []],
  ])('%s', (_, bytes, ranges) => {
    expect(read([...bytes, 4, 1, 2])).toEqual(ranges)
  })

  it('of a kind that nobody knows is damaged', async () => {
    expect(await problemOf(async () => read([8, 0]))).toMatchObject({ what: 'range entry 8' })
  })
})

describe('.debug_aranges', () => {
  interface Set {
    readonly unit: number
    readonly pairs: readonly (readonly [number, number])[]
    readonly version?: number
    readonly segment?: number
    readonly size?: 4 | 8
  }
  function bytesOf({ unit, pairs, version = 2, segment = 0, size = 8 }: Set): readonly number[] {
    const head = [...word(version, 2), ...word(unit, 4), size, segment]
    const padding = Array.from(
      { length: (2 * size - ((4 + head.length) % (2 * size))) % (2 * size) },
      () => 0,
    )
    const body = [...head, ...padding, ...pairs.flat().flatMap((value) => word(value, size))]
    return [...word(body.length, 4), ...body]
  }
  const END = [0, 0] as const
  const read = (...sets: readonly (readonly number[])[]) => {
    const { begin, end, unit } = decodeAranges(over(sets.flat()))
    return begin.map((first, row) => [unit[row], first, end[row]])
  }
  const last = bytesOf({ unit: 99, pairs: [[8, 1], END] })
  const [found] = [[99, 8, 9]]

  it.each([4, 8] as const)(
    'has ranges by unit, up to a pair of zeros, with addresses of %d bytes',
    (size) => {
      const pairs = [[16, 4], [32, 0], [0, 6], END, [64, 1]] as const
      const first = [
        [7, 16, 20],
        [7, 0, 6],
      ]
      expect(read(bytesOf({ unit: 7, pairs, size }), last)).toEqual([...first, found])
    },
  )

  it('goes on behind sets that it does not know', () => {
    const pairs = [[16, 4], END] as const
    const odd = [...bytesOf({ unit: 7, pairs })]
    odd[10] = 2
    for (const set of [bytesOf({ unit: 7, pairs, version: 3 }), bytesOf({ unit: 7, pairs, segment: 4 }), odd])
      expect(read(set, last)).toEqual([found])
  })

  it('ends where a set is cut off; a set without the zeros ends where it does', () => {
    const pairs = [[16, 4]] as const
    expect(read(last, bytesOf({ unit: 7, pairs }).slice(0, -1))).toEqual([found])
    expect(read(bytesOf({ unit: 7, pairs }), last)).toEqual([[7, 16, 20], found])
    // One set of the least size, a single pair of zeros.
    expect(read(bytesOf({ unit: 7, pairs: [END], size: 4 }))).toEqual([])
    expect(read(bytesOf({ unit: 7, pairs: [[1, 2]], size: 4 }))).toEqual([[7, 1, 3]])
  })
})
