// Scenarios with calls never taken: what they show is what gprof prints when it reads these calls as one more profile;
// and what its own `-c` prints, where that finds the same.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { gprofOptionsOf } from '../../core/analysis/scenario/gprof-options.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import { type Opened, openProfile } from '../../core/pipeline/open-profile.ts'
import { checkProfile } from '../check-profile.ts'
import { withStaticArcs } from '../../core/profile/static-arcs.ts'
import type { CallGraphProfile } from '../../core/profile/call-graph-profile.ts'
import { writeStaticArcs } from '../../core/profile/write-gmon-sum.ts'
import type { PossibleArcs } from '../../core/profile/possible-arcs.ts'
import { gprofText } from '../../core/reports/scenario-text.ts'
import { HOST } from '../../core/symbols/target-rules.ts'
import { compareScenario } from './compare-scenario.ts'
import { inParallel, requireTools } from '../gprof/live-gprof.ts'
import { buildCase, type CaseFiles, randomCase } from '../random/random-case.ts'
import { withCalls, withForwardCalls } from '../random/random-code.ts'
import { randomScenario } from '../random/random-scenario.ts'
import { randomFrom } from '../random/random.ts'
import { PROFILE, PROGRAM } from '../sample-files.ts'

const CASES = Number(process.env['GMONSCOPE_FUZZ_CASES'] ?? 200)
const FIRST_SEED = Number(process.env['GMONSCOPE_FUZZ_SEED'] ?? 1)
const WITH_STATIC_ARCS: Scenario = { ...EMPTY_SCENARIO, staticArcs: true }
const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url))

beforeAll(() => requireTools(['gprof']))

interface StaticCase {
  readonly files: CaseFiles
  readonly opened: Opened
  readonly possible: PossibleArcs
  /** With the calls never taken. */
  readonly profile: CallGraphProfile
}

/** Null for files that do not open, have no arcs, or no calls that were not taken. */
async function openWithCode(files: CaseFiles): Promise<StaticCase | null> {
  const sources = [files.executable, ...files.profiles].map((bytes, at) => memorySource(`file ${at}`, bytes))
  const options = {
    withoutNames: false,
    scenario: WITH_STATIC_ARCS,
    shift: 0,
    targetRules: HOST,
  }
  const result = await openProfile(sources, options, () => {})
  if (!result.ok || !result.value.contents.plain.hasArcs) return null
  const opened = result.value
  // Of a damaged file gprof prints nothing.
  if (opened.files.some(({ problem, damage }) => problem ?? damage)) return null
  const {
    contents: { possible },
  } = opened
  if (possible === null || possible.length === 0) return null
  const profile = { ...opened.contents.plain, ...withStaticArcs(opened.contents.plain, possible) }
  checkProfile(profile)
  expect(opened.analyzed.profile).toEqual(profile)
  return { files, opened, possible, profile }
}

/** The same files, and the calls never taken as one more profile. */
function withStaticFile({ files, opened, possible }: StaticCase): CaseFiles {
  return { ...files, profiles: [...files.profiles, writeStaticArcs(opened.contents.sum(), possible)] }
}

/** Words of a command line are text: names that are not UTF-8 cannot be given to gprof from here. */
const isText = (words: readonly string[]): boolean =>
  words.every((word) => Buffer.from(Buffer.from(word, 'latin1').toString()).toString('latin1') === word)

