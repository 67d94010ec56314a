// Listings on a terminal, where names from files must not move the cursor, change the title or reverse
// text.
import { textOfBinary } from '../core/base/string-table.ts'
import { visibleLine } from '../core/base/visible-text.ts'
import type { ByteSink } from './byte-sink.ts'

type Take = (bytes: Uint8Array) => void

/**
 * Returns a writer that replaces control characters of a listing with escapes, \x1b or \u202e,
 * line by line.
 */
export function visibleOutput(take: Take): { readonly write: Take; readonly end: ByteSink['end'] } {
  let begun = ''
  const write: Take = (bytes) => {
    const text = begun + Buffer.from(bytes).toString('latin1')
    const end = text.lastIndexOf('\n') + 1
    begun = text.slice(end)
    if (end > 0) take(visibleBytes(text.slice(0, end)))
  }
  const end = (): void => {
    if (begun !== '') take(visibleBytes(begun))
    begun = ''
  }
  return { write, end }
}

/**
 * Returns a listing with control characters replaced by escapes.
 *
 * @param listing binary string
 */
export const visibleBytes = (listing: string): Buffer =>
  Buffer.from(listing.split('\n').map(visible).join('\n'))

function visible(line: string): string {
  // Source files of Windows end lines so; elsewhere it would overwrite the line.
  const end = line.endsWith('\r') ? '\r' : ''
  return visibleLine(textOfBinary(line.slice(0, line.length - end.length))).replaceAll('\r', '\\x0d') + end
}
