// Lines and first sentences of files.
import { describe, expect, it } from 'vitest'
import { countLines, firstSentence } from './count.ts'

describe('a file', () => {
  it('counts a last line without its end', () => {
    expect([countLines(''), countLines('a\n'), countLines('a\nb')]).toEqual([1, 1, 2])
  })

  it.each([
    ['// Reads *.c files. And more.\nimport x', 'Reads *.c files.'],
    ['/// <reference lib="dom" />\n// Over\n// two lines: all\ncode', 'Over two lines: all'],
    ['import x\n/**\n * Opens a file.\n *\n * And closes it.\n */\n', 'Opens a file.'],
    ['const a = 1\n', ''],
  ])('takes the first sentence of %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence)
  })
})
