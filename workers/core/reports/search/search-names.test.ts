// The best matches of a search come first: the function's own name before its class, and that before
// arguments.
import { expect, test } from 'vitest'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { effort } from '../../../testing/effort.ts'
import { searchedProgram } from '../../../testing/search-queries.ts'
import { displayName } from '../../names/names.ts'
import { rankOfName } from './name-rank.ts'
import { rowsByRank } from './filter-rows.ts'
import { SearchIndex } from './search-names.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const rank = (name: string, query: string) => {
  // Not at the start of the bytes.
  const bytes = bytesOf(`(x)${name}(`)
  return rankOfName(bytes, 3, bytes.length - 1, query.split(' ').map(bytesOf))
}

test.each([
  ['parse', 'parse'],
  ['parse', 'mesh::Reader<Parse>::parse(Parse const&)'],
  ['parse', 'int parse<long>(int)'],
  ['parse', 'void (anonymous namespace)::parse(int)'],
  ['laplace', '__solver_MOD_laplace'],
  ['operator()', 'mesh::Less<int>::operator()(int, int) const'],
  ['operator!=', 'bool std::operator!=<mesh::Node>(mesh::Node const&, mesh::Node const&)'],
  ['operator<<', 'std::ostream& std::operator<< <char>(std::ostream&, char const*)'],
  ['operator->', 'mesh::Pointer<int>::operator->() const'],
  ['operator<', 'bool mesh::operator<(mesh::Node const&, mesh::Node const&)'],
])('%s is the whole own name of %s', (query, name) => expect(rank(name, query)).toBe(0))

test('the own name counts more than the class, and that more than arguments', () => {
  const names = [
    'parse',
    'Reader::parse_line(int)',
    'Reader::reparse(int)',
    'Parser<int>::run(int)',
    'Reader<Parser>::run(int)',
  ]
  expect(names.map((name) => rank(name, 'parse'))).toEqual([0, 1, 2, 4, 8])
  expect(rank('Reader<Parser>::run(int)', 'parser run')).toBe(8)
})

test('words begin at underscores and capitals', () => {
  expect(rank('push_back', 'back')).toBe(rank('pushBack', 'back'))
  expect(rank('push_back', 'back')).toBeLessThan(rank('feedback', 'back'))
})

test('rows of a rank stay in their order, and others are left out', () => {
  const found = { matches: Uint32Array.of(1, 2, 4), ranks: Uint8Array.of(8, 0, 8) }
  expect([...rowsByRank(Uint32Array.of(4, 3, 2, 1, 0), found, 5)]).toEqual([2, 4, 1])
})

test('of 20 queries by name, class and argument each has its function among the first five hits', async () => {
  const { opened, queries } = await searchedProgram(effort(200_000, 10_000))
  const { functions } = opened.analyzed.profile
  const { printed } = opened.listing.flat
  const index = new SearchIndex(functions, printed)
  while (index.prepare(1000)) {
    // Slices as large as the page's.
  }
  const firstOf = (query: string): readonly string[] => {
    let found = index.search(query)
    while (found.ok && found.left > 0) found = index.search(query)
    if (!found.ok) throw new Error(found.message)
    return [...rowsByRank(printed, found, functions.length).subarray(0, 5)].map((f) =>
      displayName(functions, f as FunctionIndex),
    )
  }
  expect(queries.length).toBe(20)
  const missed = queries
    .map(([query, name]) => ({ query, name, first: firstOf(query) }))
    .filter(({ name, first }) => !first.some((one) => one.startsWith(name)))
  expect(missed).toEqual([])
})
