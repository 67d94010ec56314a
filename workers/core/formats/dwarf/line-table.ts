// Rows of a line program to a table for lookups by address.
//
// A sequence is a run of rows up to an end row or the end of the program, and covers the addresses
// from its first to its last row. Of rows at one address in one sequence the last wins. A row below
// earlier rows, which no compiler writes, is inserted in order, and wins there only if it is the
// first.
//
// Sequences are sorted by their starts. One within earlier ones is dropped, one that overlaps them
// begins where they end. Of equal sequences, from a linker that folds equal functions, the last
// stays.
//
// Source: behaviour of GNU gprof 2.40; see docs/formats/dwarf.md.
import type { RangePairs } from './ranges.ts'
import { lastAtOrBelow } from '../../base/binary-search.ts'
import type { LineRows } from './line-program.ts'
import { listLateRows, gprofsStart, placeLateRows } from './late-rows.ts'

/** Rows of a unit's line program, sorted for lookups by link-time address. */
export interface LineTable {
  /** Start and end of each sequence, end exclusive; ascending and disjoint. */
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

/**
 * Builds a unit's line table from the rows of its line program. No rows give an empty table.
 *
 * The rows of each sequence are sorted by address in place, and the table shares the columns of `rows`. Where
 * sequences overlap, the later start is moved up to where the sequence before ends; a sequence within another
 * is dropped.
 *
 * @param gprofQuirks whether a sequence that goes back to before its first row starts where it does for gprof
 */
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

/** Returns the row whose code holds the link-time address; −1 if no sequence does. */
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
