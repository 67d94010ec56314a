// Tests of identified files.
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { buildGmon } from '../../testing/builders/build-gmon.ts'
import { memorySource } from '../bytes/byte-source.ts'
import { identifyAll } from './identify-files.ts'

it('says which of two archives of one name holds nothing of use', async () => {
  const full = gzipSync(buildGmon({ records: [] }))
  const empty = gzipSync('only a note, and not even a long one')
  for (const archives of [
    [full, empty],
    [empty, full],
  ]) {
    const sources = archives.map((bytes) => memorySource('run.gz', Uint8Array.from(bytes)))
    const candidates = await identifyAll(sources, () => {})
    const found = candidates.map(({ file: { kind, size, problem } }) => [kind, size, problem?.code ?? null])
    expect(found).toEqual([
      ['profile', 20, null],
      ['unknown', empty.length, 'archive/nothing-of-use'],
    ])
  }
})

it('says what the one file in an archive is, where that is known', async () => {
  const bytes = gzipSync('Z\x04\x08\x01\x10\x02`\x01\x0a\x04\x08\x03\x10\x04\x0a\x04\x08\x05\x10\x02')
  const candidates = await identifyAll([memorySource('cpu.pb.gz', Uint8Array.from(bytes))], () => {})
  expect(candidates.map(({ file }) => file)).toMatchObject([
    {
      name: 'cpu.pb.gz',
      kind: 'unknown',
      problem: { code: 'input/unknown-format', file: 'cpu.pb', looksLike: 'pprof profile' },
    },
  ])
})

it('an archive that cannot be opened is one of the files, with its problem, and leaves the others alone', async () => {
  const whole = gzipSync(buildGmon({ records: [] }))
  const sources = [
    memorySource('cut.gz', Uint8Array.from(whole.subarray(0, 12))),
    memorySource('gmon.out', buildGmon({ records: [] })),
    memorySource('run.gz', Uint8Array.from(whole)),
  ]
  const candidates = await identifyAll(sources, () => {})
  const found = candidates.map(({ file: { name, kind, problem } }) => [name, kind, problem?.code ?? null])
  expect(found).toEqual([
    ['cut.gz', 'unknown', 'archive/damaged'],
    ['gmon.out', 'profile', null],
    ['run', 'profile', null],
  ])
})
