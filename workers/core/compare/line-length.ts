// How much room a line of a listing takes on screen: as it is, and with one space for several.
import type { LineLength } from '../reports/comparison.ts'

const SPACE = 0x20

export function lengthOfLine(bytes: Uint8Array, from: number, to: number): LineLength {
  let spared = 0
  for (let at = from + 1; at < to; at++) if (bytes[at] === SPACE && bytes[at - 1] === SPACE) spared++
  return { letters: to - from, squeezed: to - from - spared }
}

/** Longer lines are counted as if they were so long: no screen has room for them. */
const MOST = 1023
/** One line in so many may be longer than what is usual. */
const FEW = 200

/** Lengths of many lines → the one that all but a few keep to: a single long name shall not decide how all are laid out. */
export class LineLengths {
  readonly #letters = new Uint32Array(MOST + 1)
  readonly #squeezed = new Uint32Array(MOST + 1)
  #lines = 0

  add({ letters, squeezed }: LineLength): void {
    this.#lines++
    this.#letters[Math.min(letters, MOST)]++
    this.#squeezed[Math.min(squeezed, MOST)]++
  }

  usual(): LineLength {
    // Of a few lines all count: each stands for much of what is in sight.
    const left = Math.floor(this.#lines / FEW)
    return { letters: exceededBy(left, this.#letters), squeezed: exceededBy(left, this.#squeezed) }
  }
}

/** The least length that no more than so many lines exceed. */
function exceededBy(lines: number, counts: Uint32Array): number {
  let longer = 0
  for (let length = MOST; length > 0; length--) {
    longer += counts[length]
    if (longer > lines) return length
  }
  return 0
}
