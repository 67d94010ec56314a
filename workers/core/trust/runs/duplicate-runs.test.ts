// Tests of the notices about duplicate runs.

import { describe, expect, it } from 'vitest'
import { buildGmon, type GmonRecord } from '../../../testing/builders/build-gmon.ts'
import { arcs, BASE, END, open, program } from '../../../testing/small-opening.ts'
import { type ByteSource, memorySource } from '../../bytes/byte-source.ts'
import type { Notice } from '../../problems/problem.ts'

const BINS = (END - BASE) / 4

type Bins = readonly number[]

/** Samples all over the program, different for each seed. */
const spread = (seed: number): Bins =>
  Array.from({ length: BINS }, (_, bin) => (bin % 3 === 0 ? (bin * 7 + seed * 13 + seed * bin) % 11 : 0))
const sumOf = (...runs: readonly Bins[]): Bins =>
  Array.from({ length: BINS }, (_, bin) => runs.reduce((sum, bins) => sum + bins[bin], 0))

const run = (name: string, bins: Bins, calls: readonly GmonRecord[] = arcs()): ByteSource =>
  memorySource(name, buildGmon({ records: [{ kind: 'histogram', low: BASE, high: END, bins }, ...calls] }))

async function told(...runs: readonly ByteSource[]): Promise<readonly Notice[]> {
  const { notices, analyzed } = await open([program(), ...runs])
  // Notices or not, the runs are added up.
  expect(analyzed.profile.totals.runs).toBe(runs.length)
  return notices.filter(({ code }) => code === 'run-twice')
}

describe('a run that is there twice', () => {
  it('is told, with the file that it is in already', async () => {
    const runs = [run('a', spread(1)), run('b', spread(2)), run('copy', spread(1)), run('c', spread(3))]
    expect(await told(...runs)).toEqual([{ code: 'run-twice', file: 'copy', same: 'a', more: 0 }])
  })

  it('is told without a program as well', async () => {
    const { notices } = await open([run('a', spread(1)), run('b', spread(1))], { withoutNames: true })
    expect(notices).toContainEqual({ code: 'run-twice', file: 'b', same: 'a', more: 0 })
  })

  it('is told once, however many there are', async () => {
    const names = ['a', 'b', 'c', 'd']
    const runs = [...names, ...names].map((name, at) => run(`${at}${name}`, spread(at % 4)))
    expect(await told(...runs)).toEqual([{ code: 'run-twice', file: '4a', same: '0a', more: 3 }])
  })

  it('is not told of runs that differ by one sample or one call', async () => {
    const other = spread(1).with(3, spread(1)[3] + 1)
    expect(await told(run('a', spread(1)), run('b', other))).toEqual([])
    const [first, ...rest] = arcs()
    const calls: GmonRecord[] = [{ kind: 'arc', from: BASE + 0x40, self: BASE + 0x108, count: 77 }, ...rest]
    expect(first).not.toEqual(calls[0])
    expect(await told(run('a', spread(1)), run('b', spread(1), calls))).toEqual([])
    // As many samples, in other places.
    const moved = spread(1).toReversed()
    expect(await told(run('a', spread(1)), run('b', moved))).toEqual([])
  })

  it('is not told of what chance alone may make alike', async () => {
    const none = spread(1).map(() => 0)
    expect(await told(run('a', none), run('b', none))).toEqual([])
    const few = none.map((_, bin) => (bin < 12 ? 1 : 0))
    expect(await told(run('a', few), run('b', few))).toEqual([])
    // All in one loop.
    const loop = none.with(70, 5000).with(71, 1)
    expect(await told(run('a', loop), run('b', loop))).toEqual([])
    const callsOnly = (name: string): ByteSource => memorySource(name, buildGmon({ records: arcs() }))
    expect(await told(callsOnly('a'), callsOnly('b'))).toEqual([])
  })
})

describe('a sum beside the runs it was made of', () => {
  it('is told, wherever it stands', async () => {
    const runs = [1, 2, 3].map((seed) => run(`${seed}`, spread(seed)))
    const sum = run('gmon.sum', sumOf(spread(1), spread(2), spread(3)), arcs(0, 0))
    const expected = [{ code: 'run-twice', file: 'gmon.sum', same: null, more: 0 }]
    expect(await told(...runs, sum)).toEqual(expected)
    expect(await told(sum, ...runs)).toEqual(expected)
  })

  it('is told beside two runs, the fewest that make a sum', async () => {
    const runs = [1, 2].map((seed) => run(`${seed}`, spread(seed)))
    const sum = run('gmon.sum', sumOf(spread(1), spread(2)), arcs(0, 0))
    expect(await told(...runs, sum)).toEqual([{ code: 'run-twice', file: 'gmon.sum', same: null, more: 0 }])
  })

  it('is not told of a run that is no such sum', async () => {
    const runs = [1, 2, 3].map((seed) => run(`${seed}`, spread(seed)))
    expect(await told(...runs, run('gmon.sum', sumOf(spread(1), spread(2))))).toEqual([])
    expect(await told(...runs, run('4', sumOf(spread(1), spread(2), spread(4))))).toEqual([])
  })
})
