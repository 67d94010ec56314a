// Widths of lines on screen: as they are, or with runs of blanks reduced to one.
import type { LineLength } from '../reports/verify-listing.ts'

const SPACE = 0x20

/**
 * Returns the width of the line in the bytes from `from` up to, not including, `to`: in bytes, and with runs
 * of blanks counted as one.
 */
export function lengthOfLine(bytes: Uint8Array, from: number, to: number): LineLength {
  let spared = 0
  for (let at = from + 1; at < to; at++) if (bytes[at] === SPACE && bytes[at - 1] === SPACE) spared++
  return { letters: to - from, squeezed: to - from - spared }
}

/** Longest width counted; no screen is wider. */
const MOST = 1023
/** One in this many lines may be wider than the usual width. */
const FEW = 200

/**
 * Finds the width that nearly all lines keep to, so that one long name does not determine the
 * layout.
 */
export class LineLengths {
  readonly #letters = new Uint32Array(MOST + 1)
  readonly #squeezed = new Uint32Array(MOST + 1)
  #lines = 0

  /** Counts a line. */
  add({ letters, squeezed }: LineLength): void {
    this.#lines++
    this.#letters[Math.min(letters, MOST)]++
    this.#squeezed[Math.min(squeezed, MOST)]++
  }

  /** Returns the width that all lines but one in 200 keep to; of fewer than 200 lines that of the longest. */
  usual(): LineLength {
    // Of few lines all count, since each is a large part of the screen.
    const left = Math.floor(this.#lines / FEW)
    return { letters: exceededBy(left, this.#letters), squeezed: exceededBy(left, this.#squeezed) }
  }
}

/** Returns the least width that at most `lines` lines exceed. */
function exceededBy(lines: number, counts: Uint32Array): number {
  let longer = 0
  for (let length = MOST; length > 0; length--) {
    longer += counts[length]
    if (longer > lines) return length
  }
  return 0
}
