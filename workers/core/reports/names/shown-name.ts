// The bytes of a name → what of it a screen shows, as text.
import { binaryString, textOfBinary, type StringTable } from '../../base/string-table.ts'
import { visibleText } from '../../base/visible-text.ts'

/** Bytes. Nobody reads more of a name, and a browser takes seconds to lay out the million that a symbol may have. */
export const MOST_SHOWN = 2000
const END_SHOWN = 500

/** Of a very long name its beginning and its end, and how much stands between. */
export function shownName(bytes: string): string {
  return shownPart(bytes.length, (from, to) => bytes.slice(from, to))
}

/** The same of a table's string, of which only what is shown is read. */
export function shownAt({ bytes, start, end }: StringTable, at: number): string {
  return shownPart(end[at] - start[at], (from, to) => binaryString(bytes, start[at] + from, start[at] + to))
}

/** Whether of a table's string a part is shown only. */
export function isLongAt({ start, end }: StringTable, at: number): boolean {
  return end[at] - start[at] > MOST_SHOWN
}

function shownPart(length: number, read: (from: number, to: number) => string): string {
  const text = (from: number, to: number): string => visibleText(textOfBinary(read(from, to)))
  if (length <= MOST_SHOWN) return text(0, length)
  const head = letterStart(read, MOST_SHOWN - END_SHOWN)
  const tail = letterStart(read, length - END_SHOWN)
  return `${text(0, head)}… ${(tail - head).toLocaleString('en')} more …${text(tail, length)}`
}

/** The start of the letter in UTF-8 that this byte belongs to. */
function letterStart(read: (from: number, to: number) => string, at: number): number {
  let start = at
  while (at - start < 3 && (read(start, start + 1).charCodeAt(0) & 0xc0) === 0x80) start--
  return start
}
