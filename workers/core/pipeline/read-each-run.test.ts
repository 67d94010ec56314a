// Tests of a function's numbers per run: those of each run opened alone, which add up to the sum's.
import { describe, expect, it } from 'vitest'
import { buildCase, randomCase } from '../../testing/random/random-case.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { FileKey } from '../base/file-key.ts'
import { type ByteSource, memorySource } from '../bytes/byte-source.ts'
import { type Opened, openProfile } from './open-profile.ts'
import type { FunctionIndex, FunctionTable } from '../profile/call-graph-profile.ts'
import { type FunctionInRun, readEachRun } from './read-each-run.ts'
import { effort } from '../../testing/effort.ts'

const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }

async function open(sources: readonly ByteSource[], run?: FileKey): Promise<Opened | null> {
  const result = await openProfile(sources, run ? { ...options, run } : options, () => {})
  return result.ok ? result.value : null
}

async function eachRun(
  { contents: { plain }, reading }: Opened,
  sources: readonly ByteSource[],
  f: number,
): Promise<readonly FunctionInRun[]> {
  if (!reading) throw new Error('nothing tells how the profiles were read')
  return readEachRun(sources, plain.functions, f as FunctionIndex, reading, () => true)
}

const numbersOf = ({ selfTicks, calls, selfCalls }: FunctionTable, at: number) => {
  const f = at as FunctionIndex
  return { ticks: selfTicks[f], calls: calls[f], selfCalls: selfCalls[f] }
}

const SEEDS = effort(60, 15)

/** Cases of several profiles, all of which count. */
async function cases() {
  const drawn: { readonly sources: readonly ByteSource[]; readonly sum: Opened }[] = []
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { executable, profiles } = buildCase(randomCase(seed))
    if (profiles.length < 2) continue
    const sources = [
      memorySource('program', executable),
      // Some share a name.
      ...profiles.map((bytes, at) => memorySource(`gmon.${Math.floor(at / 2)}`, bytes)),
    ]
    const sum = await open(sources)
    const isWhole = sum?.notices.every(({ code }) => code !== 'file-skipped' && code !== 'rates-differ')
    if (sum && isWhole) drawn.push({ sources, sum })
  }
  return drawn
}

describe('a function in each run', () => {
  it('has what it has in that run alone, and in the sum all of it', async () => {
    let compared = 0
    for (const { sources, sum } of await cases()) {
      const { functions } = sum.contents.plain
      const first = await eachRun(sum, sources, 0)
      const alone = await Promise.all(first.map(({ run }) => open(sources, run)))
      expect(first).toHaveLength(sources.length - 1)
      for (let f = 0; f < functions.length; f++) {
        const runs = await eachRun(sum, sources, f)
        for (const [at, { run, ...numbers }] of runs.entries()) {
          const own = alone[at]?.contents.plain.functions
          if (own) expect({ run, ...numbers }).toEqual({ run, ...numbersOf(own, f) })
          if (own) compared++
        }
        const { ticks, calls, selfCalls } = numbersOf(functions, f)
        const total = (pick: (run: FunctionInRun) => number) =>
          runs.reduce((added, run) => added + pick(run), 0)
        expect(total((run) => run.ticks)).toBeCloseTo(ticks, 6)
        expect([total((run) => run.calls), total((run) => run.selfCalls)]).toEqual([calls, selfCalls])
      }
    }
    expect(compared).toBeGreaterThan(effort(500))
  })

  it.each([1, 3])('is read no further when told to stop, at step %i', async (last) => {
    const [drawn] = await cases()
    if (!drawn?.sum.reading) throw new Error('no case was drawn')
    const told: number[] = []
    const { functions } = drawn.sum.contents.plain
    const reading = readEachRun(drawn.sources, functions, 0 as FunctionIndex, drawn.sum.reading, (part) => {
      told.push(part)
      return told.length < last
    })
    await expect(reading).rejects.toMatchObject({ problem: { code: 'host/cancelled' } })
    expect(told).toHaveLength(last)
  })

  it('leaves out what cannot be read any more', async () => {
    const [drawn] = await cases()
    if (!drawn) throw new Error('no case was drawn')
    const { sources, sum } = drawn
    const cut = memorySource(sources[1]?.name ?? '', new Uint8Array(0))
    const runs = await eachRun(sum, [...sources.slice(0, 1), cut, ...sources.slice(2)], 0)
    expect(runs.map(({ run }) => run)).toEqual(
      (await eachRun(sum, sources, 0)).slice(1).map(({ run }) => run),
    )
  })
})
