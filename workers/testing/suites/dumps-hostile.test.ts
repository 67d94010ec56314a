// Hostile dumps: the unpacking budget bounds their bytes, and the longest line bounds their text.
import { describe, expect, it } from 'vitest'
import { HEX_DUMPS } from '../builders/dump-texts.ts'
import { foundIn } from '../dumped.ts'
import { largestAllocation } from '../largest-allocation.ts'
import { processorTime } from '../processor-time.ts'
import { randomFrom } from '../random/random.ts'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import type { Candidate } from '../../core/inputs/candidates.ts'
import { identifyAll } from '../../core/inputs/identify-files.ts'
import { ProblemError } from '../../core/problems/problem-error.ts'
import { effort } from '../effort.ts'

const MB = 1 << 20

/** A file of `size` bytes that is never whole in memory: a beginning, then one text repeated. */
function endless(size: number, start: string, again: string): ByteSource {
  const [first, rest] = [Buffer.from(start), Buffer.from(again)]
  const read = async (offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> =>
    Uint8Array.from({ length }, (_, at) => {
      const place = offset + at
      return (place < first.length ? first[place] : rest[(place - first.length) % rest.length]) ?? 0
    })
  return { name: 'long.txt', size, read }
}

async function identified(
  source: ByteSource,
  onProgress: () => void = () => {},
): Promise<readonly Candidate[]> {
  return identifyAll([source], onProgress)
}

const ROW = '00000000  67 6d 6f 6e 01 00 00 00  00 00 00 00 00 00 00 00  |gmon............|'
const ZEROS = '00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|'

describe('a text that asks for much', () => {
  it.each(['1000000000000000', '7fffffff00', '40000000'])(
    'repeats up to %s: too large, at once',
    async (end) => {
      const text = `${ROW}\n00000010  ${ZEROS}\n*\n${end}  ${ZEROS}\n`
      const worked = processorTime()
      const { value, largest } = await largestAllocation(() => foundIn(text))
      expect(value.map(({ file }) => file.problem?.code)).toEqual(['archive/too-large'])
      expect(largest).toBeLessThan(MB)
      expect(worked()).toBeLessThan(1000)
    },
  )

  it('repeats what its size bears out', async () => {
    const text = `${ROW}\n00000010  ${ZEROS}\n*\n00010000\n`
    const { value, largest } = await largestAllocation(() => foundIn(text))
    expect(value[0].bytes).toHaveLength(0x10000)
    expect(value[0].file.damage).toBeUndefined()
    expect(largest).toBeLessThanOrEqual(0x20000)
  })

  it('one line of base64: in pieces', async () => {
    const size = effort(24, 2) * MB
    const source = endless(size, 'Z21vbgEAAAAAAAAAAAAAAAAAAAAA', 'AAAA')
    const { value, largest } = await largestAllocation(() => identified(source))
    expect(value[0].source.size).toBe(0.75 * size)
    expect(largest).toBeLessThanOrEqual(MB)
  })

  it.each([
    ['brackets', '['.repeat(60_000) + '1'.repeat(5000)],
    ['comments', `0x${'/*'.repeat(30_000)}`],
    ['short comments', '0x1,/**/'.repeat(8000)],
    ['escapes', '\x1b[1111'.repeat(8000)],
    ['words for a length', 'len'.repeat(20_000)],
    ['rows of two shapes', '0000: 11\n0000: 1122\n'.repeat(2000)],
    ['words', 'deadbeef '.repeat(1500)],
  ])('long lines of %s', async (_what, line) => {
    const worked = processorTime()
    await identified(endless(effort(4, 0.5) * MB, 'a text\n', `${line}\n`))
    expect(worked()).toBeLessThan(5000)
  })

  it('text without end is looked through for a while, and no more', async () => {
    let read = 0
    const source = endless(2 ** 31, 'a log\n', 'a line of it\n')
    const counted: ByteSource = {
      ...source,
      read: async (offset, length) => {
        read = Math.max(read, offset + length)
        return new Uint8Array(length).fill(97)
      },
    }
    expect((await identified(counted))[0].file.kind).toBe('unknown')
    expect(read).toBe(16 * MB)
  })

  it('can be cancelled between two pieces', async () => {
    let steps = 0
    const source = endless(64 * MB, `${ROW}\n`, 'between two rows\n')
    const cancelled = identified(source, () => {
      if (++steps > 3) throw new ProblemError({ code: 'host/cancelled' })
    })
    await cancelled.catch(() => {})
    expect(steps).toBe(4)
  })

  it('cut at every length, or changed at random: an answer, never a crash', async () => {
    const bytes = Uint8Array.from({ length: 150 }, (_, at) => (at < 4 ? 'gmon'.charCodeAt(at) : at % 7))
    const random = randomFrom(5)
    for (const textOf of [HEX_DUMPS.hexdump, HEX_DUMPS['od -A x -t x1z'], HEX_DUMPS.NuttX]) {
      const text = textOf(bytes)
      for (let length = 1; length < text.length; length += effort(3, 30))
        expect(await foundIn(text.slice(0, length))).toHaveLength(1)
      for (let round = 0; round < effort(200); round++) {
        const changed = Buffer.from(text)
        for (let change = random.between(1, 8); change > 0; change--)
          changed[random.below(changed.length)] = random.below(256)
        expect((await identified(memorySource('x', changed))).length).toBeGreaterThan(0)
      }
    }
  })
})
