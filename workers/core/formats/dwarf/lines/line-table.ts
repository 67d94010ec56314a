/**
 * Rows of a line program → a table to look addresses up in.
 *
 * A sequence is a run of rows up to one that ends it; it covers the addresses from its first row to its end. Of rows at
 * one address in one sequence the last wins. Sequences stand in order of their starts; one that lies within those before
 * it is dropped, one that overlaps them begins where they end. Of equal ones, as a linker makes them that folds equal
 * functions into one, the last stays.
 *
 * Source:  behaviour of GNU gprof 2.40; see docs/formats/dwarf.md.
 */
import { sortRowsByKey } from '../../../base/radix-sort.ts'
import { lastAtOrBelow } from '../../../base/search.ts'
import type { LineRows } from './decode-program.ts'

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
}

interface Sequence {
  start: number
  readonly end: number
  readonly firstRow: number
  readonly endRow: number
}

export function buildLineTable(rows: LineRows): LineTable {
  const sequences: Sequence[] = []
  for (let from = 0, row = 0; row < rows.length; row++) {
    if (rows.isEnd[row] === 0) continue
    // Beyond 2^53 lie the sequences of code that the linker left out.
    if (rows.address[row] <= Number.MAX_SAFE_INTEGER) {
      sortSequence(rows, from, row)
      const start = from < row ? rows.address[from] : rows.address[row]
      if (start < rows.address[row]) {
        sequences.push({ start, end: rows.address[row], firstRow: from, endRow: row })
      }
    }
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
  }
}

/** Rows of one sequence by address, equal ones in the order in which they were made. They nearly always are already. */
function sortSequence(rows: LineRows, from: number, to: number): void {
  let row = from + 1
  while (row < to && rows.address[row - 1] <= rows.address[row]) row++
  if (row >= to) return
  const address = rows.address.slice(from, to)
  const file = rows.file.slice(from, to)
  const line = rows.line.slice(from, to)
  const order = sortRowsByKey(
    Uint32Array.from(address, (_, nth) => nth),
    address,
  )
  order.forEach((old, nth) => {
    rows.address[from + nth] = address[old]
    rows.file[from + nth] = file[old]
    rows.line[from + nth] = line[old]
  })
}

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

/** All addresses that have a row, as flat pairs. */
export function coveredBy({ sequenceStart, sequenceEnd }: LineTable): number[] {
  return Array.from(sequenceStart).flatMap((start, sequence) => [start, sequenceEnd[sequence]])
}
