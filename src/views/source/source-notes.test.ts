import { describe, expect, it } from 'vitest'
import { hotLinesNotes, linesNotes } from './source-notes.ts'

const none = { missing: [], ends: [], newer: [] }
const call = (count: number) => ({ elsewhere: [{ count }] }) as unknown as Parameters<typeof linesNotes>[1]

describe('what has no line', () => {
  it('is told of one and of many', () => {
    expect(linesNotes({ unplaced: 1.2 }, call(1), none)).toEqual([
      '1 sample of it has no line.',
      '1 call has no line.',
    ])
    expect(linesNotes({ unplaced: 1.5 }, call(2), none)).toEqual([
      '2 samples of it have no line.',
      '2 calls have no line.',
    ])
    expect(hotLinesNotes(1, 1)).toEqual(['1 of 1 sample has no line.'])
    expect(hotLinesNotes(68, 156.4)).toEqual(['68 of 156 samples have no line.'])
  })

  it('is not told of less than half a sample', () => {
    expect(linesNotes({ unplaced: 0.4 }, call(0), none)).toEqual([])
    expect(hotLinesNotes(0.4, 156)).toEqual([])
  })
})
