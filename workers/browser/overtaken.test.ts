// Questions that overtake one another: the last one's numbers stay, and whoever waits for an older one is told that it was cancelled.
import { readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { EMPTY_SCENARIO, type Scenario } from '../core/analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../core/profile/tables.ts'
import { rawName } from '../core/reports/names/names.ts'
import { service } from './profile-service.ts'

const fileOf = (name: string, as = name): File =>
  new File([new Uint8Array(readFileSync(new URL(`../../public/sample/${name}`, import.meta.url)))], as)

const FILES = [fileOf('islands'), fileOf('gmon.out'), fileOf('gmon.out', 'gmon.2')]
const CANCELLED = { ok: false, problem: { code: 'host/cancelled' } }

/** The functions of the sample: their names, in the order of the table. */
let names: readonly string[] = []

beforeEach(async () => {
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const result = await service.open(
    FILES,
    options,
    () => {},
    null,
    () => Promise.reject(new Error('nothing is lent')),
  )
  if (!result.ok) throw new Error(result.problem.problem.code)
  const { functions } = result.value.analyzed.profile
  names = Array.from({ length: functions.length }, (_, f) => rawName(functions, f as FunctionIndex))
})

const without = (...leftOut: string[]): Scenario => ({ ...EMPTY_SCENARIO, leftOut })

/** The hottest first. */
async function byTime(): Promise<readonly string[]> {
  const rows = await service.sort({ column: 'self', direction: 'descending' })
  return Array.from(rows, (f) => names[f] ?? '')
}

it('of two scenarios the last one stays, and documents are written by it', async () => {
  const [hottest = '', next = ''] = await byTime()
  const answers = await Promise.all([service.analyze(without(next)), service.analyze(without(hottest))])
  expect(answers).toMatchObject([
    CANCELLED,
    { ok: true, value: { analyzed: { scenario: without(hottest) } } },
  ])
  const written = await service.write('json', null, null)
  const text = written.ok ? written.value.pieces.map((piece) => Buffer.from(piece)).join('') : ''
  expect(JSON.parse(text)).toMatchObject({ scenario: { leftOut: [hottest] } })
})

it('what a function has in each run is answered for the last one asked about, until that is stopped', async () => {
  const f = names.indexOf('main') as FunctionIndex
  const ask = () => service.inEachRun(FILES, f, () => {}, null)
  const answers = await Promise.all([ask(), ask()])
  expect(answers).toMatchObject([
    CANCELLED,
    { ok: true, value: [{ run: { name: 'gmon.out' } }, { run: { name: 'gmon.2' } }] },
  ])
  const asked = ask()
  await service.stopEachRun()
  expect(await asked).toMatchObject(CANCELLED)
})
