// A worker that resumes from the page's data answers like the one before. What only the files
// contain is missing, with a reason.
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProfileView } from '../api/contract.ts'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { type ByteSource, memorySource } from '../core/bytes/byte-source.ts'
import type { FunctionIndex } from '../core/profile/call-graph-profile.ts'
import { ordinary, program } from '../testing/small-opening.ts'
import { ask } from '../testing/ask-service.ts'

const why = { code: 'bytes/unreadable', file: 'prog', reason: 'it was moved' } as const
const BY_NAME = { column: 'name', direction: 'ascending' } as const
const PARSE = 1 as FunctionIndex
const CUT = { ...EMPTY_SCENARIO, cutArcs: [{ parent: 'main', child: 'parse' }] }
const choice = {
  names: 'kept',
  withoutDirectories: false,
  withoutSources: false,
  withoutLines: false,
  withoutNotices: false,
} as const

const fileOf = async (source: ByteSource): Promise<File> =>
  new File([await source.read(0, source.size)], source.name)

async function open(sources: readonly ByteSource[]): Promise<ProfileView> {
  const result = await ask('open', [
    await Promise.all(sources.map(fileOf)),
    { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 },
  ])
  if (!result.ok) throw new Error('it did not open')
  // Posting transfers an answer's buffers away from the worker; here a copy does.
  return structuredClone(result.value)
}

async function answers() {
  const document = await ask('write', ['gprof', null])
  return {
    found: await ask('search', ['e']),
    rows: await ask('sort', [BY_NAME]),
    listing: document.ok ? await new Blob([...document.value.pieces]).text() : document.problem,
    cut: await ask('analyze', [CUT]),
    plain: await ask('analyze', [EMPTY_SCENARIO]),
  }
}

const request = { choice, limit: null, scenario: EMPTY_SCENARIO, view: '' }

describe('of a program and its profile', () => {
  const inRuns = async (...files: readonly File[]) =>
    structuredClone(await ask('inEachRun', [[await fileOf(ordinary()), ...files], PARSE]))
  let before: Awaited<ReturnType<typeof answers>>
  let runsBefore: Awaited<ReturnType<typeof inRuns>>
  beforeAll(async () => {
    const shown = await open([program(), ordinary()])
    before = structuredClone(await answers())
    runsBefore = await inRuns()
    await ask('resume', [structuredClone(shown), null, why])
  })

  it('finds, sorts, writes and works out what the one before did', async () => {
    expect(before.listing).toContain('main')
    expect(await answers()).toEqual(before)
  })

  it('shares the profile without the sum that only the files have', async () => {
    expect(await ask('share', [request, []])).toMatchObject({
      ok: true,
      value: { functions: 7 },
    })
  })

  it('says of that sum why it is gone', async () => {
    expect(await ask('write', ['gmon.sum', null])).toEqual({ ok: false, problem: why })
    expect(await ask('possibleCalls', [])).toEqual({ ok: true, value: null })
  })

  it('answers what a function has in each run that can still be read', async () => {
    expect(runsBefore).toMatchObject({ ok: true, value: { length: 1 } })
    expect(await inRuns(new File([], 'gmon.1'))).toEqual(runsBefore)
  })
})

describe('of a listing', () => {
  const compare = async () => structuredClone(await ask('compare', [await fileOf(own)]))
  const own = memorySource('out.txt', readFileSync(new URL('../testing/listings/bsd.txt', import.meta.url)))
  let before: Awaited<ReturnType<typeof answers>>
  let comparedBefore: Awaited<ReturnType<typeof compare>>
  beforeAll(async () => {
    const shown = await open([own])
    before = structuredClone(await answers())
    comparedBefore = await compare()
    await ask('resume', [structuredClone(shown), null, why])
  })

  it('finds, sorts, works out and writes what the one before did, each line as it was printed', async () => {
    expect(before.listing).toContain('call graph profile')
    expect(await answers()).toEqual(before)
  })

  it('compares', async () => {
    expect(comparedBefore).toMatchObject({ ok: true })
    expect(await compare()).toEqual(comparedBefore)
  })

  it('says why its text is gone, which a saved profile would hold', async () => {
    expect(await ask('share', [request, []])).toEqual({ ok: false, problem: why })
    expect(await ask('write', ['gmon.sum', null])).toMatchObject({
      problem: { code: 'listing/no-samples' },
    })
  })
})
