// Tests of the loop over the profiles of several runs.
import { expect, it } from 'vitest'
import { ordinary } from '../../testing/small-opening.ts'
import { readProfile } from '../formats/gmon/read.ts'
import { readRuns } from './read-runs.ts'

/** Reads runs, of which those named "bad" cannot be added; returns what happened, and the result. */
async function events(runs: readonly string[], goesOn: boolean): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  const areAllRead = await readRuns(runs, {
    read: () => readProfile(ordinary(), { wordSize: 8, bigEndian: false }, () => {}),
    add(_, run) {
      if (run === 'bad') throw new Error('bad')
      seen.push(run)
    },
    async onRefused(_, run) {
      seen.push(`not ${run}`)
      return goesOn
    },
  })
  return [...seen, areAllRead]
}

it('goes on behind a profile that is refused, or stops there', async () => {
  expect(await events(['1', 'bad', '2'], true)).toEqual(['1', 'not bad', '2', true])
  expect(await events(['1', 'bad', '2'], false)).toEqual(['1', 'not bad', false])
})
