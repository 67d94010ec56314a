// Looks for a word in all texts of a string table at once, without making a string of any.
import type { StringTable } from './string-table.ts'

/** Bytes with ASCII's capitals made small. */
const SMALL = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 65 && byte <= 90 ? byte + 32 : byte))

/**
 * Tells of every row that holds the word, whatever the case of ASCII letters, ascending.
 *
 * @param word ASCII, in small letters, not empty
 * Source: R. N. Horspool, "Practical fast searching in strings", 1980.
 */
export function findText(
  { length, bytes, start }: StringTable,
  word: string,
  tell: (row: number) => void,
): void {
  const size = word.length
  const wanted = Uint8Array.from(word, (character) => character.charCodeAt(0))
  const step = new Uint32Array(256).fill(size)
  for (let at = 0; at < size - 1; at++) step[wanted[at]] = size - 1 - at
  const last = wanted[size - 1]
  const end = start[length]
  let row = 0
  // The place of the word's last letter; rows lie one behind another, so that most are stepped over unseen.
  let at = start[0] + size - 1
  while (at < end) {
    const byte = SMALL[bytes[at]]
    if (byte === last && isAt(bytes, at - size + 1, wanted)) {
      while (start[row + 1] <= at - size + 1) row++
      if (at < start[row + 1]) {
        tell(row)
        row++
        at = start[row] + size - 1
        continue
      }
    }
    at += step[byte]
  }
}

/** All but the last letter. */
function isAt(bytes: Uint8Array, from: number, wanted: Uint8Array): boolean {
  for (let at = wanted.length - 2; at >= 0; at--) if (SMALL[bytes[from + at]] !== wanted[at]) return false
  return true
}
