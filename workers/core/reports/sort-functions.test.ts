// Sorting by ranks yields the order that comparing any two rows would.
import { expect, test } from 'vitest'
import { groupNewestFirst } from '../base/csr.ts'
import { stringTableOf } from '../base/string-table.ts'
import type { FunctionTable } from '../profile/call-graph-profile.ts'
import { NameOrder } from '../names/name-order.ts'
import { SearchIndex } from './search/search-names.ts'
import { sortFunctions, type SortTables } from './sort-functions.ts'

const NAMES = Array.from({ length: 1000 }, (_, f) => `${'xyXY'[f % 4]}${(f * 7919) % 331}_${f % 3}`)
const CALLS = NAMES.map((_, f) => (f * 31) % 17)
const SELF_CALLS = NAMES.map((_, f) => (f % 5 === 0 ? 3 : 0))
const CYCLE_OF = NAMES.map((_, f) => (f % 3 === 0 ? (f * 17) % 11 : -1))
const SELF = NAMES.map((_, f) => ((f * 53) % 29) / 4)

const functions = {
  length: NAMES.length,
  names: stringTableOf(NAMES),
  calls: Float64Array.from(CALLS),
  selfCalls: Float64Array.from(SELF_CALLS),
  selfTicks: Float64Array.from(SELF),
} as unknown as FunctionTable
const printed = Uint32Array.from(NAMES, (_, f) => NAMES.length - 1 - f)
const tables = {
  functions,
  flat: { printed },
  // Every third function, in eleven cycles.
  cycles: { members: groupNewestFirst(CYCLE_OF, 11) },
  cumulativeTicks: null,
} as unknown as SortTables

function sorted(compare: (left: number, right: number) => number): number[] {
  // Sorting keeps ties in the listing's order.
  return [...printed].toSorted(compare)
}

/** A function that only calls itself has 0 calls, one without calls has none. */
const last = (f: number, sign: number): number =>
  CALLS[f] === 0 && SELF_CALLS[f] === 0 ? Infinity : sign * (CALLS[f] ?? 0)

test.each([
  ['ascending', 1],
  ['descending', -1],
] as const)(
  '%s by numbers: equals stay in gprof’s order, what is not known stands last',
  (direction, sign) => {
    expect([...sortFunctions(tables, { column: 'calls', direction })]).toEqual(
      sorted((left, right) =>
        last(left, sign) > last(right, sign) ? 1 : last(left, sign) < last(right, sign) ? -1 : 0,
      ),
    )
    expect([...sortFunctions(tables, { column: 'self', direction })]).toEqual(
      sorted((left, right) => sign * ((SELF[left] ?? 0) - (SELF[right] ?? 0))),
    )
    const cycle = (f: number): number => (CYCLE_OF[f] === -1 ? Infinity : sign * (CYCLE_OF[f] ?? 0))
    expect([...sortFunctions(tables, { column: 'cycle', direction })]).toEqual(
      sorted((left, right) => (cycle(left) > cycle(right) ? 1 : cycle(left) < cycle(right) ? -1 : 0)),
    )
    // Grows from row to row, except for functions without samples.
    let sum = 0
    const cumulative = new Map([...printed].map((f) => [f, (sum += SELF[f] ?? 0)]))
    expect([...sortFunctions(tables, { column: 'cumulative', direction })]).toEqual(
      sorted((left, right) => sign * ((cumulative.get(left) ?? 0) - (cumulative.get(right) ?? 0))),
    )
  },
)

test.each([
  ['ascending', 1],
  ['descending', -1],
] as const)('%s by name: as a language orders them, numbers by value', (direction, sign) => {
  const { compare } = new Intl.Collator('en', { numeric: true })
  const expected = sorted((left, right) => sign * compare(NAMES[left] ?? '', NAMES[right] ?? ''))
  const order = { column: 'name', direction } as const
  expect([...sortFunctions(tables, order, new NameOrder(functions).ranks())]).toEqual(expected)
  const names = new NameOrder(functions)
  expect(names.prepare(1500)).toBe(true)
  expect([...sortFunctions(tables, order, names.ranks())]).toEqual(expected)
  expect(names.prepare(1)).toBe(false)
})

