// Rows of a function's source.
import { finish } from '../../base/yielder.ts'
import { describe, expect, it } from 'vitest'
import type { LineSection } from '../../profile/lines/function-lines.ts'
import type { TextOfLines } from '../../profile/lines/read-source-text.ts'
import { rangesOf, sourceRows, type SourceRow } from './source-rows.ts'

function section(lines: readonly number[], ticks: readonly number[] = [], name = 'f'): LineSection {
  return {
    name,
    file: '/src/a.c',
    length: lines.length,
    line: Uint32Array.from(lines),
    ticks: Float64Array.from(lines, (_, row) => ticks[row] ?? 0),
  }
}

/** These ranges of a file whose lines are "1", "2" … */
function textOf(
  ranges: ReturnType<typeof rangesOf>,
  end = Infinity,
  own: Record<number, string> = {},
): TextOfLines {
  const lines = ranges.map(({ from, to }) => {
    const some: string[] = []
    for (let line = from; line <= Math.min(to, end); line++) some.push(own[line] ?? `text ${line}`)
    return some
  })
  return { ranges: lines, end: end === Infinity ? null : end }
}

const textsOf = (rows: readonly SourceRow[]): readonly string[] =>
  rows.map((row) => {
    if (row.kind === 'line') return `${row.line} ${row.row} ${row.text ?? '–'}`
    if (row.kind === 'gap') return `gap ${row.from} ${row.to}`
    if (row.kind === 'rest') return `rest ${row.sections}`
    return row.isInlined ? `section ${row.section}` : `own section ${row.section}`
  })

describe('rows of a function’s source', () => {
  it('are the lines with code where there is no text', () => {
    expect(textsOf(finish(sourceRows({ sections: [section([4, 9])], calls: null }, [])))).toEqual([
      '4 0 –',
      '9 1 –',
    ])
  })

  it('are all lines from the function’s name to its end where there is', () => {
    const own = section([4, 6])
    const rows = finish(sourceRows({ sections: [own], calls: null }, [textOf(rangesOf(own, true))]))
    expect(textsOf(rows)).toEqual([
      '2 -1 text 2',
      '3 -1 text 3',
      '4 0 text 4',
      '5 -1 text 5',
      '6 1 text 6',
      '7 -1 text 7',
    ])
  })

  it('begin after the end of the statement before, and after a blank line', () => {
    const own = section([4])
    for (const before of [
      '}',
      '',
      '  } // end',
      '\t',
      'int other(void) { return 1; }',
      'static int a;',
      '#endif',
    ])
      expect(
        textsOf(
          finish(
            sourceRows({ sections: [own], calls: null }, [
              textOf(rangesOf(own, true), Infinity, { 3: before }),
            ]),
          ),
        ),
      ).toEqual(['4 0 text 4', '5 -1 text 5'])
  })

  it('leave out what lies far from any code, and say how much', () => {
    const own = section([10, 100])
    const rows = finish(sourceRows({ sections: [own], calls: null }, [textOf(rangesOf(own, true))]))
    expect(textsOf(rows)).toContain('gap 11 99')
  })

  it('have lines that the file does not have without a text', () => {
    const own = section([2, 5])
    const rows = finish(sourceRows({ sections: [own], calls: null }, [textOf(rangesOf(own, true), 3)]))
    expect(textsOf(rows)).toEqual(['1 -1 text 1', '2 0 text 2', '3 -1 text 3', '5 1 –'])
  })

  it('have lines of its own from another file apart, sampled or not', () => {
    const sections = [section([4]), section([20]), section([30], [], 'g')]
    expect(textsOf(finish(sourceRows({ sections, calls: null }, [])))).toEqual([
      '4 0 –',
      'own section 1',
      '20 0 –',
      'rest 1',
    ])
  })

  it('separate what was inlined, and count what was neither sampled nor calls', () => {
    const sections = [
      section([4]),
      section([20], [3], 'g'),
      section([30], [], 'h'),
      section([40], [], 'calling'),
    ]
    const calls = {
      length: 1,
      section: Int32Array.of(3),
      row: Int32Array.of(0),
      child: Int32Array.of(0),
      count: Float64Array.of(5),
      isSure: Uint8Array.of(1),
      orLine: Uint32Array.of(0),
    }
    expect(textsOf(finish(sourceRows({ sections, calls }, [])))).toEqual([
      '4 0 –',
      'section 1',
      '20 0 –',
      'section 3',
      '40 0 –',
      'rest 1',
    ])
  })
})
