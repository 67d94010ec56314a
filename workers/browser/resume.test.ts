// A worker that takes up what the page holds answers as the one before; what only the files have it does without, or says why.
import { beforeAll, expect, it } from 'vitest'
import type { OpenedProfile, ShownProfile } from '../api/contract.ts'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { ordinary, program } from '../testing/small-opening.ts'
import { service } from './profile-service.ts'

const why = { code: 'bytes/unreadable', file: 'prog', reason: 'it was moved' } as const
const BY_NAME = { column: 'name', direction: 'ascending' } as const
const CUT = { ...EMPTY_SCENARIO, cutArcs: [{ parent: 'main', child: 'parse' }] }
const choice = {
  names: 'kept',
  withoutDirectories: false,
  withoutSources: false,
  withoutNotices: false,
} as const

const fileOf = async (source: ByteSource): Promise<File> =>
  new File([await source.read(0, source.size)], source.name)

async function open(): Promise<OpenedProfile> {
  const result = await service.open(
    await Promise.all([program(), ordinary()].map(fileOf)),
    { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 },
    () => {},
    null,
    () => Promise.reject(new Error('nothing is lent')),
  )
  if (!result.ok) throw new Error('it did not open')
  // On its way to the page the answer's buffers leave the worker: here a copy does.
  return structuredClone(result.value)
}

async function answers() {
  const document = await service.write('gprof')
  return {
    found: await service.search('e'),
    rows: await service.sort(BY_NAME),
    listing: document.ok ? await new Blob([...document.value.pieces]).text() : document.problem,
    cut: await service.analyze(CUT),
    plain: await service.analyze(EMPTY_SCENARIO),
  }
}

let shown: ShownProfile
let before: Awaited<ReturnType<typeof answers>>
beforeAll(async () => {
  const { name, files, notices, analyzed, listing } = await open()
  shown = { name, files, notices, analyzed, listing, possible: null }
  before = structuredClone(await answers())
  await service.resume(structuredClone(shown), why)
})

it('finds, sorts, writes and works out what the one before did', async () => {
  expect(before.listing).toContain('main')
  expect(await answers()).toEqual(before)
})

it('shares the profile without the sum that only the files have', async () => {
  const request = { choice, limit: null, scenario: EMPTY_SCENARIO, view: '' }
  expect(await service.share(request)).toMatchObject({ ok: true, value: { functions: 7 } })
})

it('says of that sum why it is gone', async () => {
  expect(await service.write('gmon.sum')).toEqual({ ok: false, problem: why })
  expect(await service.possibleCalls(() => {})).toEqual({ ok: true, value: null })
})
