import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { memorySource } from '../bytes/memory-source.ts'
import type { Candidate } from './candidates.ts'
import { identifyAll } from './identify-files.ts'

it('says which of two archives of one name holds nothing of use', async () => {
  const full = gzipSync(buildGmon({ records: [] }))
  const empty = gzipSync('only a note, and not even a long one')
  for (const archives of [
    [full, empty],
    [empty, full],
  ]) {
    const candidates: Candidate[] = []
    const sources = archives.map((bytes) => memorySource('run.gz', Uint8Array.from(bytes)))
    await identifyAll(sources, { strict: false }, candidates, () => {})
    const found = candidates.map(({ file: { kind, size, problem } }) => [kind, size, problem?.code ?? null])
    expect(found).toEqual([
      ['profile', 20, null],
      ['unknown', empty.length, 'archive/nothing-of-use'],
    ])
  }
})
