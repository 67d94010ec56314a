// A part of the worker's code that cannot be fetched is the answer to the request that needs it.
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { ask } from '../ask-service.ts'

vi.mock('../../browser/write-document.ts', () => {
  throw new Error('the server is gone')
})

const FILES = ['islands', 'gmon.out'].map(
  (name) =>
    new File(
      [new Uint8Array(readFileSync(new URL(`../../../public/sample/${name}`, import.meta.url)))],
      name,
    ),
)

it('a part that cannot be fetched fails the request that needs it, and no other', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  expect(await ask('open', [FILES, options])).toMatchObject({ ok: true })
  expect(await ask('write', ['gprof', null])).toMatchObject({ ok: false })
  expect(await ask('sort', [{ column: 'calls', direction: 'descending' }])).toMatchObject({ ok: true })
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
})
