// Order of hot lines, and the code that is read for them.
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { asColumn } from '../../base/columns.ts'
import { stringTableOf } from '../../base/string-table.ts'
import type { FunctionTable } from '../call-graph-profile.ts'
import { sortBySamples, stretchesOf } from './hot-lines.ts'

it('sorts equally hot lines by the order of their functions, then from top to bottom', () => {
  const lines = [
    { f: 2, file: 0, line: 1, ticks: 5 },
    { f: 1, file: 0, line: 9, ticks: 5 },
    { f: 1, file: 0, line: 3, ticks: 5 },
    { f: 7, file: 0, line: 8, ticks: 6 },
    { f: 3, file: 0, line: 2, ticks: 4 },
  ]
  const { f, line, ticks } = sortBySamples(lines, stringTableOf(['a.c']), 0)
  expect(Array.from(f, (one, row) => [ticks[row], one, line[row]])).toEqual([
    [6, 7, 8],
    [5, 1, 3],
    [5, 1, 9],
    [5, 2, 1],
    [4, 3, 2],
  ])
})

it('functions that lie close together are asked for as one, and code far away is not read for them', () => {
  const drawn = profileFromText('a 1; b 1; idle 0; c 1; d 0; e 1').functions
  const places = Float64Array.of(0x1000, 0x1100, 0x1200, 0x1300, 0x1400, 0x90_0000)
  const functions: FunctionTable = {
    ...drawn,
    address: asColumn(places),
    last: asColumn(places.map((first) => first + 15)),
  }
  expect(stretchesOf(functions)).toEqual([
    { from: 0x1000, to: 0x1400, functions: [0, 1, 3] },
    { from: 0x90_0000, to: 0x90_0010, functions: [5] },
  ])
  expect(stretchesOf(functions, () => true).map(({ functions: together }) => together)).toEqual([
    [0, 1, 2, 3, 4, 5],
  ])
  expect(stretchesOf(functions, () => false)).toEqual([])
})
