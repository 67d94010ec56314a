import { describe, expect, it } from 'vitest'
import { problemOf } from '../../../testing/problem-of.ts'
import { DwarfCursor } from './dwarf-cursor.ts'
import { WorkBudget } from './work-budget.ts'
import { Attribute, Form } from './constants.ts'
import { decodeUnitEntry, decodeUnitHeader, type UnitHeader } from './unit-headers.ts'

const word = (value: number, bytes: number): readonly number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256)
const over = (bytes: readonly number[]): DwarfCursor =>
  new DwarfCursor({
    file: 'prog',
    section: '.debug_info',
    offset: 100,
    bytes: Uint8Array.from(bytes),
    bigEndian: false,
    allowance: new WorkBudget(0),
  })

describe('a unit’s header', () => {
  const compile = 1
  const [type, skeleton, splitCompile, splitType] = [2, 4, 5, 6]
  const five = (kind: number, offsetSize: 4 | 8) => {
    const length = offsetSize === 4 ? word(40, 4) : [...word(0xffffffff, 4), ...word(40, 8)]
    return [...length, ...word(5, 2), kind, 8, ...word(7, offsetSize), ...word(0, 32)]
  }

  it.each([
    [compile, 4, 12, true, false],
    [skeleton, 4, 20, true, true],
    [splitCompile, 4, 20, true, false],
    [type, 4, 24, false, false],
    [splitType, 4, 24, false, false],
    [compile, 8, 24, true, false],
    [type, 8, 40, false, false],
  ] as const)(
    'of kind %d with offsets of %d bytes takes %d bytes',
    (kind, offsetSize, size, hasCode, isSkeleton) => {
      expect(decodeUnitHeader(over(five(kind, offsetSize)))).toEqual({
        version: 5,
        offsetSize,
        addressSize: 8,
        start: 100,
        end: 100 + (offsetSize === 4 ? 44 : 52),
        entriesAt: 100 + size,
        abbreviationsAt: 7,
        hasCode,
        isSkeleton,
      })
    },
  )

  it('has abbreviations before the size of addresses up to DWARF 4', () => {
    for (const version of [2, 3, 4]) {
      const header = decodeUnitHeader(over([...word(20, 4), ...word(version, 2), ...word(9, 4), 4]))
      expect(header).toMatchObject({
        version,
        addressSize: 4,
        abbreviationsAt: 9,
        entriesAt: 111,
        hasCode: true,
      })
    }
  })

  it.each([
    ['version 1', [...word(20, 4), ...word(1, 2), ...word(9, 4), 4]],
    ['version 6', [...word(20, 4), ...word(6, 2), ...word(9, 4), 4]],
    ['address size 3', [...word(20, 4), ...word(4, 2), ...word(9, 4), 3]],
    ['length', [...word(0xfffffff0, 4), ...word(4, 2), ...word(9, 4), 4]],
    ['end of data', [...word(20, 4), ...word(4, 2), ...word(9, 4)]],
  ])('that cannot be is damaged: %s', async (what, bytes) => {
    expect(await problemOf(async () => decodeUnitHeader(over(bytes)))).toMatchObject({
      code: 'dwarf/damaged',
      what,
    })
  })
})

describe('a unit’s first entry', () => {
  const unit = (version: number, offsetSize: 4 | 8): UnitHeader => ({
    version,
    offsetSize,
    addressSize: 8,
    start: 0,
    end: 1000,
    entriesAt: 0,
    abbreviationsAt: 0,
    hasCode: true,
    isSkeleton: false,
  })
  const entryOf = (pairs: readonly (readonly [number, number, number])[], header = unit(5, 4)) => {
    const shape = {
      tag: 0x11,
      attributes: pairs.map(([attribute]) => attribute),
      forms: pairs.map(() => Form.data1),
      implicit: pairs.map(() => 0),
    }
    return decodeUnitEntry(over([1, ...pairs.map(([, , value]) => value)]), new Map([[1, shape]]), header)
  }
  const attribute = (which: number, value: number) => [which, Form.data1, value] as const

  it('has tables behind the header of their sections unless it says where', () => {
    const basesOf = (...asked: Parameters<typeof entryOf>) => {
      const { strOffsetsBase, addrBase, rnglistsBase } = entryOf(...asked)
      return [strOffsetsBase, addrBase, rnglistsBase]
    }
    expect(basesOf([])).toEqual([8, 8, 12])
    expect(basesOf([], unit(5, 8))).toEqual([16, 16, 20])
    expect(basesOf([], unit(4, 4)).slice(0, 2)).toEqual([0, 0])
    expect(
      basesOf([
        attribute(Attribute.strOffsetsBase, 30),
        attribute(Attribute.addrBase, 40),
        attribute(Attribute.rnglistsBase, 50),
      ]),
    ).toEqual([30, 40, 50])
    expect(basesOf([attribute(Attribute.gnuAddrBase, 60)], unit(4, 4))[1]).toBe(60)
  })

  it('says each thing once: the first counts', () => {
    const { linesAt, language } = entryOf([
      attribute(Attribute.stmtList, 5),
      attribute(Attribute.language, 2),
      attribute(Attribute.stmtList, 6),
    ])
    expect([linesAt, language]).toEqual([5, 2])
    expect(entryOf([]).linesAt).toBe(-1)
  })

  it('of a shape that is not there is damaged', async () => {
    expect(await problemOf(async () => decodeUnitEntry(over([3]), new Map(), unit(5, 4)))).toMatchObject({
      what: 'abbreviation 3',
    })
  })
})
