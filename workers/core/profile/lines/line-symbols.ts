/**
 * Builds the symbol table of gprof's `-l`: one symbol for each line of code, and each function in
 * place of the line it begins with.
 *
 * A line is no function, so calls still count for functions. Each line's range ends at the next
 * symbol, while a function keeps its whole range. A look-up takes the nearest start at or below
 * an address.
 *
 * Source: behaviour of GNU gprof 2.40, where it does not fail; see docs/differences.md.
 */
import { asColumn, NONE } from '../../base/columns.ts'
import {
  isSameString,
  sharedStrings,
  stringAt,
  type StringIndex,
  StringTableBuilder,
  stringTableOf,
  TextNumbers,
} from '../../base/string-table.ts'
import type { StringTable } from '../../base/packed-strings.ts'
import type { SourceLocations, SourceRuns } from '../../formats/source-lines.ts'
import { FunctionLocator } from '../../symbols/function-locator.ts'
import { type SymbolTable, withoutEmptyLast } from '../../symbols/symbol-table.ts'
import type { SourceTable } from '../call-graph-profile.ts'

/** A symbol table with the source positions of its symbols. */
export interface PlacedSymbols {
  readonly symbols: SymbolTable
  readonly sources: SourceTable
}

interface Place {
  readonly file: number
  readonly line: number
}

/**
 * Returns the symbols, unchanged, with their source positions.
 *
 * @param addresses of all accepted symbols, aliases included, in the order of the executable's symbol table;
 *   files are numbered in the order of these
 * @param located source position of each address
 */
export function placeSymbols(
  symbols: SymbolTable,
  addresses: ArrayLike<number>,
  located: SourceLocations,
): PlacedSymbols {
  const files = new TextNumbers()
  const places = placesOf(addresses, located, files)
  const rows = Array.from({ length: symbols.length }, (_, f) => places.get(symbols.address[f]))
  return { symbols, sources: sourceTable(rows, files) }
}

/**
 * Builds gprof's symbol table for `-l`: functions and lines, each a symbol, ascending by address.
 *
 * @param addresses of all accepted symbols; see `placeSymbols`
 * @param located source position of each address
 * @param runs line runs of the whole program
 * @param textLast link-time address of the last byte of the code
 */
export function buildLineSymbols(
  functions: SymbolTable,
  addresses: ArrayLike<number>,
  located: SourceLocations,
  runs: SourceRuns,
  textLast: number,
): PlacedSymbols {
  const files = new TextNumbers()
  const places = placesOf(addresses, located, files)
  const names = bothTables(runs.names, functions.names)
  const rows = functionRows(functions, places, nameRows(functions, runs))
  const lines = lineRows(functions, runs, files)
  const placed = (symbols: SymbolTable, of: readonly Row[]): PlacedSymbols => ({
    symbols,
    sources: sourceTable(
      of.map(({ place }) => place),
      files,
    ),
  })
  if (lines.length === 0) {
    const symbols = withoutEmptyLast(functions)
    return placed(symbols, rows.slice(0, symbols.length))
  }
  const kept = mergeRows([...lines, ...rows], names, textLast)
  const { prefix, isMapped } = functions
  const symbols: SymbolTable = {
    length: kept.length,
    address: Float64Array.from(kept, ({ address }) => address),
    last: Float64Array.from(kept, ({ last }) => last ?? textLast),
    isStatic: Uint8Array.from(kept, (row) => Number(row.isStatic)),
    isFunction: Uint8Array.from(kept, (row) => Number(row.isFunction)),
    names: sharedStrings(
      names,
      kept.map(({ name }) => name),
    ),
    lastIsOpen: kept.length === lines.length + rows.length,
    ...(prefix === undefined ? {} : { prefix }),
    ...(isMapped ? { isMapped: Uint8Array.from(kept, (row) => Number(row.isMapped)) } : {}),
  }
  return placed(symbols, kept)
}

/**
 * Concatenates two tables. There are many lines, and names may be long, so each name stays in its
 * own table once.
 */
function bothTables(one: StringTable, other: StringTable): StringTable {
  const both = new StringTableBuilder()
  for (const { length, bytes, start, end } of [one, other]) {
    for (let row = 0; row < length; row++) both.addBytes(bytes, start[row], end[row])
  }
  return both.take()
}

/**
 * Returns for each function the row of its name in the joined table: the row of the code it
 * begins with, if both names are equal.
 */
