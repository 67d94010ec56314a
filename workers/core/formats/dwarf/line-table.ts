// A unit's line table, from the rows of its line program in gprof's order, and the paths of its files; the
// last few tables are remembered.
import { AnswerCache, type Unit } from './units.ts'
import { DwarfCursor } from './dwarf-cursor.ts'
import { gprofReadsLines } from './gprof-quirks.ts'
import { type DebugSections, DebugStrings } from './sections.ts'
import type { ProblemError } from '../../problems/problem-error.ts'
import {
  BYTES_OF_FILE,
  decodeLineHeader,
  decodeLineProgram,
  type LineHeader,
  type LineRows,
} from './line-program.ts'
import { lastAtOrBelow, sortRowsByKey } from '../../base/sorting.ts'
import type { RangePairs } from './ranges.ts'

/** The lines of a unit. */
export interface UnitLines {
  readonly table: LineTable
  /** Bytes, about. */
  readonly size: number
  /** Full path of a file by its number in the table; a binary string. */
  pathOf(file: number): Promise<string>
}

const MOST_REMEMBERED = 16
const BYTES_OF_ROW = 24

/** Reads the lines of units. */
export class UnitLinesReader {
  readonly #sections: DebugSections
  readonly #strings: DebugStrings
  readonly #gprofQuirks: boolean
  readonly #onTooMuch: (error: ProblemError) => void
  readonly #last = new AnswerCache<UnitLines>(MOST_REMEMBERED, ({ size }) => size)

  constructor(
    sections: DebugSections,
    strings: DebugStrings,
    gprofQuirks: boolean,
    onTooMuch: (error: ProblemError) => void,
  ) {
    this.#sections = sections
    this.#strings = strings
    this.#gprofQuirks = gprofQuirks
    this.#onTooMuch = onTooMuch
  }

  /** The unit has lines. Errors: ProblemError `dwarf/…`. */
  read(unit: Unit): Promise<UnitLines> {
    return this.#last.of(unit.header.start, () => this.#read(unit))
  }

  async #read(unit: Unit): Promise<UnitLines> {
    const section = await this.#sections.need('.debug_line')
    const { linesAt } = unit.entry
    const end = await section.decodeAt(linesAt, 12, (cursor) => cursor.initialLength().length + cursor.at)
    const cursor = new DwarfCursor(await section.read(linesAt, end))
    const header = decodeLineHeader(cursor, unit.header.addressSize)
    if (this.#gprofQuirks && !gprofReadsLines(unit, header)) section.damaged(linesAt, 'line header')
    const rules = { gprofQuirks: this.#gprofQuirks, addressSize: unit.header.addressSize }
    const rows = decodeLineProgram(cursor, header, end, rules, this.#onTooMuch)
    const table = buildLineTable(rows, this.#gprofQuirks)
    const paths = new Map<number, Promise<string>>()
    const size =
      BYTES_OF_ROW * table.address.length + BYTES_OF_FILE * (header.files.length + header.directories.length)
    return {
      table,
      size,
      pathOf: (file) => {
        const path = paths.get(file) ?? this.#readPath(unit, header, file)
        paths.set(file, path)
        return path
      },
    }
  }

  async #readPath(unit: Unit, header: LineHeader, number: number): Promise<string> {
    const entry = header.files[number]
    if (entry === undefined) return UNKNOWN_FILE
    const { strOffsetsBase, compDir } = unit.entry
    const here = { unit: header, strOffsetsBase, home: '.debug_line' } as const
    const file = await this.#strings.read(entry.path, here)
    if (file === null) return UNKNOWN_FILE
    const directory = header.directories[entry.directory]
    const path = composePath({
      file,
      directory: directory === undefined ? null : await this.#strings.read(directory, here),
      compilation: await this.#strings.read(compDir, {
        unit: unit.header,
        strOffsetsBase,
        home: '.debug_info',
      }),
    })
    this.#strings.add(path.length, '.debug_line')
    return path
  }
}

