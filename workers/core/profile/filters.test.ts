// Which symbols and arcs gprof's filters let through, its surprises included.
import { describe, expect, it } from 'vitest'
import { stringTableOf } from '../base/string-table.ts'
import type { SymbolTable } from '../symbols/symbol-table.ts'
import { buildFilterTables, excludedBy, type FilterOption, isSelected } from './filters.ts'
import { parseSymspec } from './symspecs.ts'
import type { SourceTable } from './call-graph-profile.ts'
import { effort } from '../../testing/effort.ts'

/** One function every 16 bytes; `end` lies beyond `.text` and has no range. */
function symbolsOf(names: readonly string[]): SymbolTable {
  const all = [...names, 'end']
  const address = Float64Array.from(all, (_, row) => 0x1000 + 16 * row)
  return {
    length: all.length,
    address,
    last: address.map((start, row) => (row + 1 < all.length ? start + 15 : start - 1)),
    isStatic: new Uint8Array(all.length),
    isFunction: new Uint8Array(all.length).fill(1),
    names: stringTableOf(all),
    lastIsOpen: false,
  }
}

const symbols = (...names: string[]): SymbolTable => symbolsOf(names)

const PROGRAM = symbols('main', 'a', 'b', 'c')
const NAMES = ['main', 'a', 'b', 'c', 'end']

function shown(...options: FilterOption[]): string {
  const { graph } = buildFilterTables(PROGRAM, options)
  return NAMES.filter((_, row) => isSelected(graph, row)).join(' ')
}

/** The functions of PROGRAM, each in one of these files. */
function sourcesOf(files: readonly string[], fileOf: readonly number[]): SourceTable {
  const lineOf = Int32Array.from([1, 5, 9, 12, -1])
  return { files: stringTableOf(files), fileOf: Int32Array.from(fileOf), lineOf } as unknown as SourceTable
}

const shownAmong =
  (sources: SourceTable) =>
  (...options: FilterOption[]): string => {
    const { graph } = buildFilterTables(PROGRAM, options, sources)
    return NAMES.filter((_, row) => isSelected(graph, row)).join(' ')
  }

const only = (spec: string): FilterOption => ({ kind: 'graph', only: true, spec })
const without = (spec: string): FilterOption => ({ kind: 'graph', only: false, spec })

describe('functions', () => {
  it.each<[string, FilterOption[], string]>([
    ['nothing asked for', [], 'main a b c end'],
    ['only one', [only('b')], 'b'],
    ['without one', [without('b')], 'main a c end'],
    ['only some, and "without" has no say', [only('a'), only('b'), without('b')], 'a b'],
    ['a name that is nobody’s filters nothing', [only('nosuch')], 'main a b c end'],
    ['nor does a symbol without a range', [without('end')], 'main a b c end'],
    ['an empty spec is every symbol', [without('')], 'end'],
    ['behind a range within another nothing of the other is seen', [without(''), without('b')], 'c end'],
  ])('%s', (_, options, expected) => {
    expect(shown(...options)).toBe(expected)
  })

  it('one name for any number of them', () => {
    const names = Array.from({ length: effort(300_000) }, (_, row) => (row % 2 === 0 ? 'init' : `f${row}`))
    const options = [only('init'), { kind: 'arc', only: true, spec: 'init/init' } as const]
    const { graph, countsArc } = buildFilterTables(symbolsOf(names), options)
    expect([0, 1, 2, names.length - 2].map((row) => isSelected(graph, row))).toEqual([
      true,
      false,
      true,
      true,
    ])
    expect([countsArc?.(0, 2), countsArc?.(0, 1)]).toEqual([true, false])
  })

  it('very many arcs, none of which is looked for among all others', () => {
    const size = effort(100_000)
    const names = Array.from({ length: size }, (_, row) => `f${row}`)
    const options = Array.from({ length: size / 5 }, (_, row): FilterOption => {
      return { kind: 'arc', only: false, spec: `f${4 * row}/f${size - 1 - row}` }
    })
    const { countsArc } = buildFilterTables(symbolsOf(names), options)
    let counted = 0
    for (let row = 0; row < size; row++) if (countsArc?.(row, size - 1 - Math.floor(row / 4))) counted++
    expect(counted).toBe(size - size / 5)
  })

  it('returns which are excluded, consistent with which are shown', () => {
    for (const options of [[], [only('b')], [without('b')], [only('a'), without('b')]]) {
      const { graph } = buildFilterTables(PROGRAM, options)
      const leftOut = excludedBy(graph, PROGRAM.length)
      expect([...leftOut]).toEqual(NAMES.map((_, row) => (isSelected(graph, row) ? 0 : 1)))
    }
  })

  it('leaves out what profilers put into the program', () => {
    const program = symbols('main', 'mcount', '_mcleanup')
    const { flat, graph, time } = buildFilterTables(program, [])
    for (const pair of [flat, graph, time]) {
      expect([0, 1, 2].map((row) => isSelected(pair, row))).toEqual([true, false, true])
    }
  })

  it('knows names without what compilers put before all of them', () => {
    const program: SymbolTable = {
      ...symbols('_main', '_mcount', '__mcleanup', 'bare', 'mcount'),
      prefix: '_',
    }
    const { flat } = buildFilterTables(program, [])
    expect([0, 1, 2, 3, 4].map((row) => isSelected(flat, row))).toEqual([true, false, true, true, false])
    const shownBy = (spec: string): number[] => {
      const { graph } = buildFilterTables(program, [only(spec)])
      return [0, 1, 2, 3].filter((row) => isSelected(graph, row))
    }
    expect(shownBy('main')).toEqual([0])
    expect(shownBy('_mcleanup')).toEqual([2])
    expect(shownBy('bare')).toEqual([3])
    // No function has this name, so it filters nothing.
    expect(shownBy('_main')).toEqual(shownBy('nosuch'))
  })

  it('leaves these out rather than what an option names from the same start on', () => {
    const { graph } = buildFilterTables(symbols('mcount', 'main'), [without('')])
    expect([0, 1].map((row) => isSelected(graph, row))).toEqual([false, true])
  })

  it('hides a function behind a larger range of another spec that starts before it', () => {
    const graphOf = shownAmong(sourcesOf(['l.c'], [0, 0, 0, 0, -1]))
    expect(graphOf(only('l.c'))).toBe('main a b c')
    expect(graphOf(only('l.c'), only('a'))).toBe('main a')
    expect(graphOf(only('l.c:9'))).toBe('b')
    expect(graphOf(only('other.c'))).toBe('main a b c end')
  })

  it('knows files by the last part of their paths, and of several alike the one listed last', () => {
    const graphOf = shownAmong(sourcesOf(['x/l.c', 'y/l.c', 'm.c'], [2, 0, 1, 0, -1]))
    expect(graphOf(only('l.c'))).toBe('b')
    expect(graphOf(only('l.c:a'))).toBe('main a b c end')
    expect(graphOf(only('m.c'))).toBe('main')
  })
})