test('a search covers the names that are ready, the first rows’ first, and returns how many are left', () => {
  const index = new SearchIndex(functions, printed)
  index.prepare(10)
  const early = index.search('_')
  expect(early).toMatchObject({ ok: true, left: 990 })
  expect(early.ok && [...early.matches]).toEqual(Array.from({ length: 10 }, (_, at) => 990 + at))
  index.prepare(Infinity)
  const all = index.search('x1')
  expect(all).toMatchObject({ ok: true, left: 0 })
  expect(all.ok && [...all.matches]).toEqual(
    NAMES.flatMap((name, f) => (name.toLowerCase().includes('x1') ? [f] : [])),
  )
})

test('a search of very many names answers in parts, which together are all', () => {
  const index = new SearchIndex(functions, printed)
  while (index.prepare(10)) {
    // Slices of ten names each.
  }
  const parts: number[] = []
  let found = index.search('x1')
  for (; found.ok && found.left > 0; found = index.search('x1')) parts.push(found.left)
  expect(parts).toEqual([950, 700, 450, 200])
  expect(found.ok && [...found.matches]).toEqual(
    NAMES.flatMap((name, f) => (name.toLowerCase().includes('x1') ? [f] : [])),
  )
})

const WORDS = [
  ['_ZN5Ferry5boardEi', 'Ferry::board(int)'],
  ['_ZN5Ferry5boardEPKc', 'Ferry::board(char const*)'],
  ['plain_BOARD', 'plain_BOARD'],
  ['fährt_ab', 'fährt_ab'],
  ['_ZN7FÄHRE3runEv', '_ZN7FÄHRE3runEv'],
  ['', ''],
] as const
const asBytes = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
const spelled = { length: WORDS.length, names: stringTableOf(WORDS.map(([raw]) => asBytes(raw))) }

test.each([
  ['board', [0, 1, 2]],
  ['BOARD int', [0]],
  ['zn5ferry const', [1]],
  ['ferry::board(', [0, 1]],
  ['i', [0, 2]],
  ['boardei', [0]],
  // Never across the border between two names.
  ['ckpl', []],
  ['eipkc', []],
  ['fähr', [3, 4]],
  ['FÄHR', [3, 4]],
  ['ab', [3]],
  ['/^ferry.*int/', [0]],
  ['/board$/', [2]],
  ['/äh.*_/', [3]],
  ['nothing', []],
])('a search for %s finds %j in readable and raw names', (query, expected) => {
  const index = new SearchIndex(spelled as unknown as FunctionTable)
  // Names become ready while the same query is repeated.
  for (let isLeft = true; isLeft;) {
    isLeft = index.prepare(2)
    const found = index.search(query)
    expect(found.ok && [...found.matches]).toEqual(
      isLeft ? expected.filter((f) => found.ok && f < WORDS.length - found.left) : expected,
    )
  }
})

const MANGLED = NAMES.map((name) => `_Z${name.length}${name}v`)
const mangled = { ...functions, names: stringTableOf(MANGLED) } as unknown as FunctionTable

test.each(['x1 ()', '/^x[12].*[(][)] _Z/'])(
  'a search for %s finds the same in names that were let go of once they were in order',
  (query) => {
    const index = new SearchIndex(mangled, printed)
    while (index.prepare(10)) {
      // Slices of ten names each, most of which are rebuilt.
    }
    const order = new NameOrder(mangled, index.names)
    const ask = (): number[] => {
      let found = index.search(query)
      while (found.ok && found.left > 0) found = index.search(query)
      return found.ok ? [...found.matches] : []
    }
    const before = ask()
    expect(before.length).toBeGreaterThan(10)
    const ranks = order.ranks()
    index.search('something else')
    expect(ask()).toEqual(before)
    expect(new NameOrder(mangled, index.names).ranks()).toEqual(ranks)
  },
)

test('an expression that is none says why', () => {
  expect(new SearchIndex(spelled as unknown as FunctionTable).search('/(/')).toMatchObject({ ok: false })
})