/**
 * Rows of a line program to a table for lookups by address.
 *
 * A sequence is a run of rows up to an end row or the end of the program, and covers the addresses
 * from its first to its last row. Of rows at one address in one sequence the last wins. A row below
 * earlier rows, which no compiler writes, is inserted in order, and wins there only if it is the
 * first.
 *
 * Sequences are sorted by their starts. One within earlier ones is dropped, one that overlaps them
 * begins where they end. Of equal sequences, from a linker that folds equal functions, the last
 * stays.
 *
 * Source: behaviour of GNU gprof 2.40; see docs/formats/dwarf.md.
 */

/** Rows of a unit's line program, sorted for lookups by address. */
export interface LineTable {
  /** Ascending and disjoint; one row per sequence. */
  readonly sequenceStart: Float64Array
  readonly sequenceEnd: Float64Array
  /** First row of each sequence, and the row behind its last. */
  readonly firstRow: Uint32Array
  readonly endRow: Uint32Array
  /** Ascending within a sequence. */
  readonly address: Float64Array
  readonly file: Uint32Array
  readonly line: Uint32Array
  /** All addresses between the rows of sequences that end, as flat pairs. */
  readonly covered: RangePairs
  /** Whether the program ends within a sequence. */
  readonly isCut: boolean
}

interface Sequence {
  start: number
  readonly end: number
  readonly firstRow: number
  readonly endRow: number
}

/** `gprofQuirks`: where sequences start that go back to before their first row. */
export function buildLineTable(rows: LineRows, gprofQuirks = false): LineTable {
  const sequences: Sequence[] = []
  const covered: number[] = []
  for (let from = 0, row = 0; row < rows.length; row++) {
    const isEnd = rows.isEnd[row] === 1
    if (!isEnd && row + 1 < rows.length) continue
    const behind = isEnd ? row : row + 1
    const late = listLateRows(rows, from, behind)
    let start = rows.address[from]
    if (late.length > 0) {
      if (gprofQuirks) start = gprofsStart(rows, from, behind, late)
      placeLateRows(rows, from, behind, late)
      if (!gprofQuirks) start = rows.address[from]
    }
    const end = rows.address[row]
    if (isEnd) covered.push(Math.min(rows.address[from], end), exact(Math.max(rows.address[behind - 1], end)))
    // Beyond 2^53 lie the sequences of code that the linker left out.
    if (start < end && start < Number.MAX_SAFE_INTEGER)
      sequences.push({ start, end: exact(end), firstRow: from, endRow: row })
    from = row + 1
  }
  const kept = dropOverlaps(sequences)
  return {
    sequenceStart: Float64Array.from(kept, ({ start }) => start),
    sequenceEnd: Float64Array.from(kept, ({ end }) => end),
    firstRow: Uint32Array.from(kept, ({ firstRow }) => firstRow),
    endRow: Uint32Array.from(kept, ({ endRow }) => endRow),
    address: rows.address,
    file: rows.file,
    line: rows.line,
    covered,
    isCut: rows.length > 0 && rows.isEnd[rows.length - 1] === 0,
  }
}

const exact = (address: number): number => Math.min(address, Number.MAX_SAFE_INTEGER)

function dropOverlaps(sequences: Sequence[]): readonly Sequence[] {
  // At equal starts the longer one comes first and so contains the others.
  sequences.reverse().sort((left, right) => left.start - right.start || right.end - left.end)
  const kept: Sequence[] = []
  let reached = -1
  for (const sequence of sequences) {
    if (sequence.end <= reached) continue
    sequence.start = Math.max(sequence.start, reached)
    reached = sequence.end
    kept.push(sequence)
  }
  return kept
}

