// Different sets of cuts of one cycle.
import { describe, expect, it } from 'vitest'
import { effort } from '../../../testing/effort.ts'
import { profileFromText, profileOf } from '../../../testing/graph-text.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { analyzeProfile } from '../analyze-profile.ts'
import type { CycleIndex } from '../analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../scenario/scenario.ts'
import { cutCandidates } from './cut-candidates.ts'
import { buildCycleGraph, flagsOf } from './cycle-graph.ts'
import { topologicalOrder } from './digraph.ts'

const LIMIT = 2_000_000

describe('cutCandidates', () => {
  it('has the best set by each goal, and the best that ends at each member', () => {
    const text =
      'main -> eval 1; eval -> binary 29; binary -> eval 57; eval -> seq 5; seq -> eval 4; binary -> seq 2; seq -> binary 3'
    const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
    const names = ['main', 'eval', 'binary', 'seq']
    const cycle = buildCycleGraph(analyzed, 0 as CycleIndex)
    const { arcs } = analyzed.profile
    const rows = cutCandidates(cycle, LIMIT, () => {}).map(
      ({ kind, member, arcs: cut, calls }) =>
        `${kind} ${member < 0 ? '' : names[cycle.members[member]]} ${calls}: ` +
        cut.map((arc) => `${names[arcs.parent[arc]]}/${names[arcs.child[arc]]}`).join(' '),
    )
    expect(rows).toEqual([
      'calls  36: eval/binary eval/seq binary/seq',
      'way-down  63: binary/eval seq/eval binary/seq',
      'last seq 64: binary/eval seq/eval seq/binary',
    ])
  })

  it('has only sets that leave no cycle, each once, by calls', () => {
    for (let seed = 1; seed <= effort(200, 30); seed++) {
      const random = randomFrom(seed)
      const nodes = random.between(3, 25)
      const pairs = new Set<number>()
      for (let arc = 0; arc < 3 * nodes; arc++) pairs.add(random.below(nodes * nodes))
      const rows = [...pairs].filter((pair) => Math.floor(pair / nodes) !== pair % nodes)
      const table = {
        length: rows.length,
        parent: Int32Array.from(rows, (pair) => Math.floor(pair / nodes)),
        child: Int32Array.from(rows, (pair) => pair % nodes),
        count: Float64Array.from(rows, () => random.below(50)),
      }
      const names = Array.from({ length: nodes }, (_, f) => `f${f}`)
      const analyzed = analyzeProfile(profileOf(names, new Float64Array(nodes), table), EMPTY_SCENARIO)
      for (let row = 0; row < analyzed.cycles.length; row++) {
        const cycle = buildCycleGraph(analyzed, row as CycleIndex)
        const steps: number[] = []
        const sets = cutCandidates(cycle, LIMIT, (done) => steps.push(done))
        expect(steps).toEqual(steps.map((_, at) => at))
        expect(new Set(sets.map(({ arcs }) => arcs.join(' '))).size).toBe(sets.length)
        expect(sets.map(({ calls }) => calls)).toEqual(sets.map(({ calls }) => calls).sort((a, b) => a - b))
        const kinds = sets.map(({ kind }) => kind)
        expect(kinds).toContain('way-down')
        const wayDown = sets.find(({ kind }) => kind === 'way-down')
        // A choice that is only the best found may be beaten.
        const least = wayDown?.isExact === true ? wayDown.calls : 0
        for (const { kind, arcs, calls } of sets) {
          expect(topologicalOrder(cycle.graph, flagsOf(cycle, arcs)), `seed ${seed} ${kind}`).not.toBeNull()
          if (kind === 'first' || kind === 'last') expect(calls).toBeGreaterThanOrEqual(least)
        }
      }
    }
  })
})
