// From columns to the lines of functions. Throws `saved/damaged`.
import { NONE } from '../base/columns.ts'
import type { SavedLines } from '../formats/saved-profile/types.ts'
import { lastAtOrBelow } from '../base/binary-search.ts'
import type { AllCalls, AllLines } from '../profile/lines/all-lines.ts'
import { ColumnReader } from './column-reader.ts'

const LARGEST_LINE = 2 ** 32 - 1

export function restoreLines(read: ColumnReader, functions: number, saved: SavedLines): AllLines {
  const sections = restoreSections(read, functions, saved)
  const total = sections.first[sections.length]
  const line = Uint32Array.from(read.indexes('lines.line', total, LARGEST_LINE + 1, 1))
  requireAscending(read, sections.first, line)
  const ticks = new Float64Array(total)
  const sampled = read.ascending('lines.ticks.row', total)
  const values = read.numbers('lines.ticks.value', sampled.length, isCount)
  sampled.forEach((row, at) => {
    ticks[row] = values[at]
  })
  const unplaced = read.ascending('lines.unplaced.function', functions)
  return {
    sections,
    line,
    ticks,
    unplaced: {
      length: unplaced.length,
      f: Int32Array.from(unplaced),
      ticks: read.numbers('lines.unplaced.value', unplaced.length, isCount),
    },
    calls: saved.calls ? restoreCalls(read, functions, sections) : null,
    names: read.strings('lines.names', saved.names),
    files: read.strings('lines.files', saved.files),
  }
}

const isCount = (value: number): boolean => value >= 0

function restoreSections(read: ColumnReader, functions: number, saved: SavedLines): AllLines['sections'] {
  const f = functionsInOrder(read, 'lines.function', functions)
  const { length } = f
  const rows = read.numbers('lines.rows', length, (value) => Number.isInteger(value) && value > 0)
  const first = new Uint32Array(length + 1)
  let total = 0
  for (let at = 0; at < length; at++) {
    total += rows[at]
    if (total > LARGEST_LINE) throw read.damaged('lines.rows')
    first[at + 1] = total
  }
  return {
    length,
    f,
    name: Int32Array.from(read.indexes('lines.name', length, saved.names, NONE)),
    file: Int32Array.from(read.indexes('lines.file', length, saved.files)),
    first,
  }
}

/** A function may occur more than once. */
function functionsInOrder(read: ColumnReader, name: string, functions: number): Int32Array<ArrayBuffer> {
  const isNext = (value: number, before: number): boolean =>
    Number.isInteger(value) && value >= 0 && value < functions && value >= before
  return Int32Array.from(read.numbers(name, null, isNext))
}

function requireAscending(read: ColumnReader, first: Uint32Array, line: Uint32Array): void {
  for (let at = 0; at + 1 < first.length; at++)
    for (let row = first[at] + 1; row < first[at + 1]; row++)
      if (line[row] <= line[row - 1]) throw read.damaged('lines.line')
}

function restoreCalls(read: ColumnReader, functions: number, { f, first }: AllLines['sections']): AllCalls {
  const parent = functionsInOrder(read, 'lines.calls.parent', functions)
  const { length } = parent
  const row = Int32Array.from(read.indexes('lines.calls.row', length, first[f.length], NONE))
  for (let at = 0; at < length; at++)
    if (row[at] >= 0 && f[lastAtOrBelow(first, row[at])] !== parent[at]) throw read.damaged('lines.calls.row')
  return {
    length,
    parent,
    row,
    child: Int32Array.from(read.indexes('lines.calls.child', length, functions)),
    count: read.numbers('lines.calls.count', length, isCount),
    isSure: read.bytes('lines.calls.sure', length).map((value) => value & 1),
    orLine: Uint32Array.from(read.indexes('lines.calls.or', length, LARGEST_LINE + 1)),
  }
}
