// The rows of the page's call graph equal gprof's listing, line by line.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { EntryIndex } from './listing/entries.ts'
import { listProfile } from './listing/listing.ts'
import { entryLineText, entryTitle } from './entry-line-text.ts'
import { entryRows, lineAt, primaryRow } from './entry-rows.ts'

const analyzed = analyzeProfile(
  profileFromText('m 10; a 100; b 50; c 30; m -> a 1; a -> b 3; b -> a 2; b -> c 4; m -> c 1; a -> a 7'),
  EMPTY_SCENARIO,
)
const listing = listProfile(analyzed)
const entry = (number: number) => (number - 1) as EntryIndex

function shown(unfolded: readonly number[]): readonly string[] {
  const rows = entryRows(listing, new Set(unfolded.map(entry)))
  return Array.from({ length: rows.length }, (_, row) => {
    const text = entryLineText(analyzed, listing, lineAt(analyzed, listing, rows, row))
    const { index, percent, self, children, called, name, cycle, reference } = text
    return [index, percent, self, children, called, name, cycle, reference]
      .filter((part) => part !== '')
      .join(' ')
  })
}

describe('the rows of the call graph', () => {
  it('are the primary lines while everything is folded', () => {
    expect(shown([])).toEqual([
      '[1] 100.0% 0.10 1.80 m',
      '[2] 91.6% 1.50 0.24 1+5 cycle 1 as a whole',
      '[3] 52.6% 1.00 0.00 3+7 a cycle 1',
      '[4] 38.9% 0.50 0.24 3 b cycle 1',
      '[5] 15.8% 0.30 0.00 5 c',
    ])
  })

  it('have counts with separators, which gprof has not', () => {
    const many = analyzeProfile(
      profileFromText('m 1; a 1; b 1; m -> a 1234; a -> a 7654321; m -> b 1000000; a -> b 5'),
      EMPTY_SCENARIO,
    )
    const entries = listProfile(many)
    const rows = entryRows(entries, new Set([entry(1)]))
    const called = Array.from({ length: rows.length }, (_, row) => {
      const { name, called: text } = entryLineText(many, entries, lineAt(many, entries, rows, row))
      return `${name} ${text}`
    })
    expect(called).toContain('a 1,234+7,654,321')
    expect(called).toContain('b 1,000,000/1,000,005')
    expect(called).toContain('b 1,000,005')
  })

  it('are gprof’s paragraphs where an entry is open', () => {
    expect(shown([1, 2, 3, 5])).toEqual([
      '<spontaneous>',
      '[1] 100.0% 0.10 1.80 m',
      '1.50 0.24 1/1 a cycle 1 [3]',
      '0.06 0.00 1/5 c [5]',
      '[2] 91.6% 1.50 0.24 1+5 cycle 1 as a whole',
      '1.00 0.00 3+7 a cycle 1 [3]',
      '0.50 0.24 3 b cycle 1 [4]',
      '7 a cycle 1 [3]',
      '2 b cycle 1 [4]',
      '1.50 0.24 1/1 m [1]',
      '[3] 52.6% 1.00 0.00 3+7 a cycle 1',
      '3 b cycle 1 [4]',
      '7 a cycle 1 [3]',
      '[4] 38.9% 0.50 0.24 3 b cycle 1',
      '0.06 0.00 1/5 m [1]',
      '0.24 0.00 4/5 b cycle 1 [4]',
      '[5] 15.8% 0.30 0.00 5 c',
    ])
  })

  it('know the row of each primary line', () => {
    for (const unfolded of [[], [1], [3], [1, 3, 5], [1, 2, 3, 4, 5]]) {
      const rows = entryRows(listing, new Set(unfolded.map(entry)))
      for (let number = 1; number <= 5; number++) {
        const row = primaryRow(listing, rows, entry(number))
        expect(lineAt(analyzed, listing, rows, row)).toEqual({ kind: 'primary', entry: entry(number) })
      }
    }
  })

  it('have titles with gprof’s number', () => {
    expect(entryTitle(analyzed, listing, entry(3))).toBe('[3] a')
    expect(entryTitle(analyzed, listing, entry(2))).toBe('[2] cycle 1 as a whole')
  })
})
