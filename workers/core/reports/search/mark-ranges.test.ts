import { expect, it } from 'vitest'
import { marker } from './mark-ranges.ts'

/** The text with its marks in brackets. */
function marked(query: string, text: string): string {
  let shown = ''
  let done = 0
  for (const { from, to } of marker(query)(text)) {
    shown += `${text.slice(done, from)}[${text.slice(from, to)}]`
    done = to
  }
  return shown + text.slice(done)
}

it.each([
  ['parse', 'parse_PARSE', '[parse]_[PARSE]'],
  ['  node  parse ', 'parse_node', '[parse]_[node]'],
  ['bcd abc', 'xabcde', 'x[abcd]e'],
  ['abc b', 'xabcd', 'x[abc]d'],
  ['ab cd', 'abcd', '[abcd]'],
  ['aa', 'aaa', '[aa]a'],
  ['', 'parse', 'parse'],
  [' ', 'a b', 'a b'],
  ['/^pa|E$/', 'parse', '[pa]rs[e]'],
  [' /a+/ ', 'baab', 'b[aa]b'],
  ['/x*/', 'axb', 'a[x]b'],
  ['/(/', 'f(', 'f('],
  ['/', 'a/b', 'a[/]b'],
  ['f', 'İf', 'İf'],
])('%j marks %s as %s', (query, text, expected) => {
  expect(marked(query, text)).toBe(expected)
})
