// Tests of showing one run of several, and of runs that are gone.
import { describe, expect, it } from 'vitest'
import { memorySource } from '../bytes/byte-source.ts'
import type { OfferedFile } from '../profile-view.ts'
import { type Candidate, problemOf, withOneRun } from './candidates.ts'

const candidate = (
  name: string,
  kind: OfferedFile['kind'],
  problem: OfferedFile['problem'] = null,
): Candidate => ({
  source: memorySource(name, new Uint8Array(1)),
  file: { name, size: 1, kind, detail: '', problem },
})

const damaged = { code: 'archive/damaged', file: 'runs.zip', what: 'compressed data' } as const
const empty = { code: 'input/empty-file', file: 'gmon.1' } as const

const problemOfRun = (candidates: readonly Candidate[], name: string, nth = 1) => {
  try {
    return withOneRun(candidates, { name, nth }).map(({ file }) => file.name)
  } catch (error) {
    return problemOf(error)
  }
}

describe('one run of several', () => {
  it('is what stays of the profiles; all other files do', () => {
    const [program, first, second, note] = [
      candidate('prog', 'executable'),
      candidate('gmon.out', 'profile'),
      candidate('gmon.out', 'profile'),
      candidate('notes', 'unknown'),
    ]
    const files = [program, first, second, note]
    expect(withOneRun(files, { name: 'gmon.out', nth: 2 })).toEqual([program, second, note])
    expect(withOneRun(files, { name: 'gmon.out', nth: 1 })[1]).toBe(first)
  })

  it('says what is wrong with it where it is no profile any more', () => {
    const files = [candidate('prog', 'executable'), candidate('gmon.1', 'unknown', empty)]
    expect(problemOfRun(files, 'gmon.1')).toEqual(empty)
    expect(problemOfRun([candidate('prog', 'executable'), candidate('gmon.1', 'symbols')], 'gmon.1')).toEqual(
      {
        code: 'bytes/unreadable',
        file: 'gmon.1',
        reason: 'it is no profile any more',
      },
    )
  })

  it('says what is wrong with the archive that it was in, and otherwise that it is gone', () => {
    const program = candidate('prog', 'executable')
    expect(problemOfRun([program, candidate('runs.zip', 'unknown', damaged)], 'gmon.1')).toEqual(damaged)
    expect(problemOfRun([program, candidate('gmon.out', 'profile')], 'gmon.out', 2)).toMatchObject({
      code: 'bytes/unreadable',
      file: 'gmon.out',
    })
  })
})
