// Copying and explaining lines: every number of a row is that of its column, and formulas yield
// the displayed numbers.
import { finish } from '../../base/yielder.ts'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { stringTableOf } from '../../base/string-table.ts'
import type { FunctionLines } from '../../profile/lines/function-lines.ts'
import type { HotLines } from '../../profile/lines/hot-lines.ts'
import type { ArcIndex, FunctionIndex } from '../../profile/call-graph-profile.ts'
import { explainCalls, explainHotLine, explainSelf, explainTotalOf, hotLinesUnder } from './explain-lines.ts'
import { factsOfLines, type LineCall } from './line-facts.ts'
import { hotRow, hotTexts } from './hot-rows.ts'
import { hotTsv, sourceTsv } from './lines-tsv.ts'

/** main calls a 4 times of 10; 100 samples are a second. */
const analyzed = analyzeProfile(
  profileFromText('main 10; a 20; b 0; main -> a 4; b -> a 6; main -> b 1'),
  EMPTY_SCENARIO,
)
const LINES: FunctionLines = {
  sections: [
    {
      name: 'main',
      file: '/src/a.c',
      length: 2,
      line: Uint32Array.of(3, 4),
      ticks: Float64Array.of(6, 3),
    },
  ],
  unplaced: 1,
  calls: {
    length: 2,
    section: Int32Array.of(0, 0),
    row: Int32Array.of(0, 1),
    child: Int32Array.of(1, 1),
    count: Float64Array.of(3, 1),
    isSure: Uint8Array.of(1, 0),
    orLine: Uint32Array.of(0, 3),
  },
}
const facts = finish(factsOfLines(analyzed, 0 as FunctionIndex, LINES))
const HOT: HotLines = {
  length: 3,
  f: Uint32Array.of(1, 0, 1),
  file: Int32Array.of(0, 1, 0),
  line: Uint32Array.of(12, 3, 7),
  ticks: Float64Array.of(20, 6, 3),
  files: stringTableOf(['/src/b.c', '/src/a.c']),
  unplaced: 1,
}

describe('lines that are copied', () => {
  it('have seconds of two decimals, their text in one cell, and what they call', () => {
    const rows = [
      { kind: 'line', section: 0, row: -1, line: 2, text: '{' },
      { kind: 'line', section: 0, row: 0, line: 3, text: 'a();\ta();\na();' },
      { kind: 'gap', section: 0, from: 5, to: 6 },
      { kind: 'line', section: 0, row: 1, line: 4, text: null },
    ] as const
    expect([...sourceTsv(analyzed, LINES, facts, rows)].join('')).toBe(
      [
        'File\tLine\tSelf\tTotal\tCode\tCalls',
        '/src/a.c\t2\t\t\t{\t',
        '/src/a.c\t3\t0.06\t0.12\ta(); a(); a();\ta 3',
        '/src/a.c\t4\t0.03\t0.05\t\t≈ a 1',
        '',
      ].join('\n'),
    )
  })

  it('the hottest of all have their share of all samples', () => {
    expect([...hotTsv(analyzed, HOT, (row) => `text ${row}`)].join('')).toBe(
      [
        'Self %\tSelf\tFile\tLine\tFunction\tCode',
        '66.67\t0.20\t/src/b.c\t12\ta\ttext 0',
        '20.00\t0.06\t/src/a.c\t3\tmain\ttext 1',
        '10.00\t0.03\t/src/b.c\t7\ta\ttext 2',
        '',
      ].join('\n'),
    )
  })
})

describe('the hottest lines', () => {
  it('are copied row by row, and nothing beyond the last', () => {
    expect(hotRow(HOT, 2)).toEqual({ f: 1, ticks: 3, path: '/src/b.c', line: 7 })
    expect(hotRow(HOT, 3)).toBeNull()
  })

  it('have their texts read file by file, of no more rows than asked for or there', () => {
    const all = hotTexts(HOT, 100)
    expect(all.files).toEqual([
      {
        path: '/src/b.c',
        ranges: [
          { from: 12, to: 12 },
          { from: 7, to: 7 },
        ],
        last: 12,
      },
      { path: '/src/a.c', ranges: [{ from: 3, to: 3 }], last: 3 },
    ])
    expect(all.placeOf).toEqual([
      { file: 0, nth: 0 },
      { file: 1, nth: 0 },
      { file: 0, nth: 1 },
    ])
    expect(hotTexts(HOT, 2).placeOf).toHaveLength(2)
  })
})