describe('arcs', () => {
  const kept = (isOnly: boolean, ...specs: string[]): string => {
    const options = specs.map((spec): FilterOption => ({ kind: 'arc', only: isOnly, spec }))
    const { countsArc } = buildFilterTables(PROGRAM, options)
    const arcs = [
      [1, 2],
      [1, 3],
      [0, 3],
    ] as const
    return arcs
      .filter(([parent, child]) => countsArc?.(parent, child) ?? true)
      .map(([parent, child]) => `${NAMES[parent]}>${NAMES[child]}`)
      .join(' ')
  }
  it.each([
    ['', 'a>b a>c main>c'],
    ['a/b', 'a>c main>c'],
    ['a/b a/c', 'a>b main>c'],
    ['a/c a/b', 'a>c main>c'],
    ['a/', 'main>c'],
    ['/c', 'a>b'],
    ['/c a/b', ''],
    ['main/c a/b', 'a>c'],
    ['a', 'a>b a>c main>c'],
    ['a/nosuch', 'a>b a>c main>c'],
  ])('-k %s', (specs, expected) => {
    expect(kept(false, ...specs.split(' ').filter((spec) => spec !== ''))).toBe(expected)
  })
  it.each([
    ['a/b', 'a>b'],
    ['a/b main/c', 'a>b main>c'],
    ['a/', 'a>b a>c'],
    ['/c', 'a>c main>c'],
    ['nosuch/b', 'a>b a>c main>c'],
  ])('only %s', (specs, expected) => {
    expect(kept(true, ...specs.split(' '))).toBe(expected)
  })
})

describe('specs', () => {
  it.each([
    ['f', { file: null, line: null, name: 'f' }],
    ['f.c', { file: 'f.c', line: null, name: null }],
    ['f.c:12', { file: 'f.c', line: 12, name: null }],
    [':f.constprop.0', { file: null, line: null, name: 'f.constprop.0' }],
    ['ns::f', { file: 'ns:', line: null, name: 'f' }],
    ['12', { file: null, line: 12, name: null }],
    ['0', { file: null, line: null, name: null }],
    ['', { file: null, line: null, name: null }],
  ])('%s', (spec, left) => {
    expect(parseSymspec(spec)).toEqual({ left, right: null })
  })

  it('are split at the first slash', () => {
    expect(parseSymspec('a/b/c').right).toEqual({ file: null, line: null, name: 'b/c' })
  })
})
