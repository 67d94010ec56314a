// Numbers in the names of runs.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runNumbers } from './run-numbers.ts'

describe('the numbers of runs', () => {
  it.each([
    [
      ['gmon.out.0', 'gmon.out.1', 'gmon.out.10'],
      [0, 1, 10],
    ],
    [
      ['rank10/gmon.out', 'rank11/gmon.out'],
      [10, 11],
    ],
    [
      ['job7.rank0003.gmon', 'job7.rank0021.gmon'],
      [3, 21],
    ],
    [
      ['gmon.out (1)', 'gmon.out (2)'],
      [1, 2],
    ],
    [
      ['gmon.23411', 'gmon.9'],
      [23_411, 9],
    ],
    [
      ['1', '11', '111'],
      [1, 11, 111],
    ],
  ])('of %j are %j', (names, numbers) => {
    expect(runNumbers(names)).toEqual(numbers)
  })

  it.each([
    [[]],
    [['gmon.1']],
    [['gmon.out', 'gmon.out.1']],
    [['node1.rank0', 'node2.rank1']],
    [['a1', 'b2']],
    [['gmon.1', 'gmon.01']],
    [['gmon.1', 'gmon.20261124']],
    [['gmon.1', 'gmon.1']],
  ])('of %j are none', (names) => {
    expect(runNumbers(names)).toBeNull()
  })

  it('are those between whatever else the names share', () => {
    const around = fc.string().filter((text) => !/^\d|\d$/.test(text))
    const numbers = fc.uniqueArray(fc.nat(9_999_999), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(around, around, numbers, (before, after, drawn) => {
        expect(runNumbers(drawn.map((number) => `${before}${number}${after}`))).toEqual(drawn)
      }),
    )
  })
})
