// Stretches of code of one unit, each of one line in one function, from its line table, ranges,
// functions.
import type { LineTable } from './line-table.ts'
import { ElfNames } from './elf-names.ts'
import type { OwnerCells } from './function-ranges.ts'
import { firstPlace, lastAtOrBelow } from '../../base/binary-search.ts'

/** Called once for each stretch, ascending within a sequence. `symbol` names it where `owner` is −1; where both are −1 nothing does. */
export type OnStretch = (
  start: number,
  end: number,
  file: number,
  line: number,
  owner: number,
  symbol: number,
) => void

/** The parts of a unit that describe code. */
export interface UnitPieces {
  readonly table: LineTable
  /** Where the unit says its code is, as flat pairs, ascending and disjoint; null if it does not say. */
  readonly ranges: readonly number[] | null
  readonly cells: OwnerCells
  readonly symbols: ElfNames
  /** Whether code without any name has no line either. */
  readonly leavesNamelessOut: boolean
}

/**
 * Calls `onStretch` for each stretch of one file, line and function from `from` up to, not including, `to`
 * (link-time addresses). Code without a line is left out.
 */
export function listStretches(pieces: UnitPieces, from: number, to: number, onStretch: OnStretch): void {
  const { sequenceStart, sequenceEnd } = pieces.table
  const allowed = pieces.ranges ?? [from, to]
  const pairs = allowed.length / 2
  let sequence = Math.max(0, lastAtOrBelow(sequenceStart, from))
  let pair = firstPlace(pairs, (nth) => allowed[2 * nth + 1] <= from)
  // Both ascend: whichever ends first gives way to its next.
  while (
    sequence < sequenceStart.length &&
    pair < pairs &&
    Math.max(sequenceStart[sequence], allowed[2 * pair]) < to
  ) {
    const rangeEnd = allowed[2 * pair + 1]
    const begin = Math.max(from, sequenceStart[sequence], allowed[2 * pair])
    const end = Math.min(to, sequenceEnd[sequence], rangeEnd)
    if (begin < end) listRows(pieces, sequence, begin, end, onStretch)
    if (sequenceEnd[sequence] <= rangeEnd) sequence++
    else pair++
  }
}

/**
 * Returns ranges sorted, with those that overlap or touch merged.
 *
 * @param ranges flat pairs of start and end in any order; not changed
 * @returns flat pairs, ascending and disjoint
 */
export function mergeRanges(ranges: readonly number[]): readonly number[] {
  const order: number[] = []
  for (let pair = 0; pair < ranges.length; pair += 2) order.push(pair)
  order.sort((left, right) => ranges[left] - ranges[right])
  const merged: number[] = []
  for (const pair of order) {
    const last = merged.length - 1
    if (last > 0 && ranges[pair] <= merged[last]) merged[last] = Math.max(merged[last], ranges[pair + 1])
    else merged.push(ranges[pair], ranges[pair + 1])
  }
  return merged
}

function listRows(
  pieces: UnitPieces,
  sequence: number,
  begin: number,
  end: number,
  onStretch: OnStretch,
): void {
  const { address, file, line, firstRow, endRow } = pieces.table
  const last = endRow[sequence]
  let row = firstRow[sequence] + lastAtOrBelow(address.subarray(firstRow[sequence], last), begin)
  let at = begin
  while (at < end && row < last) {
    const next = row + 1 < last ? Math.min(end, address[row + 1]) : end
    if (next > at) {
      if (line[row] !== 0) splitByFunction(pieces, at, next, file[row], line[row], onStretch)
      at = next
    }
    row++
  }
}

function splitByFunction(
  pieces: UnitPieces,
  begin: number,
  end: number,
  file: number,
  line: number,
  onStretch: OnStretch,
): void {
  const { cells } = pieces
  let cell = lastAtOrBelow(cells.start, begin)
  for (let at = begin; at < end; cell++) {
    const border = cell + 1 < cells.start.length ? Math.min(end, cells.start[cell + 1]) : end
    const owner = cell < 0 ? -1 : cells.owner[cell]
    if (owner >= 0) onStretch(at, border, file, line, owner, -1)
    else splitBySymbol(pieces, at, border, file, line, onStretch)
    at = border
  }
}

function splitBySymbol(
  { symbols, leavesNamelessOut }: UnitPieces,
  begin: number,
  end: number,
  file: number,
  line: number,
  onStretch: OnStretch,
): void {
  for (let at = begin; at < end;) {
    const symbol = symbols.ask(at)
    const border = Math.min(end, symbols.heldUntil())
    if (symbol >= 0 || !leavesNamelessOut) onStretch(at, border, file, line, -1, symbol)
    at = border
  }
}
