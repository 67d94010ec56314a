// The lines of the manual's two tables, and those that gprof prints instead.
import { describe, expect, it } from 'vitest'
import { finish } from '../base/yielder.ts'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { Convention } from './cycle-entry.ts'
import { entryLineText } from './entry-line-text.ts'
import { entriesOfCycles, entryOrder, entryRows, lineAt } from './entry-rows.ts'
import type { EntryIndex } from './listing/entries.ts'
import { listProfile } from './listing/listing.ts'

/** The cells of every line of all entries, with gprof's name of an entry before them. */
function linesOf(text: string, convention: Convention): string[] {
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  const listing = listProfile(analyzed)
  const order = entryOrder(analyzed, listing, convention)
  const unfolded = new Set([...order.printed] as EntryIndex[])
  const cycles = finish(entriesOfCycles(analyzed, listing, unfolded, new Map()))
  const rows = entryRows(listing, unfolded, convention === 'manual' ? cycles : null, order)
  return Array.from({ length: rows.length }, (_, row) => {
    const line = lineAt(analyzed, listing, rows, row)
    const cells = entryLineText(analyzed, listing, line, convention)
    const { index, percent, self, children, called, name } = cells
    return [index, line.kind, percent, self, children, called, name].filter((part) => part !== '').join(' ')
  })
}

/** The lines of the entry whose primary line has this number. */
function entryOf(lines: readonly string[], name: string): readonly string[] {
  const at = lines.findIndex((line) => line.includes(' primary ') && line.endsWith(` ${name}`))
  const isPrimary = (line: string) => line.startsWith('[')
  const isAbove = (line: string) => /^(?:parent|caller|spontaneous) /.test(line)
  let from = at
  while (from > 0 && isAbove(lines[from - 1])) from--
  let to = at + 1
  while (to < lines.length && !isPrimary(lines[to]) && !isAbove(lines[to])) to++
  return lines.slice(from, to)
}

const MANUAL =
  'main 16; a 75; b 102; c 0; start -> main 1; main -> a 1; a -> b 3; b -> a 2; a -> c 3; b -> c 3'
const SELF =
  'main 16; a 75; b 102; c 50; d 8; main -> a 1; main -> d 1; d -> b 4; a -> b 3; b -> a 2; a -> a 7; a -> c 3; b -> c 3; d -> c 4'

describe('the lines of a cycle’s entry', () => {
  it('are those of the manual', () => {
    expect(entryOf(linesOf(MANUAL, 'manual'), 'cycle 1 as a whole')).toEqual([
      'caller 1.77 0.00 1/1 main',
      '[3] primary 91.7% 1.77 0.00 1+5 cycle 1 as a whole',
      'member 1.02 0.00 3 b',
      'member 0.75 0.00 2 a',
      'other 0.00 0.00 6/6 c',
    ])
  })

  it('have a member’s calls of itself, several callers, and the time of other functions', () => {
    expect(entryOf(linesOf(SELF, 'manual'), 'cycle 1 as a whole')).toEqual([
      'caller 0.35 0.06 1/5 main',
      'caller 1.42 0.24 4/5 d',
      '[2] primary 82.5% 1.77 0.30 5+12 cycle 1 as a whole',
      'member 1.02 0.15 3 b',
      'member 0.75 0.15 9 a',
      'other 0.30 0.00 6/10 c',
    ])
  })

  it('are the members with all their calls as gprof prints them', () => {
    expect(entryOf(linesOf(SELF, 'gprof'), 'cycle 1 as a whole')).toEqual([
      '[2] primary 82.5% 1.77 0.30 5+5 cycle 1 as a whole',
      'member 1.02 0.15 7 b',
      'member 0.75 0.15 3+7 a',
    ])
  })
})

describe('the lines of a member’s entry', () => {
  it('count on the primary line the calls from outside', () => {
    const lines = linesOf(MANUAL, 'manual')
    expect(entryOf(lines, 'b')).toEqual([
      'parent 3 a',
      '[4] primary 52.8% 1.02 0.00 0 b',
      'child 0.00 0.00 3/6 c',
      'child 2 a',
    ])
    expect(entryOf(lines, 'a')).toEqual([
      'parent 2 b',
      'parent 1.77 0.00 1/1 main',
      '[5] primary 38.9% 0.75 0.00 1 a',
      'child 0.00 0.00 3/6 c',
      'child 3 b',
    ])
    expect(entryOf(lines, 'c')).toEqual([
      'parent 0.00 0.00 3/6 a',
      'parent 0.00 0.00 3/6 b',
      '[6] primary 0% 0.00 0.00 6 c',
    ])
  })

  it('have calls of itself after the plus, and all calls as gprof prints them', () => {
    const of = (convention: Convention) =>
      entryOf(linesOf(SELF, convention), 'a').find((line) => line.includes('primary'))
    expect(of('manual')).toBe('[5] primary 35.9% 0.75 0.15 1+7 a')
    expect(of('gprof')).toBe('[5] primary 35.9% 0.75 0.15 3+7 a')
  })
})

describe('the entry of a cycle that nothing outside calls', () => {
  const ring = 'm 4; a 5; b 9; c 20; a -> b 3; b -> a 2; a -> c 1'

  it('is among the others by its time, and has no callers', () => {
    expect(entryOf(linesOf(ring, 'manual'), 'cycle 1 as a whole')).toEqual([
      '[2] primary 89.5% 0.14 0.20 0+5 cycle 1 as a whole',
      'member 0.05 0.20 2 a',
      'member 0.09 0.00 3 b',
      'other 0.20 0.00 1/1 c',
    ])
  })

  it('is not there as gprof prints the entries', () => {
    expect(linesOf(ring, 'gprof').some((line) => line.includes('as a whole'))).toBe(false)
  })
})
