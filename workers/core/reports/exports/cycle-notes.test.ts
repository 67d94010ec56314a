// Cycles as comments of other tools' files: the largest ones in words, the number of the others.
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { cycleNotes } from './cycle-notes.ts'
import { writeExport } from './write-export.ts'
import { DEFAULT_LIMITS } from './estimated-stacks.ts'

const analyze = (text: string) => analyzeProfile(profileFromText(text), EMPTY_SCENARIO)

const TWO_CALLERS =
  'main 16; a 75; b 102; c 50; d 8; main -> a 1; main -> d 1; d -> b 4; a -> b 3; b -> a 2; a -> a 7; a -> c 3; b -> c 3; d -> c 4'

it('has members, times and calls of a cycle', () => {
  expect(cycleNotes(analyze(TWO_CALLERS))).toEqual([
    'Cycle 1: 2 functions (b, a), self 1.77 s, callees 0.30 s, 5 calls from outside, 12 inside',
  ])
  expect(cycleNotes(analyze('m 1; m -> a 2'))).toEqual([])
})

it('names three members and five cycles', () => {
  const ring = 'a 1; b 2; c 3; d 4; e 5; a -> b; b -> c; c -> d; d -> e; e -> a'
  expect(cycleNotes(analyze(ring))[0]).toMatch(
    /^Cycle 1: 5 functions \(e, d, c, 2 more\), self 0\.15 s, callees 0, 0 calls/,
  )
  const pairs = Array.from(
    { length: 7 },
    (_, nth) => `x${nth} ${nth + 1}; x${nth} -> y${nth}; y${nth} -> x${nth}`,
  )
  const notes = cycleNotes(analyze(pairs.join(';')))
  expect(notes).toHaveLength(6)
  expect(notes[0]).toMatch(/^Cycle 7: /)
  expect(notes[5]).toBe('Other cycles: 2')
})

it('is in a callgrind file', () => {
  let text = ''
  const take = (piece: string | Uint8Array) => {
    if (typeof piece === 'string') text += piece
  }
  writeExport('callgrind', analyze(TWO_CALLERS), 'two', take, { limits: DEFAULT_LIMITS, lines: null })
  expect(text).toContain('\ndesc: Cycle 1: 2 functions (b, a), self 1.77 s, ')
})
