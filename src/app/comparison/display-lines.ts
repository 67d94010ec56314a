// Rows of a comparison → lines on screen: a row that differs takes two, the listing's above ours.
import { RowKind, type ComparedRows } from '../../../workers/core/reports/verify-listing.ts'

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
