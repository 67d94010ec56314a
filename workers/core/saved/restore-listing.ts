// From columns to the rows of gprof’s text. Throws `saved/damaged`.
import type { RawGranularity, RawGraph, RawListing, RawName } from '../formats/gprof-listing/types.ts'
import { stringAt, type StringIndex } from '../base/string-table.ts'
import type { SavedGranularity, SavedListing } from '../formats/saved-profile/listing-header.ts'
import { LINE_KINDS } from './save-listing.ts'
import { ColumnReader } from './column-reader.ts'

/** Numbers of entries and cycles have at most nine digits. */
const END = 1e9
const MOST_TEXTS = 2 ** 25

type TextAt = (column: Float64Array, row: number) => string

export function restoreListing(
  read: ColumnReader,
  file: string,
  { style, flat, graph, index }: SavedListing,
): RawListing {
  const [texts = 0] = read.indexes('listing.texts', 1, MOST_TEXTS)
  const table = read.strings('listing.text', texts)
  const cache: string[] = []
  const textAt: TextAt = (column, row) => (cache[column[row]] ??= stringAt(table, column[row] as StringIndex))
  return {
    file,
    description: '',
    style,
    flat: flat && {
      ...flat,
      granularity: grainOf(flat.granularity),
      rows: restoreRows(read, flat.rows, texts, textAt),
    },
    graph: graph && restoreGraph(read, graph, texts, textAt),
    index: index && { width: index.width, items: restoreItems(read, index.items, texts, textAt) },
    unread: { lines: 0, first: null },
    againAt: 0,
    conflict: null,
    isCut: false,
  }
}

function grainOf(granularity: SavedGranularity | null): RawGranularity | null {
  if (!granularity) return null
  const { share, seconds } = granularity
  return { ...granularity, share: Number(share), seconds: Number(seconds) }
}

function restoreRows(read: ColumnReader, length: number, texts: number, textAt: TextAt) {
  const [percent, cumulative, self] = printedOf(
    read,
    'listing.flat',
    ['percent', 'cumulative', 'self'],
    length,
  )
  const [selfPerCall, totalPerCall] = printedOf(read, 'listing.flat', ['selfPerCall', 'totalPerCall'], length)
  const calls = read.numbers('listing.flat.calls', length, isPrintedCount)
  const name = read.indexes('listing.flat.name', length, texts)
  const number = read.indexes('listing.flat.number', length, END)
  return Array.from({ length }, (_, row) => ({
    percent: percent[row],
    cumulative: cumulative[row],
    self: self[row],
    calls: calls[row],
    selfPerCall: selfPerCall[row],
    totalPerCall: totalPerCall[row],
    name: textAt(name, row),
    number: number[row],
  }))
}

/**
 * Whether a value is a count, or −1 for none. A printed count may exceed what a double holds
 * exactly.
 */
const isPrintedCount = (value: number): boolean => value === -1 || value >= 0

function printedOf(
  read: ColumnReader,
  table: string,
  columns: readonly string[],
  length: number,
): readonly Float64Array[] {
  return columns.map((name) => read.printed(`${table}.${name}`, length))
}

function restoreGraph(
  read: ColumnReader,
  saved: NonNullable<SavedListing['graph']>,
  texts: number,
  textAt: TextAt,
): RawGraph {
  const length = saved.entries
  const lines = restoreEntryLines(read, saved.lines)
  const [percent, self, child] = printedOf(read, 'listing.entries', ['percent', 'self', 'child'], length)
  const number = read.indexes('listing.entries.number', length, END)
  const wholeCycle = read.indexes('listing.entries.wholeCycle', length, END)
  const calls = read.numbers('listing.entries.calls', length, isPrintedCount)
  const selfCalls = read.numbers('listing.entries.selfCalls', length, isPrintedCount)
  const linesIn = read.indexes('listing.entries.lines', length, saved.lines + 1)
  let at = 0
  const entries = Array.from({ length }, (_, row) => ({
    number: number[row],
    wholeCycle: wholeCycle[row],
    percent: percent[row],
    self: self[row],
    child: child[row],
    calls: calls[row],
    selfCalls: selfCalls[row],
    lines: lines.slice(at, (at += linesIn[row])),
  }))
  if (at !== saved.lines) throw read.damaged('listing.entries.lines')
  return {
    granularity: grainOf(saved.granularity),
    entries,
    names: restoreNames(read, saved.names, texts, textAt),
  }
}

function restoreEntryLines(read: ColumnReader, length: number) {
  const [self, child] = printedOf(read, 'listing.lines', ['self', 'child'], length)
  const number = read.indexes('listing.lines.number', length, END)
  const count = read.numbers('listing.lines.count', length, isPrintedCount)
  const selfCalls = read.numbers('listing.lines.selfCalls', length, isPrintedCount)
  const of = read.numbers('listing.lines.of', length, isPrintedCount)
  const kind = read.bytes('listing.lines.kind', length)
  return Array.from({ length }, (_, row) => {
    const known = LINE_KINDS[kind[row]]
    if (known === undefined) throw read.damaged('listing.lines.kind')
    return {
      kind: known,
      number: number[row],
      self: self[row],
      child: child[row],
      count: count[row],
      selfCalls: selfCalls[row],
      of: of[row],
    }
  })
}

function restoreNames(
  read: ColumnReader,
  length: number,
  texts: number,
  textAt: TextAt,
): ReadonlyMap<number, RawName> {
  const number = read.indexes('listing.names.number', length, END)
  const name = read.indexes('listing.names.name', length, texts)
  const cycle = read.indexes('listing.names.cycle', length, END)
  const printed = read.bytes('listing.names.printed', length)
  const names = new Map<number, RawName>()
  for (let row = 0; row < length; row++)
    names.set(number[row], { name: textAt(name, row), cycle: cycle[row], isPrinted: printed[row] === 1 })
  return names
}

function restoreItems(read: ColumnReader, length: number, texts: number, textAt: TextAt) {
  const number = read.indexes('listing.index.number', length, END)
  const printed = read.bytes('listing.index.printed', length)
  const name = read.indexes('listing.index.name', length, texts)
  const file = read.indexes('listing.index.file', length, texts, -1)
  return Array.from({ length }, (_, row) => ({
    number: number[row],
    isPrinted: printed[row] === 1,
    name: textAt(name, row),
    file: file[row] < 0 ? null : textAt(file, row),
  }))
}
