// Opened and closed cycles, by members' names.
import { expect, it } from 'vitest'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { cycleStates, isCycleOpen, withCycle } from './cycle-switches.ts'
import { DEFAULT_PARAMS } from './params.ts'

const ring = Array.from({ length: 8 }, (_, i) => `r${i} 1; r${i} -> r${(i + 1) % 8} 5`).join('; ')
const opened = openedFromText(`main 1; main -> r0 1; ${ring}`)
const cycle = 0 as CycleIndex

it('open and close a cycle, once each, by its first member', () => {
  expect(isCycleOpen(opened, DEFAULT_PARAMS, cycle)).toBe(false)
  const open = withCycle(opened, DEFAULT_PARAMS, cycle, true)
  expect(isCycleOpen(opened, open, cycle)).toBe(true)
  const closed = withCycle(opened, open, cycle, false)
  expect(closed.cycles).toHaveLength(1)
  expect(isCycleOpen(opened, closed, cycle)).toBe(false)
})

it('keep the state of functions that this profile lacks, and ignore it', () => {
  const other = { name: { name: 'gone', address: null }, isOpen: true }
  const params = withCycle(opened, { ...DEFAULT_PARAMS, cycles: [other] }, cycle, true)
  expect(params.cycles[0]).toEqual(other)
  expect(cycleStates(opened, params.cycles)).toHaveLength(1)
})
