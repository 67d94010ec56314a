// The worker's answers to failures: a problem of a file affects only what needs that file, and
// internal errors are reported.
import { afterEach, expect, it, vi } from 'vitest'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import type { ByteSource } from '../core/bytes/byte-source.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import { ordinary, program } from '../testing/small-opening.ts'
import { ask } from '../testing/ask-service.ts'

/** Result of looking up source positions. */
let end: Error = new Error('not said')

vi.mock('../core/pipeline/locate-functions.ts', async (original) => ({
  ...(await original<typeof import('../core/pipeline/locate-functions.ts')>()),
  readSources: () => Promise.reject(end),
}))
vi.mock('../core/pipeline/open-profile.ts', async (original) => {
  const pipeline = await original<typeof import('../core/pipeline/open-profile.ts')>()
  return {
    ...pipeline,
    async openProfile(...given: Parameters<typeof pipeline.openProfile>) {
      const result = await pipeline.openProfile(...given)
      if (!result.ok) return result
      return {
        ok: true,
        value: { ...result.value, contents: { ...result.value.contents, lines: { notices: () => [] } } },
      }
    },
  }
})

const fileOf = async (source: ByteSource): Promise<File> =>
  new File([await source.read(0, source.size)], source.name)

const open = async (...sources: readonly ByteSource[]) =>
  ask('open', [
    await Promise.all(sources.map(fileOf)),
    { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 },
  ])

afterEach(() => void (end = new Error('not said')))

it('a document does without source lines that cannot be read any more', async () => {
  expect(await open(program(), ordinary())).toMatchObject({ ok: true })
  end = new ProblemError({ code: 'bytes/unreadable', file: 'prog', reason: 'it was moved' })
  expect(await ask('write', ['callgrind', null])).toMatchObject({ ok: true })
})

it('a document that a mistake of ours spoils is not written', async () => {
  expect(await open(program(), ordinary())).toMatchObject({ ok: true })
  end = new TypeError('a mistake')
  expect(await ask('write', ['callgrind', null])).toMatchObject({ ok: false, problem: { code: 'bug' } })
})

it('nothing is answered of files before the ones that could not be opened', async () => {
  expect(await open(program(), ordinary())).toMatchObject({ ok: true })
  expect(await ask('search', ['main'])).toMatchObject({ value: { matches: { length: 1 } } })
  expect(await open(ordinary())).toMatchObject({ ok: false })
  expect(await ask('search', ['main'])).toMatchObject({ value: { matches: { length: 0 } } })
  expect(await ask('write', ['gprof', null])).toMatchObject({
    ok: false,
    problem: { code: 'input/nothing-given' },
  })
})
