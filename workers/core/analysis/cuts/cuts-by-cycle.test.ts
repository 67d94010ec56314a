// Suggested cuts of many cycles as columns.
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../analyze-profile.ts'
import type { CycleIndex } from '../analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../scenario/scenario.ts'
import { suggestCutsByCycle } from './cuts-by-cycle.ts'
import { type CycleColumns, columnsOfCycles } from './cycle-arcs.ts'
import { type CutGoal, suggestCuts } from './suggest-cuts.ts'

function columnsOf(steps: Generator<void, CycleColumns>): CycleColumns {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

it.each<CutGoal>(['way-down', 'calls', 'arcs'])('are those of each cycle by itself, for %s', (goal) => {
  const text = Array.from(
    { length: 1000 },
    (_, at) => `m -> a${at} 1; a${at} -> b${at} ${1 + (at % 7)}; b${at} -> a${at} ${1 + (at % 5)}`,
  )
  const analyzed = analyzeProfile(profileFromText(text.join(';')), EMPTY_SCENARIO)
  const request = { goal, members: 2, limit: 1000 } as const
  const steps: number[] = []
  const cuts = suggestCutsByCycle(columnsOf(columnsOfCycles(analyzed, 2)), request, (done) =>
    steps.push(done),
  )
  const each = Array.from({ length: 1000 }, (_, cycle) => suggestCuts(analyzed, cycle as CycleIndex, request))
  expect(cuts.goal).toBe(goal)
  for (const [row, { arcs, calls, lowerBound, method }] of each.entries()) {
    expect([...cuts.arcs.subarray(cuts.offsets[row], cuts.offsets[row + 1])]).toEqual(arcs)
    expect([cuts.calls[row], cuts.lowerBounds[row], cuts.isExact[row]]).toEqual([
      calls,
      lowerBound,
      Number(method === 'exact'),
    ])
  }
  expect(steps).toEqual(Array.from({ length: 100 }, (_, step) => 10 * step))
})
