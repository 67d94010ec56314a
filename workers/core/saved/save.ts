// Writes saved profiles from SavedContent; open-saved.ts reads them.
import { joinBytes } from '../base/columns.ts'
import { gzip } from '../bytes/compression.ts'
import {
  quantityOf,
  type SavedGranularity,
  type SavedListing,
} from '../formats/saved-profile/listing-header.ts'
import {
  FORMAT,
  LARGEST_HEADER,
  largestFor,
  MAGIC,
  type SavedColumn,
  type SavedHeader,
  type SavedLines,
  VERSION,
  VERSION_OF_PROFILES,
} from '../formats/saved-profile/types.ts'
import { ProblemError } from '../problems/problem-error.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { SavedContent } from './content.ts'
import type { AllLines } from '../profile/lines/all-lines.ts'
import { type StringTable, stringTableOf, TextNumbers } from '../base/string-table.ts'
import type {
  RawEntry,
  RawEntryLine,
  RawFlatRow,
  RawGranularity,
  RawIndexItem,
  RawListing,
  RawName,
} from '../formats/gprof-listing/types.ts'
import { type ColumnEncoding, encodeColumn } from '../formats/saved-profile/columns.ts'

/**
 * Returns the bytes of a saved profile. Does not change `content`.
 *
 * @throws ProblemError `export/too-large` if it could not be opened again
 */
export async function saveProfile(content: SavedContent): Promise<Uint8Array<ArrayBuffer>> {
  const columns = new ColumnWriter()
  if (content.listing) addListing(columns, content.listing)
  else addFunctions(columns, content.plain)
  if (content.sum) {
    columns.add('bins.place', content.sum.places, 'delta')
    columns.add('bins.count', content.sum.counts, 'signed')
  }
  if (content.possible) {
    columns.add('possible.parent', content.possible.parent, 'delta')
    columns.add('possible.child', content.possible.child, 'delta')
    if (content.possible.tails) columns.add('possible.tails', content.possible.tails, 'bytes')
  }
  if (content.lines) addLines(columns, content.lines)
  const header = asciiOf(JSON.stringify(headerOf(content, columns.entries)))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, header.length, true)
  const packed = await gzip([length, header, ...columns.pieces])
  const bytes = joinBytes([asciiOf(MAGIC), ...packed])
  const size = columns.pieces.reduce((sum, piece) => sum + piece.length, 4 + header.length)
  if (size > largestFor(bytes.length) || header.length > LARGEST_HEADER)
    throw new ProblemError({
      code: 'export/too-large',
      what: 'The saved profile',
      bytes: size,
      why: 'unpacked',
    })
  return bytes
}

function addFunctions(columns: ColumnWriter, { functions, arcs, sources }: CallGraphProfile): void {
  const { length } = functions
  const address = asArray(functions.address)
  const last = asArray(functions.last)
  // Nearly every function ends where the next one begins, so a column of gaps is all zeros.
  const gap = new Float64Array(length)
  for (let f = 0; f < length; f++) gap[f] = (f + 1 < length ? address[f + 1] : address[f]) - 1 - last[f]
  const flags = new Uint8Array(length)
  const [isStatic, isFunction, isLeftOut] = [
    functions.isStatic,
    functions.isFunction,
    functions.isLeftOut,
  ].map(asArray)
  for (let f = 0; f < length; f++) flags[f] = isStatic[f] | (isFunction[f] << 1) | (isLeftOut[f] << 2)
  columns.add('functions.address', address, 'delta')
  columns.add('functions.gap', gap, 'signed')
  columns.add('functions.flags', flags, 'bytes')
  columns.addStrings('functions.names', functions.names)
  columns.addSparse('ticks.function', 'ticks.value', functions.selfTicks)
  columns.add('arcs.parent', arcs.parent, 'delta')
  columns.add('arcs.child', arcs.child, 'delta')
  columns.add('arcs.count', arcs.count, 'varint')
  if (!sources) return
  columns.add('sources.file', sources.fileOf, 'delta')
  columns.add('sources.line', sources.lineOf, 'delta')
  columns.addStrings('sources.files', sources.files)
}

const NOTHING_ELSE = { sum: null, possible: null, lines: null, sources: null } as const

function headerOf(content: SavedContent, columns: readonly SavedColumn[]): SavedHeader {
  const { name, files, notices, plain, listing, scenario, view } = content
  // A listing's other tables are rebuilt from its rows.
  const { sum, possible, lines, sources } = listing ? NOTHING_ELSE : { ...content, sources: plain.sources }
  const { functions, arcs, totals } = plain
  const { hasHistogram, hasArcs, rate, scale, dimension, abbreviation } = plain
  return {
    format: FORMAT,
    version: listing ? VERSION : VERSION_OF_PROFILES,
    name,
    files: files.map((file) => ({ ...file, samples: file.samples ?? null })),
    notices,
    profile: {
      functions: functions.length,
      arcs: arcs.length,
      hasHistogram,
      hasArcs,
      rate,
      scale: quantityOf(scale),
      dimension,
      abbreviation,
      namePrefix: functions.namePrefix ?? '',
      totals,
    },
    sources: sources && { files: sources.files.length },
    possible: possible && {
      arcs: possible.length,
      gprof: possible.gprof,
      tails: possible.tails !== undefined,
    },
    lines: lines && linesHeader(lines),
    histograms: sum && { ...sum.layout, records: sum.records },
    listing: listing && listingHeader(listing),
    scenario,
    view,
    columns,
  }
}

