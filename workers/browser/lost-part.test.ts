// Parts loaded in advance: a failure matters only to questions that need the part.
import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { ask } from '../testing/ask-service.ts'

const fetched = vi.hoisted(() => vi.fn())
vi.mock('../core/reports/sort-functions.ts', () => {
  fetched()
  throw new Error('the server is gone')
})

const FILES = ['islands', 'gmon.out'].map(
  (name) =>
    new File([new Uint8Array(readFileSync(new URL(`../../public/sample/${name}`, import.meta.url)))], name),
)

it('a part that fails to load is reported to questions that need it, and to no others', async () => {
  const lost = vi.fn()
  process.on('unhandledRejection', lost)
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  await ask('open', [FILES, options])
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled(), 60_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  process.off('unhandledRejection', lost)
  expect(lost).not.toHaveBeenCalled()
  expect(await ask('sort', [{ column: 'calls', direction: 'descending' }])).toMatchObject({ ok: false })
})
