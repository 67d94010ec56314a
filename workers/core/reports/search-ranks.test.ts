// The best matches of a search come first: the function's own name before its class, and that before
// arguments.
import { expect, test } from 'vitest'
import type { FunctionTable } from '../profile/call-graph-profile.ts'
import { randomFrom } from '../../testing/random/random.ts'
import { stringTableOf } from '../base/string-table.ts'
import { rankOfName, rowsByRank, SearchIndex } from './search.ts'

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

// Names as a C++ program of 200,000 functions has them: most carry the classes and words that people look for
// in template arguments and parameters.

const NAMESPACES = ['geometry', 'solver', 'storage', 'network', 'audio', 'ui']
const CLASSES = ['Mesh', 'Matrix', 'Parser', 'Socket', 'Cache', 'Mixer', 'Button', 'Tree', 'Token', 'Vertex']
const METHODS = [
  'insert',
  'find',
  'resize',
  'push_back',
  'parse_line',
  'open',
  'close',
  'draw',
  'flush',
  'visit',
]
const WRAPPERS = ['_M_realloc_insert', '_M_invoke', '__uninitialized_copy', '_S_relocate', '~vector', 'begin']

function namesOf(count: number): string[] {
  const { pick } = randomFrom(9)
  const names: string[] = []
  while (names.length < count) {
    const at = names.length
    const type = `${pick(NAMESPACES)}::${pick(CLASSES)}${at % 97}`
    const other = `std::function<void (${pick(NAMESPACES)}::${pick(CLASSES)}::${pick(METHODS)}_t)>`
    names.push(
      `std::vector<std::pair<${type}, ${other} >, std::allocator<${type}> >::${pick(WRAPPERS)}${at}(${type} const&)`,
    )
  }
  return names
}

/** What is looked for, and how: by base name, by class, by argument. */
const SOUGHT: readonly (readonly [query: string, name: string])[] = [
  ['insert', 'geometry::Mesh::insert(geometry::Vertex const&)'],
  ['find', 'storage::Cache<long>::find(long) const'],
  ['push_back', 'audio::Mixer::push_back(audio::Track&&)'],
  ['parse_line', 'network::Parser::parse_line(char const*)'],
  ['parse', 'network::Parser::parse_line(char const*)'],
  ['line', 'network::Parser::parse_line(char const*)'],
  ['PARSE_LINE', 'network::Parser::parse_line(char const*)'],
  ['flush', 'bool storage::flush<int>(int)'],
  ['visit', 'int std::visit<solver::Tree>(solver::Tree const&)'],
  ['draw', 'ui::Button::draw() const'],
  ['Matrix multiply', 'solver::Matrix<double>::multiply(solver::Matrix<double> const&)'],
  ['matrix operator', 'solver::Matrix<double>::operator*(double) const'],
  ['cache evict', 'storage::Cache<long>::evict()'],
  ['Socket', 'network::Socket::Socket(int)'],
  ['Button', 'ui::Button::draw() const'],
  ['mesh weigh', 'geometry::Mesh::weigh(std::vector<double> const&)'],
  ['network::parser', 'network::Parser::parse_line(char const*)'],
  ['resize unsigned', 'solver::Matrix<double>::resize(unsigned long)'],
  ['resize short', 'solver::Matrix<double>::resize(short)'],
  ['weigh float', 'geometry::weigh(float const*, int)'],
]
const TARGETS = [...new Set(SOUGHT.map(([, name]) => name))]

function indexOf(count: number) {
  // What is sought took least time: it is last in gprof's order.
  const names = [...namesOf(count), ...TARGETS]
  const functions = { length: names.length, names: stringTableOf(names) } as unknown as FunctionTable
  const printed = Uint32Array.from(names, (_, f) => f)
  const index = new SearchIndex(functions, printed)
  while (index.prepare(1000)) {
    // Slices as large as the page's.
  }
  const firstOf = (query: string): readonly string[] => {
    let found = index.search(query)
    while (found.ok && found.left > 0) found = index.search(query)
    if (!found.ok) throw new Error(found.message)
    return [...rowsByRank(printed, found, names.length).subarray(0, 5)].map((f) => names[f] ?? '')
  }
  return { index, firstOf }
}

test('of 20 queries by name, class and argument each has its function among the first five hits', () => {
  expect(SOUGHT.length).toBe(20)
  const { firstOf } = indexOf(20_000)
  for (const [query, name] of SOUGHT) expect(firstOf(query), query).toContain(name)
})
