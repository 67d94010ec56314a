// Scenarios: they show what gprof prints with the corresponding options.
import { beforeAll, expect, test } from 'vitest'
import { gprofOptionsOf } from '../../core/analysis/scenario/gprof-options.ts'
import {
  EMPTY_SCENARIO,
  isEmptyScenario,
  restoreArcs,
  type Scenario,
} from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { openProfile } from '../../core/pipeline/open-profile.ts'
import type { CallGraphProfile } from '../../core/profile/call-graph-profile.ts'
import { HOST } from '../../core/symbols/target-rules.ts'
import { compareScenario } from './compare-scenario.ts'
import { inParallel, requireTools } from '../gprof/live-gprof.ts'
import {
  buildCase,
  histogramsOf,
  randomCase,
  type CaseFiles,
  type RandomCase,
} from '../random/random-case.ts'
import { randomScenario } from '../random/random-scenario.ts'
import { randomFrom } from '../random/random.ts'

const CASES = Number(process.env['GMONSCOPE_FUZZ_CASES'] ?? 500)
const FIRST_SEED = Number(process.env['GMONSCOPE_FUZZ_SEED'] ?? 1)

beforeAll(() => requireTools(['gprof']))

interface Drawn {
  readonly seed: number
  readonly files: CaseFiles
  readonly profile: CallGraphProfile
  readonly scenario: Scenario
}

/** Null for files that do not open as a whole, have no arcs, or drew no scenario. */
async function draw(seed: number, made: RandomCase = randomCase(seed)): Promise<Drawn | null> {
  const files = buildCase(made)
  const sources = [files.executable, ...files.profiles].map((bytes, at) => memorySource(`file ${at}`, bytes))
  const options = {
    withoutNames: false,
    scenario: EMPTY_SCENARIO,
    shift: 0,
    targetRules: HOST,
  }
  const opened = await openProfile(sources, options, () => {})
  if (!opened.ok || !opened.value.contents.plain.hasArcs || opened.value.contents.plain.arcs.length === 0)
    return null
  // Of a damaged file gprof prints nothing.
  if (opened.value.files.some(({ problem, damage }) => problem ?? damage)) return null
  const profile = opened.value.contents.plain
  const scenario = randomScenario(randomFrom(seed), profile)
  return isEmptyScenario(scenario) ? null : { seed, files, profile, scenario }
}

/** What the options say when some of the scenario cannot be said. */
function withoutMissing(
  scenario: Scenario,
  { arcs, functions }: ReturnType<typeof gprofOptionsOf>['missing'],
): Scenario {
  const told = (names: readonly string[]): string[] => names.filter((name) => !functions.includes(name))
  return {
    ...scenario,
    cutArcs: restoreArcs(scenario, arcs).cutArcs,
    leftOut: told(scenario.leftOut),
    timeLeftOut: told(scenario.timeLeftOut),
    only: told(scenario.only),
    timeOnly: told(scenario.timeOnly),
  }
}

test(
  `${CASES} random scenarios, printed as gprof prints them with their options`,
  { timeout: 300_000 + CASES * 1000 },
  async () => {
    const drawn: Drawn[] = []
    for (let seed = FIRST_SEED; drawn.length < CASES; seed++) {
      const one = await draw(seed)
      if (!one) continue
      const { passes, keepsOrder, options } = gprofOptionsOf(one.profile, one.scenario)
      if (keepsOrder && isText([...options, ...passes.flat()])) drawn.push(one)
    }
    const failures: string[] = []
    let whole = 0
    let crowded = 0
    await inParallel(drawn, 2, async (one) => {
      const told = gprofOptionsOf(one.profile, one.scenario)
      const { options, missing } = told
      const isWhole = missing.arcs.length + missing.functions.length === 0
      if (isWhole) whole++
      if (
        isWhole &&
        new Set(one.scenario.cutArcs.map(({ parent }) => parent)).size < one.scenario.cutArcs.length
      )
        crowded++
      const scenario = isWhole ? one.scenario : withoutMissing(one.scenario, missing)
      const difference = await compareScenario({ ...one, scenario }, told)
      if (difference !== null)
        failures.push(
          `seed ${one.seed}: ${options.join(' ')}\n${JSON.stringify(one.scenario)}\n${difference}`,
        )
    })
    expect(failures.length, failures.slice(0, 5).join('\n\n')).toBe(0)
    console.log(
      `scenarios: ${CASES} compared with gprof; ${whole} told whole, ${crowded} of these with several cuts out of one function`,
    )
    expect(whole).toBeGreaterThan(CASES * 0.6)
    expect(crowded).toBeGreaterThan(CASES * 0.05)
  },
)

/** Words of a command line are text: names that are not UTF-8 cannot be given to gprof from here. */
const isText = (words: readonly string[]): boolean =>
  words.every((word) => Buffer.from(Buffer.from(word, 'latin1').toString()).toString('latin1') === word)

test('where one run of gprof is not enough, several are, on arcs recorded in the order of their callers', async () => {
  let several = 0
  const failures: string[] = []
  for (let seed = FIRST_SEED; several < 60; seed++) {
    const made = inOrderOfCallers(randomCase(seed))
    const one = made && (await draw(seed, made))
    if (!one) continue
    const told = gprofOptionsOf(one.profile, one.scenario)
    if (told.passes.length === 0 || !told.keepsOrder || !isText([...told.options, ...told.passes.flat()]))
      continue
    several++
    expect(told.passes.length % 2).toBe(0)
    const difference = await compareScenario(one, told)
    if (difference !== null) failures.push(`seed ${seed}: ${JSON.stringify(told)}\n${difference}`)
  }
  expect(failures.length, failures.slice(0, 5).join('\n\n')).toBe(0)
})

/** As a C library writes a profile: one file, no range twice, arcs by the address of the call. Null for other kinds of files. */
function inOrderOfCallers(made: RandomCase): RandomCase | null {
  const [profile] = made.profiles
  if (profile === undefined || !('records' in profile)) return null
  const rest = profile.records.filter((record) => record.kind !== 'arc')
  const lows = histogramsOf(profile).map(({ low }) => low)
  if (new Set(lows).size < lows.length) return null
  const arcs = profile.records.filter((record) => record.kind === 'arc')
  arcs.sort((left, right) => Number(left.from) - Number(right.from))
  return { ...made, profiles: [{ ...profile, records: [...rest, ...arcs] }] }
}
