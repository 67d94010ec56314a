// Buffered output of texts and numbers.
import { expect, it } from 'vitest'
import { effort } from '../../../testing/effort.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { collectText, writtenText } from '../../../testing/gprof/written-text.ts'
import { binaryString } from '../../base/string-table.ts'
import { formatFixed } from '../../quantities.ts'
import { NEWLINE, TextBytes } from './text-bytes.ts'

const AWKWARD = [
  0, -0, 0.005, 0.015, 0.125, 0.995, 9.995, 99.95, 999_999.5, 9_999_999.994, 9_999_999.996, 1e7, 1e15,
]
const NOT_NUMBERS = [Number.NaN, Infinity, -Infinity, -1.5]

it('writes decimals as formatFixed has them', () => {
  const random = randomFrom(7)
  const values = Array.from({ length: 20_000 }, () => random.next() * 10 ** random.below(9))
  const halves = Array.from({ length: 2_000 }, () => random.below(1_000_000) / 8)
  const expected: string[] = []
  const text = writtenText((out) => {
    for (const value of [...AWKWARD, ...NOT_NUMBERS, ...values, ...halves]) {
      for (const digits of [1, 2] as const) {
        const width = random.below(12)
        out.fixed(value, digits, width)
        out.byte(NEWLINE)
        expected.push(formatFixed(value, digits).padStart(width))
      }
    }
  })
  expect(text.trimEnd().split('\n')).toEqual(expected)
})

it('writes whole numbers of any size', () => {
  const random = randomFrom(8)
  const values = Array.from({ length: 5_000 }, () => Math.floor(random.next() * 10 ** random.below(16)))
  const edges = Array.from({ length: 16 }, (_, power) => 10 ** power).flatMap((value) => [value - 1, value])
  const expected: string[] = []
  const text = writtenText((out) => {
    for (const value of [...values, ...edges]) {
      out.count(value, 8)
      out.countLeft(value, 8)
      out.byte(NEWLINE)
      expected.push(String(value).padStart(8) + String(value).padEnd(8))
    }
  })
  expect(text.split('\n').slice(0, -1)).toEqual(expected)
})

it('loses nothing between one buffer and the next, whatever the pieces', () => {
  const random = randomFrom(9)
  const { out, text } = collectText()
  let expected = ''
  while (expected.length < effort(2_000_000, 1_000_000)) {
    const length = random.chance(0.01) ? random.below(600_000) : random.below(300)
    const bytes = Uint8Array.from({ length }, () => random.below(256))
    const piece = binaryString(bytes, 0, length)
    expected += piece
    if (random.chance(0.5)) out.bytes(bytes)
    else out.text(piece)
    out.blanks(3)
    out.byte(0x0a)
    out.count(length, 4)
    expected += `   \n${String(length).padStart(4)}`
  }
  expect(text() === expected).toBe(true)
})

it('writes kept texts again, also those longer than the buffer', () => {
  const long = 'long'.repeat(100_000)
  const text = writtenText((out) => {
    const kept = [out.keep('name'), out.keep(long), out.keep(Uint8Array.of(0x62, 0x63))]
    out.text('<')
    out.again(kept[0], 4)
    out.again(kept[1], long.length)
    out.again(kept[2], 2)
    out.forget()
    out.again(out.keep('new'), 3)
  })
  expect(text === `<name${long}bcnew`).toBe(true)
})

it('hands on nothing when nothing was written', () => {
  let calls = 0
  new TextBytes(() => calls++).end()
  expect(calls).toBe(0)
})