/** Returns JSON in ASCII alone, which needs no encoder and which every tool can show. */
function asciiOf(json: string): Uint8Array<ArrayBuffer> {
  const ascii = json.replaceAll(
    /[^\0-\x7f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return Uint8Array.from(ascii, (character) => character.charCodeAt(0))
}

/** For loops over plain numbers. */
const asArray = (column: ArrayLike<number>): ArrayLike<number> => column

// Lines of functions, to columns.

function linesHeader({ files, names, calls }: AllLines): SavedLines {
  return { files: files.length, names: names.length, calls: calls !== null }
}

function addLines(columns: ColumnWriter, lines: AllLines): void {
  const { sections, line, ticks, unplaced, calls } = lines
  const rows = Array.from({ length: sections.length }, (_, at) => sections.first[at + 1] - sections.first[at])
  columns.add('lines.function', sections.f, 'delta')
  columns.add('lines.name', sections.name, 'signed')
  columns.add('lines.file', sections.file, 'delta')
  columns.add('lines.rows', rows, 'varint')
  columns.add('lines.line', line, 'delta')
  // For many lines only calls are known.
  columns.addSparse('lines.ticks.row', 'lines.ticks.value', ticks)
  columns.add('lines.unplaced.function', unplaced.f, 'delta')
  columns.add('lines.unplaced.value', unplaced.ticks, 'varint')
  columns.addStrings('lines.names', lines.names)
  columns.addStrings('lines.files', lines.files)
  if (!calls) return
  columns.add('lines.calls.parent', calls.parent, 'delta')
  columns.add('lines.calls.row', calls.row, 'delta')
  columns.add('lines.calls.child', calls.child, 'delta')
  columns.add('lines.calls.count', calls.count, 'varint')
  columns.add('lines.calls.sure', calls.isSure, 'bytes')
  columns.add('lines.calls.or', calls.orLine, 'varint')
}

// The rows of gprof's text, to columns: each number as it was printed.

/** Kinds of lines in an entry; their position is the number in the column. */
export const LINE_KINDS = ['parent', 'child', 'member'] as const

function listingHeader({ style, flat, graph, index }: RawListing): SavedListing {
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

function addListing(columns: ColumnWriter, { flat, graph, index }: RawListing): void {
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

/**
 * Values that are not finite. Their position here, in a column of exceptions, replaces them; see
 * `ColumnReader.printed`.
 */
export const NON_FINITE: readonly number[] = [Number.NaN, Infinity, -Infinity]

/** Factor of printed numbers, which have at most three decimals. */
export const PRINTED_UNIT = 1000

/** Collects the columns of a saved profile. `ColumnReader` reads them. */
export class ColumnWriter {
  /** The columns added so far, as the header lists them. */
  readonly entries: SavedColumn[] = []
  /** The bytes of each column. */
  readonly pieces: Uint8Array<ArrayBuffer>[] = []

  /**
   * Adds a column. Values that the encoding cannot hold make it f64.
   *
   * @param name unique in the file
   */
  add(name: string, values: ArrayLike<number>, wanted: ColumnEncoding): void {
    const { encoding, bytes } = encodeColumn(values, wanted)
    this.entries.push({ name, encoding, length: values.length, bytes: bytes.length })
    this.pieces.push(bytes)
  }

  /**
   * Adds a column that is mostly 0: the rows of other values, ascending, and those values, integers from 0.
   */
  addSparse(rowName: string, valueName: string, values: ArrayLike<number>): void {
    const rows: number[] = []
    for (let row = 0; row < values.length; row++) if (values[row] !== 0) rows.push(row)
    this.add(rowName, rows, 'delta')
    this.add(
      valueName,
      rows.map((row) => values[row]),
      'varint',
    )
  }

  /** Adds the strings of a packed table. */
  addStrings(name: string, { length, start, end, bytes }: StringTable): void {
    const lengths = new Float64Array(length)
    for (let row = 0; row < length; row++) lengths[row] = end[row] - start[row]
    this.add(`${name}.length`, lengths, 'varint')
    this.add(`${name}.bytes`, bytes.subarray(start[0], start[length]), 'bytes')
  }

  /**
   * Adds numbers as gprof prints them, with at most three decimals or not finite. Stored times 1000
   * and divided again, each is the same double: the nearest to what was printed.
   */
  addPrinted(name: string, values: readonly number[]): void {
    const odd = values.flatMap((value, row) => (Number.isFinite(value) ? [] : [row]))
    if (odd.length > 0) {
      this.add(`${name}.odd`, odd, 'delta')
      this.add(
        `${name}.oddity`,
        odd.map((row) => NON_FINITE.findIndex((one) => Object.is(one, values[row]))),
        'bytes',
      )
    }
    const finite = values.map((value) => (Number.isFinite(value) ? value : 0))
    const thousandths = finite.map((value) => Math.round(value * PRINTED_UNIT))
    const isSame = (value: number, row: number): boolean =>
      Object.is(thousandths[row] / PRINTED_UNIT, value) && Number.isSafeInteger(thousandths[row])
    if (finite.every(isSame)) this.add(`${name}.thousandths`, thousandths, 'signed')
    else this.add(name, finite, 'f64')
  }
}
