// Tests of profiles of forked processes, made by hand.
import { describe, expect, it } from 'vitest'
import { buildElf } from '../../../testing/builders/build-elf.ts'
import { buildGmon, type GmonRecord } from '../../../testing/builders/build-gmon.ts'
import { at as addressOf, BASE, codes, END, NAMES, open } from '../../../testing/small-opening.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { asArray } from '../../base/columns.ts'
import { type ByteSource, memorySource } from '../../bytes/byte-source.ts'

const BINS = (END - BASE) / 4

type Bins = readonly number[]

const program = (forker = 'fork', runTime: readonly string[] = []): ByteSource =>
  memorySource(
    'prog',
    buildElf({
      text: { address: BASE, size: END - BASE },
      symbols: [
        { name: forker, address: 0, section: 'undefined' },
        ...NAMES.map((name, f) => ({ name, address: addressOf(f) })),
        ...runTime.map((name) => ({ name, address: END - 16 })),
      ],
    }),
  )

/** Samples of the functions with these numbers, at random. */
function sampled(seed: number, functions: readonly number[], samples = 200): Bins {
  const random = randomFrom(seed)
  const bins = Array.from({ length: BINS }, () => 0)
  for (let sample = 0; sample < samples; sample++) {
    const f = functions[random.below(functions.length)] ?? 0
    bins[f * 64 + random.below(40)]++
  }
  return bins
}
const plus = (one: Bins, other: Bins): Bins => one.map((count, bin) => count + other[bin])

/** `calls`: of the functions behind the first. */
function run(name: string, bins: Bins, calls: readonly number[]): ByteSource {
  const arcs = calls.map((count, f): GmonRecord => ({
    kind: 'arc',
    from: addressOf(f) + 0x40,
    self: addressOf(f + 1) + 8,
    count,
  }))
  return memorySource(
    name,
    buildGmon({
      records: [{ kind: 'histogram', low: BASE, high: END, bins }, ...arcs.filter((_, f) => calls[f] > 0)],
    }),
  )
}

const past = sampled(1, [0, 1, 2])

describe('files of forked processes', () => {
  const parent = run('p.1', plus(past, sampled(2, [3])), [5, 7, 9, 0, 0])
  const children = [run('p.2', past, [5, 7, 0, 4, 0]), run('p.3', past, [5, 7, 0, 6, 1])]

  it('are reported, with the samples that count again', async () => {
    const {
      notices,
      contents: { plain },
    } = await open([program(), ...children, parent])
    expect(notices).toContainEqual({ code: 'forked-runs', files: 3, first: 'p.1', samples: 400 })
    expect(plain.totals.ticks).toBe(800)
  })

  it('count their past once on request', async () => {
    const {
      notices,
      contents: { plain },
    } = await open([program(), ...children, parent], { forkedOnce: true })
    expect(notices).toContainEqual({ code: 'forked-once', files: 3, first: 'p.1', samples: 400 })
    expect(plain.totals.ticks).toBe(400)
    expect([...asArray(plain.functions.calls)].slice(0, 6)).toEqual([0, 5, 7, 9, 10, 1])
  })

  it('are found without their parent, as brothers', async () => {
    expect(codes(await open([program(), ...children]))).toContain('forked-runs')
    const once = await open([program(), ...children], { forkedOnce: true })
    expect(once.contents.plain.totals.ticks).toBe(200)
    // Calls that all made alike look like the past.
    expect([...asArray(once.contents.plain.functions.calls)].slice(0, 6)).toEqual([0, 5, 7, 0, 6, 1])
  })

  it('are those of programs that fork', async () => {
    for (const forker of ['fork@GLIBC_2.2.5', '_Fork', 'daemon', 'forkpty@@GLIBC_2.34'])
      expect(codes(await open([program(forker), ...children, parent]))).toContain('forked-runs')
    for (const other of ['forked', 'pitchfork', 'vfork', 'daemons'])
      expect(codes(await open([program(other), ...children, parent]))).not.toContain('forked-runs')
  })

  it('may be missing where one file is open, but not because of Ada’s run time, which links fork', async () => {
    expect(codes(await open([program(), parent]))).toContain('may-fork')
    expect(codes(await open([program('fork', ['__gnat_portable_spawn']), parent]))).not.toContain('may-fork')
  })

  it('are not runs of one program by chance, however long', async () => {
    for (let seed = 1; seed <= 30; seed++) {
      const runs = [1, 1, 1, 5, 20].map((length, at) =>
        run(`p.${at}`, sampled(10 * seed + at, [0, 1, 2], 60 * length), [5, 7, 9, 0, 0]),
      )
      expect(codes(await open([program(), ...runs])), `seed ${seed}`).not.toContain('forked-runs')
    }
  })

  it('are no copies of one file, and no sum of others', async () => {
    expect(
      codes(await open([program(), parent, run('copy', plus(past, sampled(2, [3])), [5, 7, 9, 0, 0])])),
    ).toEqual(['run-twice'])
    const [one, other] = [sampled(3, [0, 1]), sampled(4, [2, 3])]
    const sum = run('gmon.sum', plus(one, other), [2, 2, 2, 2, 2])
    const parts = [run('a', one, [1, 1, 1, 1, 1]), run('b', other, [1, 1, 1, 1, 1])]
    expect(codes(await open([program(), ...parts, sum]))).toEqual(['run-twice'])
  })
})
