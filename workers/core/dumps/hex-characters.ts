// The column of characters beside the digits: what it shows proves the bytes, and the order of bytes in words.
import type { HexLayout, SeenRow } from './hex-layout.ts'
import { bytesOf, type HexRow } from './hex-row.ts'

/** Between the last digit and the first character: "  |", "  >", and blanks. */
const WIDEST_GAP = 4

export interface Characters {
  /** How far behind the last digit of a full row they begin. */
  readonly gap: number
  /** Rows that they fit. */
  readonly rows: number
}

/** Null where most rows do not show any that fit. */
export function findCharacters(
  rows: readonly SeenRow[],
  { rowBytes, unit, lastEnd }: HexLayout,
  reversed: boolean,
): Characters | null {
  const full = rows.filter(({ row }) => row.ends[rowBytes / unit - 1] === lastEnd)
  for (let gap = 1; gap <= WIDEST_GAP; gap++) {
    let fitting = 0
    for (const { row } of full) {
      const bytes = bytesOf(row, rowBytes / unit, reversed)
      const hasThem = row.text.length > row.origin + lastEnd + gap
      if (bytes && hasThem && fits(row, bytes, lastEnd + gap)) fitting++
    }
    if (2 * fitting > full.length) return { gap, rows: fitting }
  }
  return null
}

/** @param column of the first, from the end of the address on */
export function fits({ text, origin }: HexRow, bytes: Uint8Array, column: number): boolean {
  const from = origin + column
  // Blanks at the end may have been lost on the way.
  const length = Math.min(bytes.length, text.length - from)
  // "|" or "<" may follow; more is another row's.
  if (text.trimEnd().length > from + bytes.length + 1) return false
  for (let at = 0; at < length; at++) {
    const shown = bytes[at] >= 32 && bytes[at] < 127 ? bytes[at] : 46
    if (text.charCodeAt(from + at) !== shown) return false
  }
  return true
}
