// A line that is made alone equals the one in the cycle's whole entry.
import { finish } from '../base/yielder.ts'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { CycleIndex } from '../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { firstNamed } from '../profile/name-index.ts'
import { cycleEntry } from './cycle-entry.ts'
import { listProfile } from './listing/listing.ts'
import { outsideLine } from './outside-line.ts'

const analyzed = analyzeProfile(
  profileFromText(
    'main 16; a 75; b 102; c 50; d 8; e 3; main -> a 1; main -> d 1; d -> b 4; d -> a 2; a -> b 3; b -> a 2; a -> a 7; a -> c 3; b -> c 3; d -> c 4; a -> e 1; e -> d 0',
  ),
  EMPTY_SCENARIO,
)

describe('the line of a function outside of a cycle', () => {
  it('equals that in the entry of the cycle', () => {
    const listing = listProfile(analyzed)
    let lines = 0
    for (let row = 0; row < analyzed.cycles.length; row++) {
      const cycle = row as CycleIndex
      const { callers, others } = finish(cycleEntry(analyzed, listing, cycle))
      for (const line of callers) expect(outsideLine(analyzed, cycle, line.f, 'caller')).toEqual(line)
      for (const line of others) expect(outsideLine(analyzed, cycle, line.f, 'other')).toEqual(line)
      lines += callers.length + others.length
    }
    expect(lines).toBeGreaterThan(1)
  })

  it('is null for a function without an arc to a member', () => {
    const { functions } = analyzed.profile
    const main = firstNamed(functions.names, 'main') as FunctionIndex
    const cycle = analyzed.cycles.cycleOf[firstNamed(functions.names, 'a') as FunctionIndex] as CycleIndex
    expect(outsideLine(analyzed, cycle, main, 'caller')?.count).toBe(2)
    expect(outsideLine(analyzed, cycle, main, 'other')).toBeNull()
  })
})
