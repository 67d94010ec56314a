// Arcs of all cycles.
import { describe, expect, it } from 'vitest'
import { profileOf } from '../../../testing/graph-text.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { analyzeProfile } from '../analyze-profile.ts'
import type { AnalyzedProfile, CycleIndex } from '../analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../scenario/scenario.ts'
import { arcsOf, collectCycleArcs, columnsOfCycles, graphAt } from './cycle-arcs.ts'
import { buildCycleGraph } from './cycle-graph.ts'

function profile(nodes: number, pairs: readonly (readonly [number, number])[]): AnalyzedProfile {
  const names = Array.from({ length: nodes }, (_, f) => `f${f}`)
  const arcs = {
    length: pairs.length,
    parent: Int32Array.from(pairs, ([parent]) => parent),
    child: Int32Array.from(pairs, ([, child]) => child),
    count: Float64Array.from(pairs, (_, arc) => 1 + (arc % 7)),
  }
  return analyzeProfile(profileOf(names, new Float64Array(nodes), arcs), EMPTY_SCENARIO)
}

/** Returns the result and the number of pauses before it. */
function finished<T>(steps: Generator<void, T>): { value: T; pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const { done, value } = steps.next()
    if (done === true) return { value, pauses }
  }
}

function randomProfile(seed: number): AnalyzedProfile {
  const random = randomFrom(seed)
  const nodes = random.between(2, 60)
  const pairs = new Map<string, readonly [number, number]>()
  for (let arc = 0; arc < 2 * nodes; arc++) {
    const pair = [random.below(nodes), random.below(nodes)] as const
    pairs.set(pair.join(' '), pair)
  }
  return profile(nodes, [...pairs.values()])
}

describe('the arcs of all cycles', () => {
  it('are those of each by itself, inside and from outside', () => {
    let cycles = 0
    for (let seed = 1; seed <= 200; seed++) {
      const analyzed = randomProfile(seed)
      const { arcs } = analyzed.profile
      const { inside, into } = finished(collectCycleArcs(analyzed)).value
      const least = 2 + (seed % 3)
      const columns = finished(columnsOfCycles(analyzed, least)).value
      let at = 0
      for (let row = 0; row < analyzed.cycles.length; row++) {
        const cycle = row as CycleIndex
        const alone = buildCycleGraph(analyzed, cycle)
        expect([...arcsOf(inside, cycle)]).toEqual(alone.arcs)
        const { cycleOf } = analyzed.cycles
        for (const arc of arcsOf(into, cycle)) {
          expect(cycleOf[arcs.child[arc as never]]).toBe(cycle)
          expect(cycleOf[arcs.parent[arc as never]]).not.toBe(cycle)
        }
        cycles++
        if (alone.members.length < least) continue
        const { graph, arcs: own } = graphAt(columns, at++)
        expect([own, graph]).toEqual([alone.arcs, alone.graph])
      }
      expect(columns.sizes).toHaveLength(at)
      expect(inside.arcs.length + into.arcs.length).toBe(
        Array.from({ length: arcs.length }, (_, arc) => arc as never).filter(
          (arc) => analyzed.cycles.cycleOf[arcs.child[arc]] >= 0 && arcs.child[arc] !== arcs.parent[arc],
        ).length,
      )
    }
    expect(cycles).toBeGreaterThan(200)
  })

  it('pause all along a ring of many', () => {
    const nodes = 200_000
    const analyzed = profile(
      nodes,
      Array.from({ length: nodes }, (_, f) => [f, (f + 1) % nodes] as const),
    )
    // One pause for each 20,000 arcs, in each of three passes.
    expect(finished(collectCycleArcs(analyzed)).pauses).toBeGreaterThanOrEqual(30)
    expect(finished(columnsOfCycles(analyzed, 2)).pauses).toBeGreaterThanOrEqual(20)
  })
})
