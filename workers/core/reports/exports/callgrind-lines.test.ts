// The parts of a function's entry add up to the entry without lines, in any scenario.
import { describe, expect, it } from 'vitest'
import { openedWithLines } from '../../../testing/random/opened-with-lines.ts'
import { randomScenario } from '../../../testing/random/random-scenario.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { readAllLines } from '../../pipeline/read-all-lines.ts'
import { codeParts, type CodePart } from './callgrind-lines.ts'

const PER_TICK = 10_000

/** Cost of the function itself, and of each callee. */
function sums(parts: readonly CodePart[]) {
  const calls = new Map<number, { count: number; cost: number }>()
  for (const part of parts)
    for (const { child, count, cost } of part.calls) {
      const sum = calls.get(child) ?? { count: 0, cost: 0 }
      calls.set(child, { count: sum.count + count, cost: sum.cost + cost })
    }
  const own = parts.reduce((sum, { cost }) => sum + cost, 0)
  return { own, calls: [...calls].toSorted(([left], [right]) => left - right) }
}

describe('parts by line', () => {
  it('add up to the function’s own time and to each arc’s calls and time', async () => {
    let byLine = 0
    for (const [at, { opened, profiles, input }] of (await openedWithLines()).entries()) {
      const {
        contents: { plain },
      } = opened
      const lines = await readAllLines(profiles, plain.arcs, input, () => true)
      const { unplaced } = lines
      const untimed = {
        ...lines,
        ticks: lines.ticks.map(() => 0),
        unplaced: { ...unplaced, ticks: unplaced.ticks.map(() => 0) },
      }
      for (const scenario of [EMPTY_SCENARIO, randomScenario(randomFrom(at), plain)]) {
        const analyzed = analyzeProfile(plain, scenario)
        for (let row = 0; row < plain.functions.length; row++) {
          const f = row as FunctionIndex
          const parts = codeParts(analyzed, f, lines, PER_TICK)
          const whole = codeParts(analyzed, f, null, PER_TICK)
          expect(sums(codeParts(analyzed, f, untimed, PER_TICK)).own).toBe(sums(whole).own)
          expect(whole).toHaveLength(1)
          expect(sums(parts)).toEqual(sums(whole))
          expect(parts.every(({ cost }) => cost >= 0)).toBe(true)
          if (parts.filter(({ cost, line }) => cost > 0 && line).length > 1) byLine++
        }
      }
    }
    expect(byLine).toBeGreaterThan(50)
  })
})
