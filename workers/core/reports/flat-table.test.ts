// Copied text pastes into a spreadsheet as on screen; saved files have full precision.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { stringTableOf } from '../base/string-table.ts'
import { listProfile } from './listing/listing.ts'
import { marker } from './search/match-marks.ts'
import { csvCell, flatTableCsv, flatTableTsv, tsvCell } from './flat-table.ts'

const profile = profileFromText('main 1; x 2; main -> x 3000')
const functions = { ...profile.functions, names: stringTableOf(['main', '=cmd,"x"']) }
const analyzed = analyzeProfile({ ...profile, functions }, EMPTY_SCENARIO)
const { flat } = listProfile(analyzed)

describe('tables as text', () => {
  it('have headings with units, blanks for what is not known, and a name is never a formula', () => {
    expect(flatTableTsv(analyzed, flat, flat.printed)).toBe(
      [
        '% time\tCumulative (s)\tSelf (s)\tCalls\tSelf/call (us)\tTotal/call (us)\tTotal (s)\tSelf %\tTotal %\tName',
        '66.67\t0.02\t0.02\t3000\t6.67\t6.67\t0.02\t66.67\t66.67\t\'=cmd,"x"',
        '33.33\t0.03\t0.01\t\t\t\t0.03\t33.33\t100.00\tmain',
        '',
      ].join('\n'),
    )
  })

  it('keep all digits in CSV, and a name is never a formula', () => {
    const [, row] = flatTableCsv(analyzed, flat, flat.printed).split('\r\n')
    expect(row).toMatch(
      /^66\.66666666666667,0\.02,0\.02,3000,6\.66+7,6\.66+7,0\.02,66\.66666666666667,66\.66666666666667,,"'=cmd,""x"""$/,
    )
  })

  it('have the cycle of each member in CSV', () => {
    const cyclic = analyzeProfile(profileFromText('m 1; a 2; b 3; m -> a; a -> b; b -> a'), EMPTY_SCENARIO)
    const listed = listProfile(cyclic).flat
    const rows = flatTableCsv(cyclic, listed, listed.printed).split('\r\n')
    expect(rows.map((row) => row.split(',').slice(-2).join(','))).toEqual([
      'Cycle,Name',
      '1,b',
      '1,a',
      ',m',
      '',
    ])
  })
})

describe('a cell', () => {
  it.each(['a;=cmd', 'a;"=cmd"', 'a; +1;@x', ';-1', '"=1', ' =1'])(
    'is no formula either where semicolons separate: %s',
    (name) => {
      const cell = csvCell(name)
      // As read by a spreadsheet that separates at semicolons only, and by one that separates at
      // both.
      for (const part of [cell, ...cell.split(';')]) expect(part).not.toMatch(/^["\s]*[=+\-@]/)
      if (name.includes(';')) expect(cell).toMatch(/^".*"$/)
      expect(tsvCell(name).split(';').join('\n')).not.toMatch(/^["\s]*[=+\-@]/m)
    },
  )

  it('has other names as they are', () => {
    expect(['a;b', 'main', 'f(a=b)'].map(csvCell)).toEqual(['"a;b"', 'main', 'f(a=b)'])
  })
})

describe('marks', () => {
  it('are at every term, whatever its case', () => {
    expect(marker('PARSE er')('parser_parse')).toEqual([
      { from: 0, to: 6 },
      { from: 7, to: 12 },
    ])
  })

  it('follow a regular expression, and a bad one marks nothing', () => {
    expect(marker('/^p.r/')('parser')).toEqual([{ from: 0, to: 3 }])
    expect(marker('/(/')('parser')).toEqual([])
  })
})
