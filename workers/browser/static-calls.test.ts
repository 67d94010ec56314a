// Static calls: searched once for all questions, and again after a search was stopped.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { memorySource } from '../core/bytes/byte-source.ts'
import { openProfile, problemOf, type Opened } from '../core/pipeline/open-profile.ts'
import { StaticCalls } from './static-calls.ts'

const SAMPLE = ['islands', 'gmon.out'].map((name) =>
  memorySource(name, new Uint8Array(readFileSync(new URL(`../../public/sample/${name}`, import.meta.url)))),
)

let sample: Opened['contents']
beforeAll(async () => {
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const result = await openProfile(SAMPLE, options, () => {})
  if (!result.ok) throw new Error(result.problem.problem.code)
  sample = result.value.contents
})

describe('calls in the code', () => {
  it('are read once, with progress', async () => {
    const graph = new StaticCalls()
    const steps: number[] = []
    const onProgress = (done: number, total: number): void => void steps.push(done / total)
    const both = await Promise.all([graph.possible(sample, onProgress), graph.possible(sample, onProgress)])
    expect(both[0]?.length).toBeGreaterThan(0)
    expect(both[1]).toBe(both[0])
    expect(steps.length).toBeGreaterThan(0)
    const told = steps.length
    expect(await graph.possible(sample, onProgress)).toBe(both[0])
    expect(steps).toHaveLength(told)
  })

  it('are read again when asked for after a stop', async () => {
    const graph = new StaticCalls()
    const reading = graph.possible(sample, () => graph.stop())
    expect(await reading.catch(problemOf)).toEqual({ code: 'host/cancelled' })
    const found = await graph.possible(sample)
    expect(found?.length).toBeGreaterThan(0)
  })

  it('do not count as stopped if they cannot be found', async () => {
    const program = sample.program && {
      ...sample.program,
      raw: { ...sample.program.raw, machine: 0xffff },
    }
    const graph = new StaticCalls()
    expect(await graph.possible({ ...sample, program })).toBeNull()
    expect(await graph.profile({ ...sample, program })).toBeNull()
  })

  it('of a saved profile are those that it was saved with', async () => {
    const graph = new StaticCalls()
    const possible = await new StaticCalls().possible(sample)
    expect(await graph.possible({ ...sample, program: null, possible })).toBe(possible)
    expect(await new StaticCalls().possible({ ...sample, program: null, possible: null })).toBeNull()
  })

  it('come below scenarios, after the recorded arcs', async () => {
    const graph = new StaticCalls()
    const profile = await graph.profile(sample)
    expect(await graph.profile(sample)).toBe(profile)
    const possible = await graph.possible(sample)
    expect(profile?.recordedArcs).toBe(sample.plain.arcs.length)
    expect(profile?.arcs.length).toBe(sample.plain.arcs.length + (possible?.length ?? 0))
  })
})