test(
  `${CASES} random programs with calls never taken, and cuts among them, printed as gprof prints them`,
  { timeout: 300_000 + CASES * 1000 },
  async () => {
    const drawn: (StaticCase & { seed: number; scenario: Scenario })[] = []
    for (let seed = FIRST_SEED; drawn.length < CASES; seed++) {
      const random = randomFrom(seed)
      const made = randomCase(seed)
      const one = await openWithCode(buildCase({ ...made, elf: withCalls(random, made.elf) }))
      if (!one) continue
      const scenario = random.chance(0.3)
        ? WITH_STATIC_ARCS
        : { ...randomScenario(random, one.profile), staticArcs: true }
      const { passes, keepsOrder, options, missing } = gprofOptionsOf(one.profile, scenario)
      const isWhole = missing.arcs.length + missing.functions.length === 0
      if (isWhole && keepsOrder && isText([...options, ...passes.flat()]))
        drawn.push({ ...one, seed, scenario })
    }
    const failures: string[] = []
    let cuts = 0
    let backwards = 0
    await inParallel(drawn, 2, async (one) => {
      const { profile, scenario, possible } = one
      if (scenario.cutArcs.length > 0) cuts++
      if (possible.parent.some((parent, at) => (possible.child[at] ?? 0) < parent)) backwards++
      const options = gprofOptionsOf(profile, scenario)
      const difference = await compareScenario({ files: withStaticFile(one), profile, scenario }, options)
      if (difference !== null) failures.push(`seed ${one.seed}: ${options.options.join(' ')}\n${difference}`)
    })
    expect(failures.length, failures.slice(0, 5).join('\n\n')).toBe(0)
    console.log(
      `static arcs: ${CASES} programs compared with gprof; ${cuts} with cuts, ${backwards} with calls backwards`,
    )
    expect(cuts).toBeGreaterThan(CASES * 0.2)
    expect(backwards).toBeGreaterThan(CASES * 0.2)
  },
)

test('where gprof -c finds the same, that is what is copied, and prints the same', async () => {
  let same = 0
  let cycles = 0
  const failures: string[] = []
  for (let seed = FIRST_SEED; same < 100; seed++) {
    const made = randomCase(seed)
    const elf = withForwardCalls(randomFrom(seed), made.elf)
    const one = elf && (await openWithCode(buildCase({ ...made, elf })))
    if (!one?.possible.gprof?.isSame) continue
    same++
    const { files, opened, profile, possible } = one
    const options = gprofText(
      opened.contents.plain,
      WITH_STATIC_ARCS,
      { program: 'a', profiles: ['b'] },
      possible,
    )
    expect(options).toMatchObject({ text: '-c', kind: 'options', needsStaticArcs: false, ownSearch: '' })
    if (opened.analyzed.cycles.length > 0) cycles++
    const scenario = WITH_STATIC_ARCS
    const difference = await compareScenario({ files, profile, scenario }, { passes: [], options: ['-c'] })
    if (difference !== null) failures.push(`seed ${seed}\n${difference}`)
  }
  expect(failures.length, failures.slice(0, 5).join('\n\n')).toBe(0)
  expect(cycles).toBeGreaterThan(5)
})

describe('whole programs', () => {
  test.each(['i386', 'aarch64', 'arm-mixed', 'riscv64'])('%s', async (target) => {
    const [executable, profile] = await Promise.all(
      ['program', 'gmon.out'].map(async (name) =>
        Uint8Array.from(await readFile(join(GOLDEN, target, name))),
      ),
    )
    const one = await openWithCode({
      executable: executable ?? new Uint8Array(0),
      profiles: [profile ?? new Uint8Array(0)],
    })
    if (!one) throw new Error('no calls')
    const scenario = WITH_STATIC_ARCS
    const options = gprofOptionsOf(one.profile, scenario)
    const files = withStaticFile(one)
    expect(await compareScenario({ files, profile: one.profile, scenario }, options)).toBeNull()
  })

  test('what gprof’s own search makes of the sample is told', async () => {
    const [executable, profile] = await Promise.all(
      [PROGRAM, PROFILE].map(async (path) => Uint8Array.from(await readFile(path))),
    )
    const one = await openWithCode({
      executable: executable ?? new Uint8Array(0),
      profiles: [profile ?? new Uint8Array(0)],
    })
    if (!one) throw new Error('no calls')
    const { opened, possible, profile: whole } = one
    const files = { program: 'islands', profiles: ['gmon.out'] }
    const options = gprofText(opened.contents.plain, WITH_STATIC_ARCS, files, possible)
    expect(options.text).toBe('gprof islands gmon.out static-arcs.gmon')
    expect(options.ownSearch).toMatch(/^gprof’s own -c finds (none|\d+) of the \d+ calls/)
    const scenario = WITH_STATIC_ARCS
    expect(
      await compareScenario(
        { files: withStaticFile(one), profile: whole, scenario },
        { passes: [], options: [] },
      ),
    ).toBeNull()
    // Its own search shows something else, and exactly as much of it as reported.
    expect(
      await compareScenario({ files: one.files, profile: whole, scenario }, { passes: [], options: ['-c'] }),
    ).not.toBeNull()
  })
})
