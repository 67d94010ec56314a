// Ranges of functions, nested or overlapping → one innermost function for every address.
import { lastAtOrBelow } from '../../base/binary-search.ts'
import { sortRowsByKey } from '../../base/radix-sort.ts'

/** Address ranges and whose they are, in the order of entries. None is empty; addresses are below 2^53. */
export interface OwnedRanges {
  readonly begin: number[]
  readonly end: number[]
  /** Position in the unit's list of functions. */
  readonly owner: number[]
}

/**
 * Cells between neighbouring borders; each belongs to one owner or, with −1, to none. The last row has no
 * cell: it is the last border.
 */
export interface OwnerCells {
  /** First link-time address of each cell, ascending. */
  readonly start: Float64Array
  readonly owner: Int32Array
}

/**
 * Divides code among the ranges that cover it. The smallest range that covers a cell owns it; of equally
 * small ones the later entry, which is the inner one. No ranges give no cells.
 */
export function buildOwnerCells({ begin, end, owner }: OwnedRanges): OwnerCells {
  const { length } = begin
  const start = bordersOf(begin, end)
  const cells = new Int32Array(start.length).fill(-1)
  /** From each cell to the next one without an owner, so that each cell is assigned once. */
  const next = new Uint32Array(start.length + 1)
  for (let cell = 0; cell < next.length; cell++) next[cell] = cell
  const size = new Float64Array(length)
  // Stable, so later ones first.
  const backwards = new Uint32Array(length)
  for (let range = 0; range < length; range++) {
    size[range] = end[range] - begin[range]
    backwards[range] = length - 1 - range
  }
  for (const range of sortRowsByKey(backwards, size)) {
    const stop = end[range]
    for (
      let cell = freeFrom(next, lastAtOrBelow(start, begin[range]));
      start[cell] < stop;
      cell = freeFrom(next, cell)
    ) {
      cells[cell] = owner[range]
      next[cell] = cell + 1
    }
  }
  return { start, owner: cells }
}

/** Shortens the way for those who come behind. */
function freeFrom(next: Uint32Array, cell: number): number {
  let free = cell
  while (next[free] !== free) {
    next[free] = next[next[free]]
    free = next[free]
  }
  return free
}

/** Ascending, each once. */
function bordersOf(begin: readonly number[], end: readonly number[]): Float64Array {
  const borders = new Float64Array(2 * begin.length)
  borders.set(begin)
  borders.set(end, begin.length)
  borders.sort()
  let kept = 0
  for (const border of borders) if (kept === 0 || border !== borders[kept - 1]) borders[kept++] = border
  return borders.slice(0, kept)
}

/**
 * Returns the cells that have an owner, as flat pairs of start and end (link-time addresses, end exclusive),
 * ascending.
 */
export function ownedPieces({ start, owner }: OwnerCells): number[] {
  const pieces: number[] = []
  // No cell starts at the last border.
  for (let cell = 0; cell + 1 < start.length; cell++)
    if (owner[cell] >= 0) pieces.push(start[cell], start[cell + 1])
  return pieces
}
