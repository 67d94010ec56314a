// Tests that a profile is the same after saving and opening: tables, texts, sums, notices.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { buildCase, randomCase } from '../random/random-case.ts'
import { randomFrom } from '../random/random.ts'
import { randomScenario } from '../random/random-scenario.ts'
import { openBytes, openLargeCase, savedBytes } from '../saved-files.ts'
import { writtenText } from '../gprof/written-text.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../core/analysis/scenario/scenario.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'
import { checkProfile } from '../check-profile.ts'
import type { FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { writeGmonSum } from '../../core/profile/write-gmon-sum.ts'
import { writeJson } from '../../core/reports/exports/json.ts'
import { rawName } from '../../core/names/names.ts'
import { writeFlatProfile } from '../../core/reports/text/flat-text.ts'
import { writeCallGraph } from '../../core/reports/text/graph-text.ts'
import { writeIndex } from '../../core/reports/text/name-index.ts'
import { effort } from '../effort.ts'

/** Everything that is written of a profile. */
function textsOf(opened: Opened): string {
  return writtenText((out) => {
    writeFlatProfile(opened, out)
    if (opened.contents.plain.hasArcs) writeCallGraph(opened, out)
    writeIndex(opened, 80, out)
    writeJson(opened, (text) => out.text(text))
  })
}

/** Every other time one function, and every third another that takes no time. */
function fasterOf(
  {
    contents: {
      plain: { functions },
    },
  }: Opened,
  seed: number,
): Scenario['faster'] {
  const names = [...new Set([0, 1].map((f) => rawName(functions, f as FunctionIndex)))]
  return names.flatMap((name, at) =>
    seed % (2 + at) === 0 && name !== '' ? [{ name, factor: at === 0 ? 2.5 : Infinity }] : [],
  )
}

const sumBytes = (opened: Opened): Uint8Array =>
  writeGmonSum(opened.contents.sum(), { format: 'gnu', wide: true })

async function reopened(opened: Opened, scenario = EMPTY_SCENARIO, view = ''): Promise<Opened> {
  const result = await openBytes({ 'a.gmonscope': await savedBytes(opened, { scenario, view }) }, scenario)
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result.value
}

describe('a saved profile', () => {
  it('gives back tables, texts and sums of random profiles, in scenarios, too', async () => {
    let opened = 0
    for (let seed = 1; seed <= effort(120); seed++) {
      const { executable, profiles } = buildCase(randomCase(seed))
      const files = {
        prog: executable,
        ...Object.fromEntries(profiles.map((bytes, at) => [`${at}.out`, bytes])),
      }
      const plain = await openBytes(files)
      if (!plain.ok) continue
      opened++
      const named = randomScenario(randomFrom(seed), plain.value.contents.plain)
      const faster = fasterOf(plain.value, seed)
      const scenario = { ...named, faster }
      const original = await openBytes(files, scenario)
      if (!original.ok) throw new Error('a scenario keeps a profile from being opened')
      const again = await reopened(original.value, scenario, 'view=graph')
      checkProfile(again.contents.plain)
      expect(again.contents.plain).toEqual(original.value.contents.plain)
      expect(again.files).toEqual(original.value.files)
      expect(again.notices).toEqual(original.value.notices)
      expect(again.saved).toEqual({
        scenario,
        view: 'view=graph',
        hasPossible: original.value.contents.possible !== null,
        hasLines: false,
      })
      expect(textsOf(again)).toBe(textsOf(original.value))
      expect(sumBytes(again)).toEqual(sumBytes(original.value))
    }
    expect(opened).toBeGreaterThan(effort(90))
  })

  it('of many functions takes less than an eighth of its files', async () => {
    const functions = effort(50_000, 5000)
    const { opened, executable, profile } = await openLargeCase({
      functions,
      arcs: 3 * functions,
      names: 'c++',
    })
    const bytes = await savedBytes(opened)
    console.log(`saved: ${bytes.length} bytes, of ${executable.length} and ${profile.length}`)
    expect(bytes.length).toBeLessThan((executable.length + profile.length) / 8)
    const again = await reopened(opened)
    expect(isDeepStrictEqual(again.contents.plain, opened.contents.plain)).toBe(true)
  })

  it('is not opened together with other files', async () => {
    const { opened, profile } = await openLargeCase({ functions: 9, arcs: 9, cycles: 'none' })
    const bytes = await savedBytes(opened)
    const both = await openBytes({ 'gmon.out': profile, 'a.gmonscope': bytes })
    expect(both).toMatchObject({ problem: { problem: { code: 'input/saved-not-alone' } } })
    const beside = await openBytes({ 'photo.png': Uint8Array.from([0x89, 0x50]), 'a.gmonscope': bytes })
    const own = opened.notices.map(({ code }) => ({ code }))
    expect(beside).toMatchObject({ value: { notices: [{ code: 'file-skipped' }, ...own] } })
  })
})