describe('lines of a faster function', () => {
  const faster = (factor: number) =>
    analyzeProfile(analyzed.profile, { ...EMPTY_SCENARIO, faster: [{ name: 'a', factor }] })

  it('have fewer samples, in their new order, and none where it takes no time', () => {
    expect(hotLinesUnder(analyzed, HOT)).toBe(HOT)
    const half = hotLinesUnder(faster(4), HOT)
    expect([...half.ticks]).toEqual([6, 5, 0.75])
    expect([...half.line]).toEqual([3, 12, 7])
    expect([...hotLinesUnder(faster(Infinity), HOT).line]).toEqual([3])
  })

  it('say what their samples are divided by', () => {
    const under = faster(2)
    const { formula, note } = explainHotLine(under, hotLinesUnder(under, HOT), 0, false)
    expect(formula).toBe('0.1 s = 20 samples ÷ 2 ÷ 100 per second')
    expect(note).toContain('√20 samples ÷ 2')
  })
})

describe('numbers of lines explain themselves', () => {
  it('own time by its samples, and where they were noted if there are any', () => {
    const some = explainSelf(analyzed, 'line 3', 6)
    expect(some.formula).toBe('0.06 s = 6 samples ÷ 100 per second')
    expect(some.note).toContain('the interrupted instruction')
    expect(explainSelf(analyzed, 'line 2', 0).note).not.toContain('the interrupted instruction')
    const untimed = { ...profileFromText('main -> a 4'), rate: 0 }
    expect(explainSelf(analyzeProfile(untimed, EMPTY_SCENARIO), 'line 3', 0).formula).toBe('')
  })

  it('total time by what it is the sum of', () => {
    expect(explainTotalOf(analyzed, null, 'line 3', { self: 6, below: 6 }, 0.5).formula).toBe(
      '0.12 s = 0.06 s self + 0.06 s handed on by what it calls',
    )
    const noteOf = (below: number, certain: number) =>
      explainTotalOf(analyzed, null, 'line 3', { self: 6, below }, certain).note
    expect(noteOf(0, 1)).toMatch(/pass it no time/)
    expect(noteOf(6, 0.5)).toMatch(/^At least 0\.06 s, as far/)
    expect(noteOf(6, 1)).toMatch(/^Certain/)
  })

  it('calls by their part of all that the function makes there, and which other line may have made them', () => {
    const [first, second] = facts.lines[0] ?? []
    expect(explainCalls(analyzed, 'line 3', first?.calls ?? [])).toMatchObject({
      title: 'Called by line 3',
      formula: 'a: 0.06 s = 0.08 s × 3 of 4 calls',
    })
    const unsure = explainCalls(analyzed, 'line 4', second?.calls ?? [])
    expect(unsure?.formula).toBe('≈ a: 0.02 s = 0.08 s × 1 of 4 calls')
    expect(unsure?.note).toMatch(/several lines, also line 3\.$/)
    expect(explainCalls(analyzed, 'line 2', [])).toBeNull()
  })

  it('all calls of a function by all its time, those without time by their number, many by the first', () => {
    const call = (child: number, some: Partial<LineCall>): LineCall => ({
      arc: 0 as ArcIndex,
      child: child as FunctionIndex,
      count: 4,
      ofCalls: 4,
      ticks: 20,
      ofTicks: 20,
      isSure: true,
      orLine: 0,
      ...some,
    })
    const textOf = (...calls: readonly LineCall[]) => explainCalls(analyzed, 'line 3', calls)?.formula
    expect(textOf(call(1, {}))).toBe('a: 0.2 s, all 4 calls')
    expect(textOf(call(2, { ticks: 0, ofTicks: 0 }))).toBe('b: 4 calls')
    const many = textOf(...Array.from({ length: 14 }, () => call(1, {})))?.split('\n')
    expect(many).toHaveLength(13)
    expect(many?.at(-1)).toBe('and 2 more')
  })

  it('a share of all time by the samples of the line and of all', () => {
    expect(explainHotLine(analyzed, HOT, 1, true)).toMatchObject({
      title: 'Share of all recorded samples in line 3 in main',
      formula: '20% = 100 × 6 of 30 samples',
    })
    expect(explainHotLine(analyzed, HOT, 0, false)).toMatchObject({
      title: 'Self time of line 12 in a',
      formula: '0.2 s = 20 samples ÷ 100 per second',
    })
  })
})
