// Tests of notices about files that add nothing to the profile.
import { expect, it } from 'vitest'
import { memorySource } from '../bytes/byte-source.ts'
import type { Candidate } from '../inputs/candidates.ts'
import type { OfferedFile } from '../profile-view.ts'
import type { Problem } from '../problems/problem.ts'
import { noticesOfFiles } from './file-notices.ts'

const candidate = (name: string, kind: OfferedFile['kind'], problem: Problem | null = null): Candidate => ({
  source: memorySource(name, new Uint8Array(1)),
  file: { name, size: 1, kind, detail: '', problem },
})
const other = (name: string): Candidate =>
  candidate(name, 'unknown', { code: 'input/unknown-format', file: name, looksLike: null, firstBytes: '' })

it('reports a listing beside profiles, and up to three other files one by one', () => {
  const files = [
    candidate('gmon.out', 'profile'),
    candidate('gprof.txt', 'listing'),
    other('a.mk'),
    other('a.c'),
  ]
  expect(noticesOfFiles(files)).toEqual([
    { code: 'set-aside', file: 'gprof.txt', kind: 'listing' },
    { code: 'file-skipped', problem: files[2]?.file.problem },
  ])
})

it('reports many files of a folder together, and damaged ones by themselves', () => {
  const empty = candidate('gmon.1', 'unknown', { code: 'input/empty-file', file: 'gmon.1' })
  const files = [...['a', 'b', 'c', 'd'].map(other), empty]
  expect(noticesOfFiles(files)).toEqual([
    { code: 'file-skipped', problem: empty.file.problem },
    { code: 'files-unused', files: ['a', 'b', 'c'], count: 4 },
  ])
})
