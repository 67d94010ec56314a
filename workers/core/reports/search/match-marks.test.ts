// Ranges of a name that match a search.
import { expect, it } from 'vitest'
import { processorTime } from '../../../testing/processor-time.ts'
import { marker } from './match-marks.ts'

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

it.each([
  ['/(?:std::)?parse/', 'std::parse_', '[std::parse]_'],
  ['/^_Z[a-z+*]+[0-9]/', '_Zan5', '[_Zan5]'],
  ['/operator\\+\\+/', 'operator++', '[operator++]'],
  ['/get.*name|set.*name/', 'a::getFullName() const', 'a::[getFullName]() const'],
])('marks what %s finds', (query, text, expected) => {
  expect(marked(query, text)).toBe(expected)
})

it.each([
  '/^a|(x+x+)+y/',
  '/^a|(x|x)*y/',
  '/^a|(?:x?){99}y/',
  `/^a|${'x?'.repeat(60)}${'x'.repeat(60)}y/`,
  `/^a|${'x*'.repeat(20)}y/`,
  `/^a|${'(x|xx)'.repeat(40)}y/`,
  '/^a|(x*)\\1\\1y/',
  '/^a|(x*)*?y/',
  '/^a|(?=x*x*x*x*x*y)/',
  '/^a|(?<n>x+)+y/',
])('does not go on for ever behind a match, as %s would', (query) => {
  const worked = processorTime()
  for (let row = 0; row < 50; row++) {
    marked(query, `a${'x'.repeat(60)}`)
    marked(query, `a${'x'.repeat(2000)}`)
  }
  expect(worked()).toBeLessThan(5000)
})
