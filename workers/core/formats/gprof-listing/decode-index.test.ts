// Tests of the page width that an index was laid out for, as inferred from its lines.
import { expect, it } from 'vitest'
import { IndexDecoder } from './decode-index.ts'

function widthOf(...lines: readonly string[]): number | undefined {
  const decoder = new IndexDecoder()
  for (const line of lines) expect(decoder.take(line)).toBe(true)
  return decoder.result(new Map())?.width
}

const long = (letter: string): string => letter.repeat(26)

it.each([
  { names: 'that fill no column of gprof’s own width: that one', expected: 80, second: long('b') },
  { names: 'of which one would fill it up: a small one', expected: 4, second: 'b' },
])('of names $names', ({ expected, second }) => {
  const line = `  [1] ${long('a')} [2] ${second} [3] c`
  expect(widthOf(line)).toBe(expected)
})

it('of names that fill one up, by the blanks', () => {
  expect(widthOf(`  [1] ${'a'.padEnd(36)} [2] b`)).toBe(3 * 39 + 1)
})
