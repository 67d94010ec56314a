// Tests of the lengths of lines.

import { expect, it } from 'vitest'
import { lengthOfLine, LineLengths } from './line-length.ts'

const lengthOf = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  return lengthOfLine(bytes, 0, bytes.length)
}

it('counts letters, and what is left with one blank for several', () => {
  expect(lengthOf('  0.34   1  main')).toEqual({ letters: 16, squeezed: 12 })
})

function usualOf(...texts: readonly string[]) {
  const lengths = new LineLengths()
  for (const text of texts) lengths.add(lengthOf(text))
  return lengths.usual()
}

it('one long line among hundreds does not decide how long lines are; among a few it does', () => {
  const long = 'm'.repeat(5000)
  const others = Array.from({ length: 399 }, () => 'a  b')
  expect(usualOf(...others, long)).toEqual({ letters: 4, squeezed: 3 })
  expect(usualOf(...others, long, long, long)).toEqual({ letters: 1023, squeezed: 1023 })
  expect(usualOf(...others.slice(0, 150), long)).toEqual({ letters: 1023, squeezed: 1023 })
  expect(usualOf()).toEqual({ letters: 0, squeezed: 0 })
})
