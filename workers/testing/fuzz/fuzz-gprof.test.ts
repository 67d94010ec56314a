// Made-up command lines over made-up files, and sums of profiles that are read and added to once more: gprof and we do
// the same. More of them: npm run fuzz:gprof.
import { beforeAll, expect, test } from 'vitest'
import { fuzzCase, type FuzzCase } from './fuzz-case.ts'
import { compareFuzzCase } from './fuzz-compare.ts'
import { inParallel, requireTools } from '../gprof/live-gprof.ts'
import { effort } from '../effort.ts'

const CASES = effort(1000)
const SUMS = effort(60)
/** Apart from those that other runs start with. */
const FIRST_SEED = 700_000

beforeAll(() => requireTools(['gprof', 'gcc', 'timeout']))

test(`${CASES} command lines, done as gprof does them`, () => compareAll(CASES, fuzzCase))

test(`${SUMS} sums of profiles, made, read, added to and read again as gprof does it`, () =>
  compareAll(SUMS, (seed) => ({ ...fuzzCase(seed), isChain: true })))

async function compareAll(cases: number, caseOf: (seed: number) => FuzzCase): Promise<void> {
  const failures: string[] = []
  let undefinedCases = 0
  const seeds = Array.from({ length: cases }, (_, at) => FIRST_SEED + at)
  await inParallel(seeds, 3, async (seed) => {
    const one = caseOf(seed)
    const verdict = await compareFuzzCase(one)
    if (verdict.kind === 'undefined') undefinedCases++
    else if (verdict.kind === 'different')
      failures.push(`seed ${seed}, gprof ${one.options.flat().join(' ')}: ${verdict.difference}`)
  })
  expect(failures.slice(0, 10).join('\n\n')).toBe('')
  expect(undefinedCases).toBeLessThan(Math.max(3, cases / 50))
}
