// Tests of a gmon.out without its program: what it shows by itself, even if it is damaged.
import { describe, expect, it } from 'vitest'
import { buildElf } from '../builders/build-elf.ts'
import { buildGmon } from '../builders/build-gmon.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import type { OfferedFile, OpenFailure } from '../../core/profile-view.ts'
import { openProfile } from '../../core/pipeline/open-profile.ts'
import { problemText } from '../../core/reports/messages/problems.ts'

const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
const HEADER = 20
const HISTOGRAM = 41
const bins = new Uint16Array(64).fill(1)
const histogram = { kind: 'histogram', low: 0x401000, high: 0x401100, bins } as const
const arc = { kind: 'arc', from: 0x401010, self: 0x401084, count: 7 } as const
const whole = buildGmon({ records: [histogram, arc, arc] })
const arcsFrom = HEADER + HISTOGRAM + 2 * bins.length
const prog = buildElf({
  text: { address: 0x401000, size: 0x100 },
  symbols: [
    { name: 'main', address: 0x401000 },
    { name: 'work', address: 0x401080 },
  ],
})

async function openAlone(...files: readonly Uint8Array[]): Promise<OpenFailure> {
  const sources = files.map((bytes, run) => memorySource(run === 0 ? 'gmon.out' : `gmon.${run}`, bytes))
  const result = await openProfile(sources, options, () => {})
  if (result.ok) throw new Error('opened without a program')
  return result.problem
}

async function offeredAlone(bytes: Uint8Array): Promise<OfferedFile | undefined> {
  const { problem, files } = await openAlone(bytes)
  expect(problem.code).toBe('input/executable-missing')
  return files[0]
}

/** Nothing of it can be read, and the problem says so. */
async function unreadableAlone(bytes: Uint8Array): Promise<OfferedFile | undefined> {
  const { problem, files } = await openAlone(bytes)
  expect(problem).toEqual(files[0]?.damage)
  return files[0]
}

describe('a profile without its program', () => {
  it('tells what it holds', async () => {
    const file = await offeredAlone(whole)
    expect(file).toMatchObject({
      detail: 'GNU gmon.out, version 1 · 100 Hz · 64 samples · 2 arcs',
      problem: null,
    })
    expect(file?.damage).toBeUndefined()
  })

  it.each([
    { cut: HEADER + 1, what: 'histogram header', offset: HEADER },
    { cut: HEADER + 30, what: 'histogram header', offset: HEADER },
    { cut: HEADER + HISTOGRAM, what: 'histogram bins', offset: HEADER + HISTOGRAM },
    { cut: arcsFrom - 1, what: 'histogram bins', offset: HEADER + HISTOGRAM },
  ])('cut in its first record, at byte $cut, ends early, counts nothing, and is kept', async (where) => {
    const { cut, what, offset } = where
    const file = await unreadableAlone(whole.subarray(0, cut))
    expect(file).toMatchObject({
      kind: 'profile',
      detail: 'GNU gmon.out, version 1',
      problem: null,
      damage: { code: 'gmon/ends-early', file: 'gmon.out', offset, what, size: cut, kept: false },
    })
    if (!file?.damage) throw new Error('no damage')
    const words = problemText(file.damage)
    expect(words.title).toBe('gmon.out ends early')
    expect(words.explanation).toContain(`its ${what}, from byte ${offset}`)
    expect(words.remedy).toMatch(/copy it again/i)
  })

  it('cut further on, tells what stands before', async () => {
    const file = await offeredAlone(whole.subarray(0, -1))
    expect(file).toMatchObject({
      detail: 'GNU gmon.out, version 1 · 100 Hz · 64 samples · 1 arc',
      problem: null,
      damage: { code: 'gmon/ends-early', offset: arcsFrom + 21, what: 'arc', kept: true },
    })
  })

  it('with something else in it, says so and is kept', async () => {
    const file = await unreadableAlone(buildGmon({ records: [], trailing: Uint8Array.of(9, 9) }))
    expect(file).toMatchObject({ problem: null, damage: { code: 'gmon/bad-tag', offset: HEADER, tag: 9 } })
  })

  it('of BSD, cut in its samples, ends early', async () => {
    const file = await unreadableAlone(
      buildGmon({ format: '4.4bsd', low: 0x401000, high: 0x401100, bins, arcs: [] }).subarray(0, -8),
    )
    expect(file).toMatchObject({ problem: null, damage: { code: 'gmon/ends-early', kept: false } })
  })

  it.each([5, HEADER - 1])(
    'of %i bytes is too short, and that is what is told: no program would help',
    async (cut) => {
      const { problem, files } = await openAlone(whole.subarray(0, cut))
      expect(problem).toEqual({ code: 'gmon/too-short', file: 'gmon.out', offset: 0, size: cut })
      expect(files[0]?.problem).toEqual(problem)
    },
  )

  it('among others is not said to hold anything if it cannot be read', async () => {
    const { problem } = await openAlone(whole.subarray(0, 5), whole, whole.subarray(0, HEADER + 1), whole)
    expect(problem).toEqual({ code: 'input/executable-missing', profiles: ['gmon.1', 'gmon.3'] })
  })
})

describe('a damaged profile with its program', () => {
  it('is told by its damage, not as a problem, so that it stays among the files', async () => {
    const sources = [memorySource('prog', prog), memorySource('gmon.out', whole.subarray(0, -1))]
    const result = await openProfile(sources, options, () => {})
    if (!result.ok) throw new Error(result.problem.problem.code)
    expect(result.value.files[1]).toMatchObject({
      problem: null,
      damage: { code: 'gmon/truncated-record', what: 'arc' },
    })
    expect(result.value.notices.map(({ code }) => code)).toContain('gmon/truncated-file')
  })
})
