// Listings that gprof prints here, opened and written again: the same bytes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withOurWords } from '../gprof/gprof-words.ts'
import { inParallel, lineDifference, requireTools, runGprof } from '../gprof/live-gprof.ts'
import { writtenAgain } from '../listing-round-trip.ts'
import { PROGRAMS, type TestProgram } from '../programs/table.ts'
import { buildCase, randomCase } from '../random/random-case.ts'
import { profileProgram } from '../run-program.ts'

/** Each program's listings are made with all of them. */
const OPTIONS: readonly (readonly string[])[] = [
  ['-b'],
  [],
  ['-b', '-p'],
  ['-b', '-q'],
  ['-b', '-c'],
  ['-b', '-z'],
  ['-b', '-T'],
  ['-T'],
  ['-b', '-w', '132'],
  ['-b', '--no-demangle'],
  ['-b', '-L'],
  ['-b', '-P'],
  ['-b', '-l'],
  ['-p', '-q', '-z', '-c', '-w', '40'],
]

/** Longer runs: GMONSCOPE_FUZZ_CASES=2000 npx vitest run workers/testing/parity/listings.test.ts */
const CASES = Number(process.env['GMONSCOPE_FUZZ_CASES'] ?? 120)
const FIRST_SEED = Number(process.env['GMONSCOPE_FUZZ_SEED'] ?? 1)

let folder = ''
let written = 0
let programs = 0

beforeAll(async () => {
  await requireTools(['gcc', 'g++', 'gfortran', 'gprof'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-listings-'))
})

afterAll(async () => {
  console.log(`listings: ${written} of ${programs} programs opened and written again, byte for byte`)
  if (folder !== '') await rm(folder, { recursive: true })
})

describe('listings of programs', () => {
  test.concurrent.each(PROGRAMS.map((program, at) => ({ ...program, at })))(
    '$name',
    async ({ at, ...program }) => {
      const differences = await compare(program, join(folder, String(at)))
      programs++
      expect(differences).toEqual([])
    },
  )
})

test(
  `${CASES} random profiles, printed with options drawn at random`,
  { timeout: 300_000 + CASES * 1000 },
  async () => {
    const differences: string[] = []
    let compared = 0
    await inParallel(
      Array.from({ length: CASES }, (_, at) => FIRST_SEED + at),
      2,
      async (seed) => {
        const place = await mkdtemp(join(folder, 'random-'))
        const { executable, profiles } = buildCase(randomCase(seed))
        const paths = [executable, ...profiles].map((_, at) => join(place, String(at)))
        await Promise.all([executable, ...profiles].map((bytes, at) => writeFile(paths[at] ?? place, bytes)))
        const options = OPTIONS[seed % OPTIONS.length] ?? []
        const { status, stdout } = await runGprof([...options, ...paths])
        await rm(place, { recursive: true })
        if (status !== 0 || !hasRows(stdout) || hasLoneMember(stdout)) return
        const text = await withOurWords(stdout)
        const again = await writtenAgain(stdout)
        compared++
        if (again !== text)
          differences.push(`seed ${seed}, ${options.join(' ')}: ${lineDifference(text, again)}`)
      },
    )
    console.log(`listings: ${compared} of random profiles opened and written again, byte for byte`)
    expect(differences.slice(0, 8)).toEqual([])
    expect(compared).toBeGreaterThanOrEqual(CASES / 3)
  },
)

/** A listing without a row is none. */
const hasRows = (text: string): boolean =>
  /^(?:\[\d|\s*-?(?:\d+\.\d+|nan|inf)\s+-?(?:\d|nan|inf))/m.test(text)

/** A cycle whose other members are the profiler's own, which have no rows: to the reader it is none. */
function hasLoneMember(text: string): boolean {
  const members = new Map<string, Set<string>>()
  for (const [, cycle = '', number = ''] of text.matchAll(/ <cycle (\d+)> ([[(]\d+[\])])$/gm)) {
    members.set(cycle, (members.get(cycle) ?? new Set()).add(number))
  }
  return [...members.values()].some(({ size }) => size < 2)
}

test('there were enough of them', () => {
  expect(programs).toBeGreaterThanOrEqual(20)
  expect(written).toBeGreaterThanOrEqual(100)
})

async function compare(program: TestProgram, place: string): Promise<string[]> {
  const { executable, profiles } = await profileProgram(program, place)
  const differences: string[] = []
  for (const options of OPTIONS) {
    const { status, stdout } = await runGprof([...options, executable, ...profiles])
    if (status !== 0 || !hasRows(stdout)) continue
    const text = await withOurWords(stdout)
    const again = await writtenAgain(stdout)
    written++
    if (again !== text) differences.push(`gprof ${options.join(' ')}: ${lineDifference(text, again)}`)
  }
  return differences
}
