// Compared rows → lines on screen.
import { type ComparedRows, RowKind } from '../../../workers/core/reports/verify-listing.ts'

/**
 * Returns the lines on screen, each encoded as twice the row's number, plus one for our line of
 * that row.
 */
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
