// The lines of a cycle's entry explain themselves: what they are, how worked out, and how certain.
import { finish } from '../base/yielder.ts'
import { expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { CycleIndex } from '../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { cycleEntry } from './cycle-entry.ts'
import type { EntryLine } from './entry-rows.ts'
import { explainEntryCell } from './explain-entry.ts'
import { listProfile } from './listing/listing.ts'

const analyzed = analyzeProfile(
  profileFromText(
    'm 1; d 8; a 75; b 102; c 50; m -> a 1; d -> b 4; a -> b 3; b -> a 2; a -> a 7; a -> c 3; b -> c 3',
  ),
  EMPTY_SCENARIO,
)
const listing = listProfile(analyzed)
const cycle = finish(cycleEntry(analyzed, listing, 0 as CycleIndex))
const entry = listing.entries.entryOfCycle[cycle.cycle]
const explain = (line: EntryLine, column: 'percent' | 'self' | 'children' | 'called') => {
  const cell = explainEntryCell(analyzed, null, listing, line, column, 'manual')
  return cell && `${cell.title}: ${cell.formula}. ${cell.note}`
}
const [m, d] = cycle.callers.map((outside): EntryLine => ({ kind: 'caller', entry, cycle, outside }))
const [b] = cycle.members.map(({ f }): EntryLine => ({ kind: 'member', entry, member: f }))
const [c] = cycle.others.map((outside): EntryLine => ({ kind: 'other', entry, cycle, outside }))

it('say of a caller which part of the cycle’s calls it made', () => {
  if (!m || !d) throw new Error('no callers')
  expect(explain(d, 'self')).toBe(
    'Self time of cycle 1 passed to d: 1.416 s = 1.77 s × 4 of 5 calls. Assumes that all calls of a function cost the same: gprof records no more.',
  )
  expect(explain(m, 'called')).toBe(
    'm calls members of cycle 1: 1 of 5 calls of cycle 1. Counted, not sampled.',
  )
  expect(explain(m, 'percent')).toBeNull()
})

it('say of a member that its calls are those from inside', () => {
  if (!b) throw new Error('no member')
  expect(explain(b, 'called')).toBe(
    'Times b was called by members of the cycle, itself among them: 3 calls = 3. Counted, not sampled. Calls inside a cycle pass no time.',
  )
  expect(explain(b, 'children')).toMatch(
    /^Time b inherits from what it calls: 0\.25 s = 0\.5 s × 3 of 6 calls\./,
  )
})

it('say of a function that only members call that its time is certain', () => {
  if (!c) throw new Error('no other function')
  expect(explain(c, 'self')).toBe(
    'Self time of c passed to cycle 1: 0.5 s = 0.5 s × 6 of 6 calls. Certain, as far as calls were counted: all came along this line.',
  )
})

it('say of the cycle how both counts add up', () => {
  expect(explain({ kind: 'primary', entry, cycle }, 'called')).toMatch(
    /: 5 calls = 4 \+ 1; 12 calls = 9 \+ 3\. Calls inside/,
  )
  expect(explain({ kind: 'primary', entry, cycle }, 'percent')).toMatch(
    /^Share of all recorded samples in cycle 1 and what it calls: /,
  )
})
