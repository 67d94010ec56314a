import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { stringTableOf } from '../../base/string-table.ts'
import { hotTsv } from './lines-text.ts'

it('writes a long table in pieces, each of a few rows', () => {
  const analyzed = analyzeProfile(profileFromText('main 1000'), EMPTY_SCENARIO)
  const length = 1000
  const hot = {
    length,
    f: new Uint32Array(length),
    file: new Int32Array(length),
    line: Uint32Array.from({ length }, (_, row) => row + 1),
    ticks: new Float64Array(length).fill(1),
    files: stringTableOf(['/src/a.c']),
    unplaced: 0,
  }
  const pieces = [...hotTsv(analyzed, hot, (row) => `a\t${row}`)]
  expect(Math.max(...pieces.map((piece) => piece.split('\n').length))).toBeLessThan(300)
  const [head, ...rows] = pieces.join('').split('\n')
  expect(head).toBe('% time\tSelf\tFile\tLine\tFunction\tCode')
  expect(rows).toHaveLength(length + 1)
  expect(rows.slice(-2)).toEqual(['0.10\t0.01\t/src/a.c\t1000\tmain\ta 999', ''])
})
