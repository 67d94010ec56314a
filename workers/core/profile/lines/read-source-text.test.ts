// Reading ranges of lines from a source file.
import { describe, expect, it } from 'vitest'
import { processorTime } from '../../../testing/processor-time.ts'
import { memorySource } from '../../bytes/byte-source.ts'
import { readSourceText } from './read-source-text.ts'

const file = (text: string) => memorySource('a.c', new TextEncoder().encode(text))

describe('lines of a source file', () => {
  it('are those of each range', async () => {
    const { ranges, end } = await readSourceText(file('one\ntwo\r\n  three\nfour\nfive'), [
      { from: 2, to: 3 },
      { from: 5, to: 5 },
    ])
    expect(ranges).toEqual([['two', '  three'], ['five']])
    expect(end).toBeNull()
  })

  it('are as many as the file has, which says where it ends', async () => {
    expect(await readSourceText(file('one\ntwo'), [{ from: 2, to: 9 }])).toEqual({
      ranges: [['two']],
      end: 2,
    })
    expect(await readSourceText(file(''), [{ from: 1, to: 1 }])).toEqual({ ranges: [[]], end: 0 })
  })

  it('hold nothing that moves a terminal’s cursor or turns text', async () => {
    const { ranges } = await readSourceText(file('a\tb\u001b[2J c\rd\u202ee\ff\n'), [{ from: 1, to: 1 }])
    expect(ranges).toEqual([['a\tb\\x1b[2J c\\x0dd\\u202ee\\x0cf']])
  })

  it('are read no further than wanted, and few enough of a range without end', async () => {
    let read = 0
    const long = file('x\n'.repeat(2_000_000))
    const counted = {
      ...long,
      read: (offset: number, length: number) => {
        read += length
        return long.read(offset, length)
      },
    }
    expect((await readSourceText(counted, [{ from: 3, to: 3 }])).ranges).toEqual([['x']])
    expect(read).toBeLessThan(2_000_000)
    const { ranges } = await readSourceText(long, [{ from: 1, to: 2 ** 32 }])
    expect(ranges[0]).toHaveLength(100_000)
  })

  it('come in any order, some of them twice, and take no longer for being many', async () => {
    const text = file(Array.from({ length: 40_000 }, (_, at) => `${at + 1}\n`).join(''))
    const some = Array.from({ length: 20_000 }, (_, at) => 1 + ((at * 7919) % 40_000))
    const worked = processorTime()
    const { ranges, end } = await readSourceText(
      text,
      [...some, 5, 5].map((line) => ({ from: line, to: line })),
    )
    expect(worked()).toBeLessThan(2000)
    expect(ranges.flat()).toEqual([...some, 5, 5].map(String))
    expect(end).toBeNull()
  })

  it('are cut where a line has no end, and text in other encodings is read', async () => {
    const { ranges } = await readSourceText(file('y'.repeat(50_000)), [{ from: 1, to: 1 }])
    expect(ranges[0]?.[0]?.length).toBe(2000)
    const latin = memorySource('a.c', Uint8Array.of(0x2f, 0x2f, 0xe4, 0x0a))
    expect((await readSourceText(latin, [{ from: 1, to: 1 }])).ranges).toEqual([['//ä']])
  })
})
