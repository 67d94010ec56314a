// Tests of the cache over a source.

import { describe, expect, it } from 'vitest'
import { problemOf } from '../../testing/problem-of.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { watchedSource } from '../../testing/sources.ts'
import { type ByteSource, memorySource } from './byte-source.ts'
import { chunkedSource } from './chunked-source.ts'

const BYTES = Uint8Array.from({ length: 1000 }, (_, at) => (at * 7) % 251)
const OPTIONS = { chunkSize: 16, chunks: 4 }

describe('chunkedSource', () => {
  it('answers the same bytes as the source below, whatever was read before', async () => {
    const random = randomFrom(1)
    const source = chunkedSource(memorySource('f', BYTES), OPTIONS)
    for (let turn = 0; turn < 500; turn++) {
      const offset = random.below(1001)
      const length = random.below(Math.min(200, 1001 - offset))
      expect(await source.read(offset, length)).toEqual(BYTES.slice(offset, offset + length))
    }
  })

  it('fetches a chunk once for many small reads, even at once', async () => {
    const below = watchedSource(memorySource('f', BYTES))
    const source = chunkedSource(below, OPTIONS)
    await Promise.all([source.read(3, 2), source.read(8, 4), source.read(0, 16)])
    await source.read(15, 2)
    expect(below.reads).toEqual([
      { offset: 0, length: 16 },
      { offset: 16, length: 16 },
    ])
    expect(source.bytesRead()).toBe(32)
  })

  it('forgets the chunk used longest ago', async () => {
    const below = watchedSource(memorySource('f', BYTES))
    const source = chunkedSource(below, OPTIONS)
    for (const chunk of [0, 1, 2, 3, 0, 4, 0, 1]) await source.read(chunk * 16, 1)
    expect(below.reads.map(({ offset }) => offset / 16)).toEqual([0, 1, 2, 3, 4, 1])
  })

  it('passes large reads through exactly', async () => {
    const below = watchedSource(memorySource('f', BYTES))
    const source = chunkedSource(below, OPTIONS)
    expect(await source.read(5, 500)).toEqual(BYTES.slice(5, 505))
    expect(below.reads).toEqual([{ offset: 5, length: 500 }])
  })

  it('refuses a range beyond the end', async () => {
    const source = chunkedSource(memorySource('f', BYTES), OPTIONS)
    expect(await problemOf(() => source.read(990, 11))).toEqual({
      code: 'bytes/out-of-bounds',
      file: 'f',
      offset: 990,
      what: 'range',
      needed: 11,
      size: 1000,
    })
    expect(await source.read(1000, 0)).toHaveLength(0)
  })

  it('tries again after a failure, and never passes on a short answer', async () => {
    let answer = 3
    const short: ByteSource = { name: 'f', size: 100, read: async () => new Uint8Array(answer) }
    const source = chunkedSource(short, OPTIONS)
    expect(await problemOf(() => source.read(0, 5))).toMatchObject({ code: 'bytes/unreadable', file: 'f' })
    answer = 16
    expect(await source.read(0, 5)).toHaveLength(5)
  })
})
