// Tests of reading ahead.
import { describe, expect, it } from 'vitest'
import { watchedSource } from '../../testing/sources.ts'
import { ProblemError } from '../problems/problem-error.ts'
import { type ByteSource, memorySource } from './byte-source.ts'
import { LEFT_OVER, ReadAhead } from './read-ahead.ts'

const KB = 1024
const PIECE = 8 * KB

const byteAt = (at: number, seed: number): number => (at * 7 + (at >> 9) + seed) % 256

const fileOf = (name: string, size: number, seed = 0): ByteSource =>
  memorySource(
    name,
    Uint8Array.from({ length: size }, (_, at) => byteAt(at, seed)),
  )

/** The same source, with `readInto`. */
function intoSource(source: ByteSource): ByteSource {
  return {
    ...source,
    readInto: async (offset, bytes) => {
      // Like a host that moves memory.
      const moved = structuredClone(bytes, { transfer: [bytes.buffer] })
      moved.set(await source.read(offset, moved.length))
      return moved
    },
  }
}

/**
 * Reads a file in steps that leave a few bytes of each piece; returns whether every byte was right.
 */
async function readThrough(ahead: ReadAhead, source: ByteSource, seed: number): Promise<boolean> {
  let isRight = true
  let at = 0
  while (at < source.size) {
    const piece = await ahead.from(source, at)
    const rest = at + piece.length < source.size ? 17 : 0
    for (let byte = 0; byte < piece.length; byte++) isRight &&= piece[byte] === byteAt(at + byte, seed)
    at += piece.length - rest
  }
  return isRight
}

describe('ReadAhead', () => {
  for (const [kind, made] of [
    ['answered', (source: ByteSource) => source],
    ['read into memory', intoSource],
  ] as const) {
    it(`gives files whole, one after the other, ${kind}`, async () => {
      const files = [9 * KB + 5, 100, 20 * KB, 8 * KB].map((size, nth) => made(fileOf(`f${nth}`, size, nth)))
      const ahead = new ReadAhead(PIECE)
      for (const [nth, file] of files.entries()) {
        ahead.following = files[nth + 1] ?? null
        expect(await readThrough(ahead, file, nth)).toBe(true)
      }
    })
  }

  it('reads each byte once, but for what pieces have in common', async () => {
    const files = [20 * KB, 3 * KB].map((size) => watchedSource(fileOf('f', size)))
    const ahead = new ReadAhead(PIECE)
    for (const [nth, file] of files.entries()) {
      ahead.following = files[nth + 1] ?? null
      await readThrough(ahead, file, 0)
    }
    expect(files.map((file) => file.reads.length)).toEqual([3, 1])
    expect(files[0]?.bytesRead()).toBe(20 * KB + 2 * LEFT_OVER)
  })

  it('has the next piece on its way before it is asked for', async () => {
    const [file, next] = [watchedSource(fileOf('f', 9 * KB)), watchedSource(fileOf('g', 10))]
    const ahead = new ReadAhead(PIECE)
    ahead.following = next
    await ahead.from(file, 0)
    expect([file.reads.length, next.reads.length]).toEqual([2, 0])
    await ahead.from(file, 8 * KB)
    expect(next.reads).toEqual([{ offset: 0, length: 10 }])
  })

  it('begins with a file before it is asked for anything, and with no other meanwhile', async () => {
    const [file, other] = [watchedSource(fileOf('f', 9 * KB)), watchedSource(fileOf('g', 10))]
    const ahead = new ReadAhead(PIECE)
    ahead.begin(file)
    ahead.begin(other)
    expect(file.reads).toEqual([{ offset: 0, length: PIECE }])
    expect(await readThrough(ahead, file, 0)).toBe(true)
    expect([file.reads.length, other.reads.length]).toEqual([2, 0])
  })

  it('has the second piece there, too, before anybody asks for the first', async () => {
    const file = watchedSource(fileOf('f', 30 * KB))
    const ahead = new ReadAhead(PIECE)
    ahead.begin(file)
    await new Promise((resolve) => setTimeout(resolve))
    expect(file.reads.map(({ offset }) => offset)).toEqual([0, PIECE - LEFT_OVER])
    await ahead.from(file, 0)
    expect(file.reads).toHaveLength(2)
    expect(await readThrough(ahead, file, 0)).toBe(true)
    expect(file.reads).toHaveLength(4)
  })

  it('reads any number of files into the same memory, though some are longer', async () => {
    const memory = new Set<ArrayBuffer>()
    const ahead = new ReadAhead(PIECE)
    const sizes = Array.from({ length: 200 }, (_, nth) => 2 * KB + ((nth * 37) % 100))
    const files = sizes.map((size, nth): ByteSource => {
      const file = fileOf(`f${nth}`, size, nth)
      return {
        ...file,
        readInto: async (offset, bytes) => {
          memory.add(bytes.buffer)
          bytes.set(await file.read(offset, bytes.length))
          return bytes
        },
      }
    })
    for (const [nth, file] of files.entries()) {
      ahead.following = files[nth + 1] ?? null
      expect(await readThrough(ahead, file, nth)).toBe(true)
    }
    expect(memory.size).toBeLessThanOrEqual(4)
    expect([...memory].filter(({ byteLength }) => byteLength > 0)).toHaveLength(2)
    ahead.detachBuffers()
    expect([...memory].filter(({ byteLength }) => byteLength > 0)).toHaveLength(0)
  })

  it('goes wherever it is asked to, and gives more at once where more is needed', async () => {
    const file = fileOf('f', 40 * KB)
    const ahead = new ReadAhead(PIECE)
    for (const [offset, least] of [
      [0, 64],
      [30 * KB, 64],
      [8 * KB - 10, 12 * KB],
      [40 * KB - 3, 64],
      [5, 64],
    ] as const) {
      const piece = await ahead.from(file, offset, least)
      expect(piece.length).toBeGreaterThanOrEqual(Math.min(least, file.size - offset))
      expect([piece[0], piece[1]]).toEqual([byteAt(offset, 0), byteAt(offset + 1, 0)])
    }
  })

  it('tells of a file that cannot be read when it is asked for, and goes on with others', async () => {
    const problem = { code: 'bytes/unreadable', file: 'g', reason: 'gone' } as const
    const broken: ByteSource = { name: 'g', size: 10, read: () => Promise.reject(new ProblemError(problem)) }
    const ahead = new ReadAhead(PIECE)
    ahead.following = broken
    await ahead.from(fileOf('f', 10), 0)
    await expect(ahead.from(broken, 0)).rejects.toMatchObject({ problem })
    expect(await readThrough(ahead, fileOf('h', 10), 0)).toBe(true)
  })
})
