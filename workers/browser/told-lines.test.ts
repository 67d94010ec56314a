// Lines of code are read while the worker still makes things ready, which lets go of most of the histogram.
import { expect, it } from 'vitest'
import { EMPTY_SCENARIO } from '../core/analysis/scenario/scenario.ts'
import { memorySource } from '../core/bytes/memory-source.ts'
import { openProfile } from '../core/pipeline.ts'
import type { FunctionIndex } from '../core/profile/tables.ts'
import { buildLargeCase } from '../testing/large-case.ts'
import { KeptProfile } from './kept-profile.ts'
import { allThatIsKnown, toldOfFunction, toldOfSampled } from './told-lines.ts'

const made = buildLargeCase({
  functions: 300,
  arcs: 900,
  cycles: 'some',
  names: 'c',
  seed: 5,
  lines: { each: 12, longest: 100 },
})
const profile = memorySource('gmon.out', made.profile)

async function keep(): Promise<KeptProfile> {
  const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const result = await openProfile([memorySource('program', made.executable), profile], options, () => {})
  if (!result.ok) throw new Error(result.problem.problem.code)
  return new KeptProfile(result.value, () => Promise.reject(new Error('has its arcs')))
}

const QUESTIONS = {
  'of all functions': toldOfSampled,
  'of one': (kept: KeptProfile, goOn: () => boolean) =>
    toldOfFunction(kept, [profile], (kept.functions.length - 1) as FunctionIndex, goOn),
  'to hand on': (kept: KeptProfile, goOn: () => boolean) => allThatIsKnown(kept, [profile], goOn),
}

for (const [what, ask] of Object.entries(QUESTIONS)) {
  it(`has the lines ${what} whenever the histogram is let go of`, async () => {
    const expected = await ask(await keep(), () => true)
    const kept = await keep()
    const reading = ask(kept, () => true)
    kept.tidy()
    expect(await reading).toEqual(expected)
  })
}