function nameRows({ length, address, names }: SymbolTable, runs: SourceRuns): Int32Array {
  const rows = new Int32Array(length)
  let run = 0
  for (let f = 0; f < length; f++) {
    while (run + 1 < runs.length && runs.start[run + 1] <= address[f]) run++
    const name = run < runs.length ? runs.name[run] : NONE
    const isSame = name >= 0 && isSameString(runs.names, name, names, f)
    rows[f] = isSame ? name : runs.names.length + f
  }
  return rows
}

function functionRows(functions: SymbolTable, places: ReadonlyMap<number, Place>, nameOf: Int32Array): Row[] {
  return Array.from({ length: functions.length }, (_, f) => ({
    address: functions.address[f],
    last: functions.last[f],
    isFunction: functions.isFunction[f] === 1,
    isStatic: functions.isStatic[f] === 1,
    name: nameOf[f],
    place: places.get(functions.address[f]),
    isMapped: functions.isMapped?.[f] === 1,
  }))
}

/** Makes a row wherever another line or function begins. */
function lineRows(functions: SymbolTable, runs: SourceRuns, files: TextNumbers): Row[] {
  const locator = new FunctionLocator(functions)
  const rows: Row[] = []
  let before = -1
  let isStatic = false
  for (let run = 0; run < runs.length; run++) {
    if (runs.file[run] < 0) continue
    const sameFunction =
      before >= 0 && runs.file[run] === runs.file[before] && runs.name[run] === runs.name[before]
    if (sameFunction && runs.line[run] === runs.line[before]) continue
    const address = runs.start[run]
    if (!sameFunction) {
      const around = locator.at(address)
      isStatic = around >= 0 && functions.isStatic[around] === 1
    }
    const file = files.of(stringAt(runs.files, runs.file[run] as StringIndex))
    rows.push({
      address,
      last: null,
      isFunction: false,
      isStatic,
      name: runs.name[run],
      place: { file, line: runs.line[run] },
      isMapped: false,
    })
    before = run
  }
  return rows
}

interface Row {
  readonly address: number
  /** Null until the next symbol closes the range. */
  last: number | null
  readonly isFunction: boolean
  readonly isStatic: boolean
  /** Row in the joined name table. */
  readonly name: number
  readonly place: Place | undefined
  readonly isMapped: boolean
}

/**
 * Sorts the rows, keeps one per address and drops ranges that end before they begin. Symbols
 * without an end get one.
 */
function mergeRows(rows: readonly Row[], names: StringTable, textLast: number): Row[] {
  const sorted = [...rows].sort(
    (left, right) =>
      left.address - right.address ||
      Number(right.isFunction) - Number(left.isFunction) ||
      Number(left.isStatic) - Number(right.isStatic),
  )
  const kept: Row[] = []
  for (const row of sorted) {
    const previous = kept.at(-1)
    if (previous?.address === row.address) {
      if (replaces(row, previous, names)) kept[kept.length - 1] = row
      continue
    }
    if (previous && previous.last === null) previous.last = row.address - 1
    if (previous === undefined || row.last === null || row.address <= row.last) kept.push(row)
  }
  const final = kept.at(-1)
  if (final && final.last === null) final.last = textLast
  return kept
}

function replaces(row: Row, kept: Row, names: StringTable): boolean {
  if (row.isStatic !== kept.isStatic) return !row.isStatic
  if (row.isFunction !== kept.isFunction) return row.isFunction
  const [rowUnderscore, keptUnderscore] = [row, kept].map(({ name }) => isUnderscore(names, name, 0))
  if (rowUnderscore !== keptUnderscore) return keptUnderscore
  return rowUnderscore && isUnderscore(names, kept.name, 1) && !isUnderscore(names, row.name, 1)
}

const UNDERSCORE = 0x5f

function isUnderscore({ bytes, start, end }: StringTable, name: number, nth: number): boolean {
  const at = start[name] + nth
  return at < end[name] && bytes[at] === UNDERSCORE
}

function placesOf(
  addresses: ArrayLike<number>,
  located: SourceLocations,
  files: TextNumbers,
): ReadonlyMap<number, Place> {
  const places = new Map<number, Place>()
  for (let row = 0; row < located.length; row++) {
    if (located.file[row] < 0) continue
    const file = files.of(stringAt(located.files, located.file[row] as StringIndex))
    places.set(addresses[row], { file, line: located.line[row] })
  }
  return places
}

function sourceTable(places: readonly (Place | undefined)[], files: TextNumbers): SourceTable {
  const fileOf = Int32Array.from(places, (place) => place?.file ?? NONE)
  const lineOf = Int32Array.from(places, (place) => place?.line ?? NONE)
  return {
    fileOf: asColumn(fileOf),
    lineOf,
    files: stringTableOf(files.texts),
  }
}
