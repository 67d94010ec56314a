// Tests of profiles shrunk to a size: small enough, honest about what was removed, and right in
// what remains.
import { describe, expect, it } from 'vitest'
import { openLargeCase } from '../../testing/saved-files.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { NONE } from '../base/columns.ts'
import { checkProfile } from '../../testing/check-profile.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { rawName } from '../names/names.ts'
import { contentOf, type SavedContent } from './content.ts'
import { shrinkToSize } from './shrink-to-size.ts'
import { someOf } from '../../testing/effort.ts'

async function content(cycles: 'none' | 'some'): Promise<SavedContent> {
  const { opened } = await openLargeCase({ functions: 3000, arcs: 9000, cycles, names: 'c++', seed: 4 })
  return contentOf(opened, { scenario: EMPTY_SCENARIO, view: 'view=graph' })
}

function rowsByName({ plain }: SavedContent): ReadonlyMap<string, FunctionIndex> {
  const rows = Array.from({ length: plain.functions.length }, (_, f) => f as FunctionIndex)
  return new Map(rows.map((f) => [rawName(plain.functions, f), f]))
}

const sum = (column: unknown): number => (column as Float64Array).reduce((all, value) => all + value, 0)

function totalOf({ profile, cycles, times }: AnalyzedProfile, f: FunctionIndex): number {
  const cycle = cycles.cycleOf[f]
  if (cycle !== NONE) return times.cycleSelfTicks[cycle] + times.cycleChildTicks[cycle]
  return profile.functions.selfTicks[f] + times.childTicks[f]
}

describe('a profile made to fit', () => {
  it('is the whole profile where there is room', async () => {
    const whole = await content('some')
    const fitted = await shrinkToSize(whole, Infinity)
    expect(fitted?.content).toBe(whole)
    expect(fitted?.cut).toMatchObject({ histograms: false, unused: 0, joined: 0 })
  })

  it.each(someOf(['some', 'none'] as const))('keeps what takes most time (cycles: %s)', async (cycles) => {
    const whole = await content(cycles)
    const before = rowsByName(whole)
    const analyzed = analyzeProfile(whole.plain, EMPTY_SCENARIO)
    for (const limit of someOf([6000, 24_000, 1500], 3)) {
      const fitted = await shrinkToSize(whole, limit)
      if (!fitted) throw new Error('does not fit')
      const { plain } = fitted.content
      checkProfile(plain)
      expect(fitted.bytes.length).toBeLessThanOrEqual(limit)
      expect(fitted.bytes.length).toBeGreaterThan(limit / 2)
      expect(fitted.cut.joined).toBeGreaterThan(0)
      expect(fitted.content.notices.at(-1)).toMatchObject({
        code: 'shared-in-part',
        functions: fitted.cut.joined,
        ticks: fitted.cut.joinedTicks,
      })
      expect(sum(plain.functions.selfTicks)).toBeCloseTo(sum(whole.plain.functions.selfTicks), 6)
      const kept = rowsByName(fitted.content)
      const dropped = [...before].flatMap(([name, f]) => (kept.has(name) ? [] : [totalOf(analyzed, f)]))
      const stayed = [...kept].flatMap(([name]) => {
        const f = before.get(name)
        return f === undefined ? [] : [totalOf(analyzed, f)]
      })
      expect(Math.min(...stayed)).toBeGreaterThanOrEqual(Math.max(...dropped))
      const after = analyzeProfile(plain, EMPTY_SCENARIO)
      for (const [name, f] of kept) {
        const row = before.get(name)
        if (row === undefined) {
          expect(name).toBe('(functions left out)')
          expect(plain.functions.calls[f]).toBe(0)
          continue
        }
        expect(plain.functions.selfTicks[f]).toBe(whole.plain.functions.selfTicks[row])
        expect(plain.functions.calls[f]).toBe(whole.plain.functions.calls[row])
        const isAlone = after.cycles.cycleOf[f] < 0 && analyzed.cycles.cycleOf[row] < 0
        const lost = analyzed.times.childTicks[row] - after.times.childTicks[f]
        if (isAlone) expect(Math.abs(lost)).toBeLessThanOrEqual(fitted.cut.mostLost + 1e-6)
      }
    }
  })

  it('tells of both times together where what was made to fit is made smaller', async () => {
    const once = await shrinkToSize(await content('none'), 6000)
    const twice = once && (await shrinkToSize(once.content, 3000))
    if (!twice) throw new Error('does not fit')
    expect(twice.content.notices).toHaveLength(once.content.notices.length)
    expect(twice.content.notices.at(-1)).toMatchObject({
      functions: once.cut.joined + twice.cut.joined,
      ticks: once.cut.joinedTicks + twice.cut.joinedTicks,
      unused: once.cut.unused + twice.cut.unused,
    })
  })

  it('loses nothing but samples by address, or functions never used, where that is enough', async () => {
    const whole = await content('none')
    const bytes = (await shrinkToSize({ ...whole, sum: null }, Infinity))?.bytes.length ?? 0
    const fitted = await shrinkToSize(whole, bytes)
    expect(fitted?.cut).toMatchObject({ histograms: true, unused: 0, joined: 0 })
    expect(fitted?.content.plain).toBe(whole.plain)
  })

  it('tells of very many runs as one file, which leaves the room to functions', async () => {
    const one = await content('none')
    const [program, run] = one.files
    if (!program || !run) throw new Error('no files')
    const runs = Array.from({ length: 1000 }, (_, rank) => ({
      ...run,
      name: `gmon.out.${(rank * 7919) % 100_003}`,
      samples: (rank * 31) % 997,
    }))
    const fitted = await shrinkToSize({ ...one, files: [program, ...runs] }, 1500)
    expect(fitted?.cut.runs).toBe(1000)
    expect(fitted?.content.files).toEqual([
      program,
      {
        name: 'gmon.out.0 and 999 more',
        size: 1000 * run.size,
        kind: 'profile',
        detail: '1,000 profiles',
        problem: null,
      },
    ])
    const alone = await shrinkToSize(one, 1500)
    const kept = (made: typeof fitted): number => made?.content.plain.functions.length ?? 0
    expect(kept(fitted)).toBeGreaterThan(0.9 * kept(alone))
    expect((await shrinkToSize({ ...one, files: [program, ...runs] }, 1_000_000))?.cut.runs).toBe(0)
  })

  it('is not made where nothing would be left', async () => {
    expect(await shrinkToSize(await content('none'), 100)).toBeNull()
  })
})
