// Tests of escaped text.

import { expect, it } from 'vitest'
import { visibleLine, visibleText } from './visible-text.ts'

it.each([
  ['std::vector<int>', 'std::vector<int>'],
  ['größe 日本 😀 שלום', 'größe 日本 😀 שלום'],
  ['a\u202Eb', 'a\\u202eb'],
  ['\u2066x\u2069\u200F\u061C', '\\u2066x\\u2069\\u200f\\u061c'],
  ['\u001B[31mred\u0007\n\t\u0085\u007F\u0000', '\\x1b[31mred\\x07\\x0a\\x09\\x85\\x7f\\x00'],
  ['a\uFFFEb\uFFFF', 'a\\ufffeb\\uffff'],
  ['one\u2028two', 'one\\u2028two'],
])('%j', (text, shown) => {
  expect(visibleText(text)).toBe(shown)
  expect(visibleText(shown)).toBe(shown)
})

it('of a line keeps its tabs and form feeds', () => {
  expect(visibleLine('\t\tCall graph\f\u001B[2J')).toBe('\t\tCall graph\f\\x1b[2J')
})
