// The rows of gprof’s text, to columns: each number as it was printed.
import {
  quantityOf,
  type SavedGranularity,
  type SavedListing,
} from '../formats/saved-profile/listing-header.ts'
import { stringTableOf, TextNumbers } from '../base/string-table.ts'
import type {
  RawEntry,
  RawEntryLine,
  RawFlatRow,
  RawGranularity,
  RawIndexItem,
  RawListing,
  RawName,
} from '../formats/gprof-listing/types.ts'
import type { ColumnEncoding } from '../formats/saved-profile/columns.ts'
import { ColumnWriter } from './column-writer.ts'

/** Kinds of lines in an entry; their position is the number in the column. */
export const LINE_KINDS = ['parent', 'child', 'member'] as const

export function listingHeader({ style, flat, graph, index }: RawListing): SavedListing {
  return {
    style,
    flat: flat && { ...flat, rows: flat.rows.length, granularity: grainOf(flat.granularity) },
    graph: graph && {
      entries: graph.entries.length,
      lines: graph.entries.reduce((sum, { lines }) => sum + lines.length, 0),
      names: graph.names.size,
      granularity: grainOf(graph.granularity),
    },
    index: index && { items: index.items.length, width: index.width },
  }
}

function grainOf(granularity: RawGranularity | null): SavedGranularity | null {
  if (!granularity) return null
  const { share, seconds } = granularity
  return { ...granularity, share: quantityOf(share), seconds: quantityOf(seconds) }
}

export function addListing(columns: ColumnWriter, { flat, graph, index }: RawListing): void {
  const numbers = new TextNumbers()
  if (graph) {
    addNames(columns, [...graph.names], numbers)
    addEntries(columns, graph.entries)
    addEntryLines(
      columns,
      graph.entries.flatMap(({ lines }) => lines),
    )
  }
  if (flat) addFlat(columns, flat.rows, numbers)
  if (index) addIndex(columns, index.items, numbers)
  const { texts } = numbers
  columns.add('listing.texts', [texts.length], 'varint')
  columns.addStrings('listing.text', stringTableOf(texts))
}

function addNames(
  columns: ColumnWriter,
  names: readonly (readonly [number, RawName])[],
  numbers: TextNumbers,
): void {
  const add = adderOf(columns, 'listing.names', names)
  add('number', ([number]) => number, 'delta')
  add('name', ([, { name }]) => numbers.of(name), 'delta')
  add('cycle', ([, { cycle }]) => cycle, 'varint')
  add('printed', ([, { isPrinted }]) => Number(isPrinted), 'bytes')
}

function addEntries(columns: ColumnWriter, entries: readonly RawEntry[]): void {
  const add = adderOf(columns, 'listing.entries', entries)
  for (const key of ['percent', 'self', 'child'] as const) add(key, (entry) => entry[key], 'printed')
  for (const key of ['number', 'wholeCycle', 'calls', 'selfCalls'] as const)
    add(key, (entry) => entry[key], 'signed')
  add('lines', ({ lines }) => lines.length, 'varint')
}

function addEntryLines(columns: ColumnWriter, lines: readonly RawEntryLine[]): void {
  const add = adderOf(columns, 'listing.lines', lines)
  for (const key of ['self', 'child'] as const) add(key, (line) => line[key], 'printed')
  for (const key of ['number', 'count', 'selfCalls', 'of'] as const) add(key, (line) => line[key], 'signed')
  add('kind', ({ kind }) => LINE_KINDS.indexOf(kind), 'bytes')
}

function addFlat(columns: ColumnWriter, rows: readonly RawFlatRow[], numbers: TextNumbers): void {
  const add = adderOf(columns, 'listing.flat', rows)
  for (const key of ['percent', 'cumulative', 'self', 'selfPerCall', 'totalPerCall'] as const)
    add(key, (row) => row[key], 'printed')
  add('calls', ({ calls }) => calls, 'signed')
  add('name', ({ name }) => numbers.of(name), 'delta')
  add('number', ({ number }) => number, 'varint')
}

function addIndex(columns: ColumnWriter, items: readonly RawIndexItem[], numbers: TextNumbers): void {
  const add = adderOf(columns, 'listing.index', items)
  add('number', ({ number }) => number, 'delta')
  add('printed', ({ isPrinted }) => Number(isPrinted), 'bytes')
  add('name', ({ name }) => numbers.of(name), 'delta')
  add('file', ({ file }) => (file === null ? -1 : numbers.of(file)), 'delta')
}

/**
 * Returns a function that adds a column of a table, one value per row. "printed": see ColumnWriter.
 */
function adderOf<Row>(columns: ColumnWriter, table: string, rows: readonly Row[]) {
  return (name: string, valueOf: (row: Row) => number, encoding: ColumnEncoding | 'printed'): void => {
    const values = rows.map(valueOf)
    if (encoding === 'printed') columns.addPrinted(`${table}.${name}`, values)
    else columns.add(`${table}.${name}`, values, encoding)
  }
}
