// A thousand made-up command lines over made-up files: gprof and we do the same. More of them: npm run fuzz:gprof.
import { beforeAll, expect, test } from 'vitest'
import { fuzzCase } from './fuzz-case.ts'
import { compareFuzzCase } from './fuzz-compare.ts'
import { inParallel, requireTools } from '../gprof/live-gprof.ts'

const CASES = 1000
/** Apart from those that other runs start with. */
const FIRST_SEED = 700_000

beforeAll(() => requireTools(['gprof', 'gcc', 'timeout']))

test(`${CASES} command lines, done as gprof does them`, async () => {
  const failures: string[] = []
  let undefinedCases = 0
  const seeds = Array.from({ length: CASES }, (_, at) => FIRST_SEED + at)
  await inParallel(seeds, 3, async (seed) => {
    const one = fuzzCase(seed)
    const verdict = await compareFuzzCase(one)
    if (verdict.kind === 'undefined') undefinedCases++
    else if (verdict.kind === 'different')
      failures.push(`seed ${seed}, gprof ${one.options.flat().join(' ')}: ${verdict.difference}`)
  })
  expect(failures.slice(0, 10).join('\n\n')).toBe('')
  expect(undefinedCases).toBeLessThan(CASES / 50)
})