/** Row that covers the address, or −1. */
export function findRow(table: LineTable, address: number): number {
  const sequence = lastAtOrBelow(table.sequenceStart, address)
  if (sequence < 0 || address >= table.sequenceEnd[sequence]) return -1
  let low = table.firstRow[sequence]
  let high = table.endRow[sequence]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (table.address[middle] <= address) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Rows that lie below others made before them in their sequence: where they belong, and what they do to its start. No compiler
 * writes any; a program that goes back by setting an address would.
 *
 * Source:  behaviour of GNU gprof 2.40, whose library puts each row before the equal ones, unless it equals the highest so far:
 *          then it takes that one's place.
 */

/** Beyond so many comparisons a sequence starts at its lowest row. */
const MOST_COMPARISONS = 1e5

/** In the order in which they were made; rows from `from` up to `to`. */
export function listLateRows(rows: LineRows, from: number, to: number): readonly number[] {
  const late: number[] = []
  let highest = from
  for (let row = from + 1; row < to; row++) {
    if (compare(rows, row, highest) < 0) late.push(row)
    else highest = row
  }
  return late
}

/** Sorts the rows; of equal ones the effective row comes last. */
function placeLateRows(rows: LineRows, from: number, to: number, late: readonly number[]): void {
  // The late ones backwards, then those in time.
  const made = new Uint32Array(to - from)
  let nth = late.length
  for (let row = from, before = 0; row < to; row++) {
    if (row === late[before]) made[late.length - ++before] = row - from
    else made[nth++] = row - from
  }
  const byOperation = sortRowsByKey(made, rows.operation.subarray(from, to))
  const addresses = rows.address.slice(from, to).map((address) => Math.min(address, Number.MAX_SAFE_INTEGER))
  const order = sortRowsByKey(byOperation, addresses)
  for (const column of [rows.address, rows.operation, rows.file, rows.line]) {
    const before = column.slice(from, to)
    for (let at = 0; at < order.length; at++) column[from + at] = before[order[at]]
  }
}

/**
 * Where gprof has the sequence start: at its first row, or at the lowest for which it had to search its place. It looks first
 * where it has put the last one.
 */
export function gprofsStart(rows: LineRows, from: number, to: number, late: readonly number[]): number {
  const { address } = rows
  if (late.length * (to - from) > MOST_COMPARISONS)
    return late.reduce((least, row) => Math.min(least, address[row]), address[from])
  let start = address[from]
  let [above, below] = [from, -1]
  for (const row of late) {
    const isThere = compare(rows, row, above) <= 0 && (below < 0 || compare(rows, row, below) > 0)
    if (!isThere) {
      above = nextAbove(rows, from, row)
      start = Math.min(start, address[row])
    }
    below = row
  }
  return start
}

/** The lowest of the rows made before that is not below this one. */
function nextAbove(rows: LineRows, from: number, row: number): number {
  let found = -1
  for (let other = from; other < row; other++)
    if (compare(rows, other, row) >= 0 && (found < 0 || compare(rows, other, found) < 0)) found = other
  return found
}

const compare = ({ address, operation }: LineRows, left: number, right: number): number =>
  address[left] - address[right] || operation[left] - operation[right]

// Directory and file entries → one path, put together as gprof does.

/** Name of a file whose number has no entry. */
export const UNKNOWN_FILE = '<unknown>'

/** A path in parts, before it is joined. */
export interface PathParts {
  readonly file: string
  /** Entry of the directory table, or null where the file names none. */
  readonly directory: string | null
  /** The unit's compilation directory, or null where it has none. */
  readonly compilation: string | null
}

/** Never simplified: `./` and `./` stay as the compiler wrote them. All are binary strings. */
function composePath({ file, directory, compilation }: PathParts): string {
  if (isAbsolute(file)) return file
  const parts: string[] = []
  if (compilation !== null && (directory === null || !isAbsolute(directory))) parts.push(compilation)
  if (directory !== null) parts.push(directory)
  return [...parts, file].join('/')
}

const isAbsolute = (path: string): boolean => path.startsWith('/')
