// One unit's line table, ranges and functions → stretches of code between neighbouring changes of any of them.
import { lastAtOrBelow } from '../../base/search.ts'
import type { ElfNames } from './functions/elf-names.ts'
import type { OwnerCells } from './functions/function-ranges.ts'
import type { LineTable } from './lines/line-table.ts'

/** Called once for each stretch, ascending within a sequence. `symbol` names it where `owner` is −1. */
export type OnStretch = (
  start: number,
  end: number,
  file: number,
  line: number,
  owner: number,
  symbol: number,
) => void

export interface UnitPieces {
  readonly table: LineTable
  /** Where the unit says its code is, as flat pairs; null if it does not say. */
  readonly ranges: readonly number[] | null
  readonly cells: OwnerCells
  readonly symbols: ElfNames
}

export function listStretches(pieces: UnitPieces, from: number, to: number, onStretch: OnStretch): void {
  const { table, ranges } = pieces
  const allowed = ranges === null ? [from, to] : mergeRanges(ranges)
  for (let sequence = 0; sequence < table.sequenceStart.length; sequence++) {
    const low = Math.max(from, table.sequenceStart[sequence])
    const high = Math.min(to, table.sequenceEnd[sequence])
    for (let pair = 0; pair < allowed.length; pair += 2) {
      const begin = Math.max(low, allowed[pair])
      const end = Math.min(high, allowed[pair + 1])
      if (begin < end) listRows(pieces, sequence, begin, end, onStretch)
    }
  }
}

/** Ascending and disjoint. */
function mergeRanges(ranges: readonly number[]): readonly number[] {
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
  { cells, symbols }: UnitPieces,
  begin: number,
  end: number,
  file: number,
  line: number,
  onStretch: OnStretch,
): void {
  let cell = lastAtOrBelow(cells.start, begin)
  for (let at = begin; at < end; cell++) {
    const border = cell + 1 < cells.start.length ? Math.min(end, cells.start[cell + 1]) : end
    const owner = cell < 0 ? -1 : cells.owner[cell]
    if (owner >= 0) onStretch(at, border, file, line, owner, -1)
    else splitBySymbol(symbols, at, border, file, line, onStretch)
    at = border
  }
}

function splitBySymbol(
  symbols: ElfNames,
  begin: number,
  end: number,
  file: number,
  line: number,
  onStretch: OnStretch,
): void {
  for (let at = begin; at < end;) {
    const symbol = symbols.ask(at)
    const border = Math.min(end, symbols.heldUntil())
    // Without any name gprof takes no line either.
    if (symbol >= 0) onStretch(at, border, file, line, -1, symbol)
    at = border
  }
}
