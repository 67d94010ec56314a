// Aborted questions: the others keep their numbers, and aborted ones are answered with
// `host/cancelled`.
import { readFileSync } from 'node:fs'
import { beforeEach, expect, it } from 'vitest'
import { EMPTY_SCENARIO, type Scenario } from '../../core/analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { rawName } from '../../core/names/names.ts'
import type { ProfileView } from '../../core/profile-view.ts'
import { dwarfSections } from '../builders/build-dwarf.ts'
import { buildElf } from '../builders/build-elf.ts'
import { buildGmon } from '../builders/build-gmon.ts'
import { MAIN } from '../builders/dwarf-opened.ts'
import { ask } from '../ask-service.ts'

const fileOf = (name: string, as = name): File =>
  new File([new Uint8Array(readFileSync(new URL(`../../../public/sample/${name}`, import.meta.url)))], as)

const FILES = [fileOf('islands'), fileOf('gmon.out'), fileOf('gmon.out', 'gmon.2')]
const CANCELLED = { ok: false, problem: { code: 'host/cancelled' } }

/** Names of the sample's functions, in the order of the table. */
let names: readonly string[] = []

async function open(files: readonly File[]): Promise<ProfileView> {
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const result = await ask('open', [files, options])
  if (!result.ok) throw new Error(result.problem.problem.code)
  return result.value
}

beforeEach(async () => {
  const { functions } = (await open(FILES)).analyzed.profile
  names = Array.from({ length: functions.length }, (_, f) => rawName(functions, f as FunctionIndex))
})

const without = (...leftOut: string[]): Scenario => ({ ...EMPTY_SCENARIO, leftOut })

/** Hottest first. */
async function byTime(): Promise<readonly string[]> {
  const rows = await ask('sort', [{ column: 'self', direction: 'descending' }])
  return Array.from(rows.ok ? rows.value : [], (f) => names[f] ?? '')
}

/**
 * A program of one function with so much debugging information that none is read during opening.
 */
function largeProgram(): readonly File[] {
  const [low, high] = [0x1000, 0x1030]
  const described = dwarfSections({ units: [MAIN] }).map(
    ([name, bytes]) => ({ name, bytes, kind: 'debug', address: 0 }) as const,
  )
  const much = { name: '.zdebug_info', kind: 'debug', address: 0, size: 9 << 20 } as const
  const executable = buildElf({
    text: { address: low, size: high - low },
    sections: [...described, much],
    symbols: [{ name: 'main', address: low, size: high - low }],
  })
  const bins = new Uint16Array((high - low) / 4).fill(1)
  const profile = buildGmon({ records: [{ kind: 'histogram', low, high, rate: 100, bins }] })
  return [new File([executable], 'program'), new File([profile], 'gmon.out')]
}

it('source positions are answered unless that is stopped, and when asked again', async () => {
  await open(largeProgram())
  const stop = new AbortController()
  const asked = ask('sources', [], stop)
  stop.abort()
  expect(await asked).toMatchObject(CANCELLED)
  const parts: number[] = []
  const again = await ask('sources', [], { onProgress: ({ done }) => parts.push(done) })
  expect(again).toMatchObject({ ok: true, value: { sources: { files: { length: 1 } }, notices: [] } })
  expect(parts).toEqual([0])
})

it('of two scenarios the one that is not aborted stays, and documents are written by it', async () => {
  const [hottest = '', next = ''] = await byTime()
  const older = new AbortController()
  const asked = [ask('analyze', [without(next)], older), ask('analyze', [without(hottest)])]
  older.abort()
  const answers = await Promise.all(asked)
  expect(answers).toMatchObject([
    CANCELLED,
    { ok: true, value: { analyzed: { scenario: without(hottest) } } },
  ])
  const written = await ask('write', ['json', null])
  const text = written.ok ? written.value.pieces.map((piece) => Buffer.from(piece)).join('') : ''
  expect(JSON.parse(text)).toMatchObject({ scenario: { leftOut: [hottest] } })
})

it('what a function has in each run is answered unless that is aborted', async () => {
  const f = names.indexOf('main') as FunctionIndex
  const stop = new AbortController()
  const asked = [ask('inEachRun', [FILES, f], stop), ask('inEachRun', [FILES, f])]
  stop.abort()
  expect(await Promise.all(asked)).toMatchObject([
    CANCELLED,
    { ok: true, value: [{ run: { name: 'gmon.out' } }, { run: { name: 'gmon.2' } }] },
  ])
})

it('of two profiles that are opened at once the newer one stays, whichever takes longer', async () => {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => (goOn = resolve))
  const slow = FILES.map((file) => {
    const slice = file.slice.bind(file)
    return Object.assign(file, {
      slice: (...range: Parameters<File['slice']>) => {
        const part = slice(...range)
        const read = part.arrayBuffer.bind(part)
        return Object.assign(part, { arrayBuffer: () => held.then(read) })
      },
    })
  })
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const older = ask('open', [slow, options])
  await open(largeProgram())
  goOn()
  expect(await older).toMatchObject({ ok: false, problem: { problem: CANCELLED.problem } })
  // It has one function.
  expect(await byTime()).toHaveLength(1)
})
