// Line tables in steps, for functions of many lines.
import { expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { stringTableOf } from '../base/string-table.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { factsOfLines, lineFactsInSteps } from './line-facts.ts'
import { hotTsv, sourceRows, sourceRowsInSteps } from './source-rows.ts'

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
  expect(head).toBe('Self %\tSelf\tFile\tLine\tFunction\tCode')
  expect(rows).toHaveLength(length + 1)
  expect(rows.slice(-2)).toEqual(['0.10\t0.01\t/src/a.c\t1000\tmain\ta 999', ''])
})

it('works out a function of very many lines in steps, each of a few', () => {
  const analyzed = analyzeProfile(profileFromText('main 30\nmain -> work 9\nwork 60'), EMPTY_SCENARIO)
  const length = 30_000
  const all = (value: number) => new Float64Array(length).fill(value)
  const every = Int32Array.from({ length }, (_, row) => row)
  const lines = {
    sections: [
      {
        name: 'main',
        file: '/src/a.c',
        length,
        line: Uint32Array.from(every, (row) => row + 1),
        ticks: all(0.001),
      },
    ],
    unplaced: 0,
    calls: {
      length,
      section: new Int32Array(length),
      row: every,
      child: new Int32Array(length).fill(1),
      count: all(9 / length),
      isSure: new Uint8Array(length).fill(1),
      orLine: new Uint32Array(length),
    },
  }
  const main = 0 as FunctionIndex
  const facts = inSteps(lineFactsInSteps(analyzed, main, lines), 100)
  expect(facts).toEqual(factsOfLines(analyzed, main, lines))
  expect(facts.lines[0]?.[length - 1]?.calls).toMatchObject([{ child: 1, ofCalls: 9 }])
  const text = { ranges: [Array.from({ length: length + 1 }, (_, at) => `line ${at + 1};`)], end: null }
  for (const texts of [[text], [undefined]]) {
    const rows = inSteps(sourceRowsInSteps(lines, texts), 20)
    expect(rows).toEqual(sourceRows(lines, texts))
    expect(rows[length - 1]).toMatchObject({ line: length, row: length - 1 })
  }
})

function inSteps<T>(steps: Generator<void, T>, least: number): T {
  for (let step = 0; ; step++) {
    const { done, value } = steps.next()
    if (done !== true) continue
    expect(step).toBeGreaterThanOrEqual(least)
    return value
  }
}
