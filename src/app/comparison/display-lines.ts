// Rows of a comparison → lines on screen: a row that differs takes two, the listing's above ours.
import { RowKind, type ComparedRows } from '../../../workers/core/reports/comparison.ts'

/** Twice the row's number, and one more for our line of it. */
export function displayLines(rows: ComparedRows, differencesOnly: boolean): Uint32Array {
  const lines = new Uint32Array(2 * rows.length)
  let length = 0
  for (let row = 0; row < rows.length; row++) {
    const kind = rows.kind[row]
    if (differencesOnly && kind === RowKind.same) continue
    if (kind !== RowKind.ours) lines[length++] = 2 * row
    if (kind === RowKind.differs || kind === RowKind.ours) lines[length++] = 2 * row + 1
  }
  return lines.slice(0, length)
}

/** Bytes of the longest lines: as they are, and with one space for several. */
export interface Longest {
  readonly letters: number
  readonly squeezed: number
}

const SPACE = 0x20

export function longestOf({ theirs, ours }: ComparedRows, lines: Uint32Array): Longest {
  const longest = { letters: 0, squeezed: 0 }
  for (const line of lines) {
    const { bytes, start } = line % 2 === 1 ? ours : theirs
    const row = Math.floor(line / 2)
    const [from, to] = [start[row] ?? 0, start[row + 1] ?? 0]
    let spared = 0
    for (let at = from + 1; at < to; at++) if (bytes[at] === SPACE && bytes[at - 1] === SPACE) spared++
    longest.letters = Math.max(longest.letters, to - from)
    longest.squeezed = Math.max(longest.squeezed, to - from - spared)
  }
  return longest
}
