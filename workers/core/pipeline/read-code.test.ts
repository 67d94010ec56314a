// Tests of what is read from the program beside its symbols.
import { expect, it } from 'vitest'
import { ordinary, program } from '../../testing/small-opening.ts'
import { ReadBuffers } from '../formats/gmon/read.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import { buildProfile } from '../profile/build-profile.ts'
import { readCode } from './read-code.ts'
import { readProgram } from './read-program.ts'
import { sumRuns } from './sum-runs.ts'

it('has no code without a program, and finds static arcs only if asked', async () => {
  const read = async (withProgram: boolean, staticArcs: boolean) => {
    const identified = await identifyAll(withProgram ? [program(), ordinary()] : [ordinary()], () => {})
    const names = await readProgram(identified, { withoutNames: true }, () => {})
    const { sum } = await sumRuns(names, { shift: 0 }, new ReadBuffers(), () => {})
    return readCode(names, buildProfile(sum.result()), sum, { staticArcs, shift: 0 }, () => {})
  }
  const nothing = { lines: null, sources: null, callSites: null, unexplained: null, possible: null }
  expect(await read(false, true)).toEqual({ file: null, ...nothing })
  expect(await read(true, false)).toMatchObject({ ...nothing, file: { source: { name: 'prog' } } })
  expect((await read(true, true)).possible).toMatchObject({ length: 0 })
})
