// Tests of the search for a word in all strings of a table.

import { expect, test } from 'vitest'
import { randomFrom } from '../../testing/random/random.ts'
import { TextSearcher } from './find-text.ts'
import { stringTableOf } from './string-table.ts'
import { effort } from '../../testing/effort.ts'

const rowsWith = (texts: readonly string[], word: string) =>
  texts.flatMap((text, row) => (text.toLowerCase().includes(word) ? [row] : []))

function found(texts: readonly string[], word: string): { all: number[]; among: number[] } {
  const table = stringTableOf(texts)
  const wanted = new TextSearcher(word)
  const all: number[] = []
  const among: number[] = []
  wanted.findAll(table, (row) => all.push(row))
  wanted.findAmong(Uint32Array.from(texts.keys()), table, (row) => among.push(row))
  return { all, among }
}

test.each([
  [['abc', 'ABC', 'xabcx', 'ab', 'c', ''], 'abc'],
  // A match across the border of two rows belongs to neither.
  [['ab', 'cab', 'c'], 'abc'],
  [['', '', 'a', ''], 'a'],
  [['aaa', 'aa', 'a'], 'aa'],
  [[], 'a'],
])('in %j, %j', (texts, word) => {
  const rows = rowsWith(texts, word)
  expect(found(texts, word)).toEqual({ all: rows, among: rows })
})

test('random texts', () => {
  const random = randomFrom(7)
  const text = (length: number) => Array.from({ length }, () => random.pick(['a', 'b', 'A'])).join('')
  for (let round = 0; round < effort(500); round++) {
    const texts = Array.from({ length: random.below(12) }, () => text(random.below(9)))
    const word = text(1 + random.below(4)).toLowerCase()
    const rows = rowsWith(texts, word)
    expect(found(texts, word)).toEqual({ all: rows, among: rows })
  }
})
