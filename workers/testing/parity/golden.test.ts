// Programs of other machines, their profiles, and what the gprof of each machine prints of them: the folders of golden/,
// as scripts/make-golden.sh makes them. None of those machines' tools is needed here.
import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { type Opened, openProfile } from '../../core/pipeline/open-profile.ts'
import type { FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { displayName } from '../../core/names/names.ts'
import { listingDifference, runGprof } from '../gprof/live-gprof.ts'
import { runNative, runOurs } from '../gprof/our-command.ts'

const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url))
const targets = readdirSync(GOLDEN).filter((folder) => existsSync(`${GOLDEN}${folder}/how.txt`))
const programOf = (target: string): string => (target.startsWith('mingw') ? 'program.exe' : 'program')

async function open(target: string): Promise<Opened> {
  const sources = await Promise.all(
    [programOf(target), 'gmon.out'].map(async (file) =>
      memorySource(file, Uint8Array.from(await readFile(`${GOLDEN}${target}/${file}`))),
    ),
  )
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const result = await openProfile(sources, options, () => {})
  if (!result.ok) throw new Error(JSON.stringify(result.problem.problem))
  return result.value
}

const golden = (target: string, file: string): Promise<string> =>
  readFile(`${GOLDEN}${target}/${file}`, 'latin1')

/** No calls were counted there: its gprof prints no call graph. */
const FLAT_ONLY: ReadonlySet<string> = new Set(['m68k'])

const filesOf = (target: string): readonly string[] => [
  `${GOLDEN}${target}/${programOf(target)}`,
  `${GOLDEN}${target}/gmon.out`,
]

describe('gmonscope gprof prints what each machine’s own gprof prints', () => {
  it.each(targets)('%s', async (target) => {
    const printed = async (...options: readonly string[]): Promise<string> =>
      (await runNative([...options, ...filesOf(target)])).stdout
    expect(await printed('-b', '-p')).toBe(await golden(target, 'flat.txt'))
    if (FLAT_ONLY.has(target)) return
    expect(await printed('-b', '-q')).toBe(await golden(target, 'graph.txt'))
    if (!existsSync(`${GOLDEN}${target}/static.txt`)) return
    expect(await printed('-b', '-q', '-c')).toBe(await golden(target, 'static.txt'))
  })

  it('was made for every target', () => expect(targets.length).toBeGreaterThanOrEqual(20))
})

/** Where no calls were counted, or the profile is made up. */
const OTHER_CALLS: ReadonlySet<string> = new Set(['m68k', 'mingw-i686', 'sh4', 'xtensa'])

/** Calls that the program makes, whatever it runs on, by others and by the function itself. */
const CALLS = {
  board: '3000 0',
  count_ways: '600 82800',
  cross: '3000 0',
  ebb: '2400 0',
  flow: '2100 600',
  land: '3000 0',
  open_gates: '240 630',
  paint: '200 0',
  rig: '200 0',
  tidy: '200 0, 630 0',
  visit_harbour: '120 0',
  weigh: '3120 0',
}

describe('the page counts what was called, on every machine', () => {
  it.each(targets.filter((target) => !OTHER_CALLS.has(target)))('%s', async (target) => {
    const { functions } = (await open(target)).analyzed.profile
    const counted = new Map<string, string[]>()
    for (let row = 0; row < functions.length; row++) {
      const f = row as FunctionIndex
      const name = displayName(functions, f)
      if (!(name in CALLS)) continue
      counted.set(name, [...(counted.get(name) ?? []), `${functions.calls[f]} ${functions.selfCalls[f]}`])
    }
    const calls = [...counted].map(([name, all]) => [name, all.toSorted().join(', ')] as const)
    expect(Object.fromEntries(calls)).toEqual(CALLS)
  })
})

describe('gmonscope gprof --as-host prints what this machine’s gprof prints', () => {
  it.each(targets)('%s', async (target) => {
    for (const option of ['-p', '-pz', '-T', '-qc']) {
      const args = ['-b', option, ...filesOf(target)]
      const [theirs, ours] = await Promise.all([runGprof(args), runOurs(args)])
      expect(listingDifference(theirs, ours), option).toBeNull()
    }
  })
})
