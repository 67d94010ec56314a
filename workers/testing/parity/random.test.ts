// Random executables and profiles: gprof and we print the same bytes. Longer runs and single seeds:
//   GMONSCOPE_FUZZ_CASES=5000 GMONSCOPE_FUZZ_SEED=1 npx vitest run workers/testing/parity/random.test.ts
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareCase, OPTIONS, type Comparison } from './compare-case.ts'
import { inParallel, requireTools } from '../gprof/live-gprof.ts'
import { featuresOf, randomCase, type RandomCase } from '../random/random-case.ts'
import { shrinkCase } from '../random/shrink-case.ts'
import { effort } from '../effort.ts'

const CASES = Number(process.env['GMONSCOPE_FUZZ_CASES'] ?? effort(300))
const FIRST_SEED = Number(process.env['GMONSCOPE_FUZZ_SEED'] ?? 1)
/** Disagreements that are made small; of the rest only the beginning is printed. */
const SHRUNK = 3

let compared = 0
const features = new Map<string, number>()

interface Failure {
  readonly made: RandomCase
  readonly comparison: Comparison
}

beforeAll(() => requireTools(['gprof']), 60_000)
afterAll(() =>
  console.log(`random parity: ${compared} pairs compared with gprof, each with ${OPTIONS.join(' and ')}`),
)

test(`${CASES} random pairs, printed as gprof prints them`, { timeout: 300_000 + CASES * 500 }, async () => {
  const failures: Failure[] = []
  const seeds = Array.from({ length: CASES }, (_, at) => FIRST_SEED + at)
  await inParallel(seeds, 2, async (seed) => {
    const made = randomCase(seed)
    for (const feature of featuresOf(made)) features.set(feature, (features.get(feature) ?? 0) + 1)
    const comparison = await compareCase(made)
    compared++
    if (comparison.difference !== '') failures.push({ made, comparison })
  })
  expect(failures.length, await describeFailures(failures)).toBe(0)
  expect(compared).toBe(CASES)
})

test('the pairs have everything in them that profiles can have', () => {
  // A few cases asked for by hand may lack something; the usual number may not.
  const enough = Math.min(CASES, 300)
  expect(compared).toBeGreaterThanOrEqual(enough)
  const rare = [...features].filter(([, count]) => count < 3).map(([feature]) => feature)
  expect(enough < 300 ? [] : rare).toEqual([])
  expect(features.size).toBeGreaterThanOrEqual(enough < 300 ? 0 : 35)
})

async function describeFailures(failures: readonly Failure[]): Promise<string> {
  const reports = [`seeds ${failures.map(({ made }) => made.seed).join(' ')}`]
  for (const { made, comparison } of failures.slice(0, SHRUNK)) {
    const small = await shrinkCase(made, async (smaller) => {
      const { difference, statuses } = await compareCase(smaller)
      return difference !== '' && statuses === comparison.statuses
    })
    const { difference } = await compareCase(small)
    reports.push(
      `seed ${made.seed}: ${comparison.difference}\nas small as it gets: ${describeCase(small)}\n${difference}`,
    )
  }
  for (const { made, comparison } of failures.slice(SHRUNK, 40)) {
    reports.push(`seed ${made.seed}: ${comparison.difference.slice(0, 400)}`)
  }
  return reports.join('\n\n')
}

/** In one line; of the bins only those with ticks. */
function describeCase(made: RandomCase): string {
  return JSON.stringify(made, (key, value: unknown) =>
    key === 'bins' && Array.isArray(value)
      ? `${value.length} bins; ${value.flatMap((ticks, bin) => (ticks > 0 ? [`${bin}: ${ticks}`] : [])).join(', ')}`
      : value,
  )
}
