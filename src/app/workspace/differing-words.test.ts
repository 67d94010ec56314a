import { expect, it } from 'vitest'
import { differingWords } from './differing-words.ts'

const marked = (text: string, other: string): string =>
  differingWords(text, other)
    .map((word) => (word.differs ? `<${word.text}>` : word.text))
    .join('')

it('sets apart the numbers that differ, and keeps every space', () => {
  expect(marked(' 18.95  0.09   451 main', ' 17.95  0.09   450 main')).toBe(' <18.95>  0.09   <451> main')
})

it('sets nothing apart in a line that stands alone', () => {
  expect(marked('0.09 main', '')).toBe('0.09 main')
})

it('marks what has no counterpart at the end', () => {
  expect(marked('a b c', 'a b')).toBe('a b <c>')
})
