// Ranges of functions, nested and overlapping → one innermost function for every address.
import { lastAtOrBelow } from '../../../base/search.ts'

/** Address ranges and whose they are, in the order of entries. */
export interface OwnedRanges {
  readonly begin: number[]
  readonly end: number[]
  readonly owner: number[]
}

/** Cells between neighbouring borders; each belongs to one owner or, with −1, to none. */
export interface OwnerCells {
  /** Ascending. */
  readonly start: Float64Array
  readonly owner: Int32Array
}

/** The smallest range that covers a cell wins; of equally small ones the later entry, which is the inner one. */
export function buildOwnerCells({ begin, end, owner }: OwnedRanges): OwnerCells {
  const start = Float64Array.from(new Set([...begin, ...end])).sort()
  const cells = new Int32Array(start.length).fill(-1)
  const order = owner.map((_, range) => range)
  order.sort((left, right) => end[left] - begin[left] - (end[right] - begin[right]) || right - left)
  /** From each cell towards the next one nobody owns yet, so that each is given away once. */
  const next = Int32Array.from({ length: start.length + 1 }, (_, cell) => cell)
  const freeFrom = (cell: number): number => {
    let free = cell
    while (next[free] !== free) {
      next[free] = next[next[free]]
      free = next[free]
    }
    return free
  }
  for (const range of order) {
    const last = lastAtOrBelow(start, end[range])
    for (let cell = freeFrom(lastAtOrBelow(start, begin[range])); cell < last; cell = freeFrom(cell)) {
      cells[cell] = owner[range]
      next[cell] = cell + 1
    }
  }
  return { start, owner: cells }
}

/** The cells that belong to somebody, as flat pairs. */
export function ownedPieces({ start, owner }: OwnerCells): number[] {
  const pieces: number[] = []
  // The last border begins nobody's cell.
  for (let cell = 0; cell + 1 < start.length; cell++)
    if (owner[cell] >= 0) pieces.push(start[cell], start[cell + 1])
  return pieces
}
