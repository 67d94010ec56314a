// Gathers NUL-terminated strings of a file’s bytes into a compact table.
import { used } from './columns.ts'
import { packedStrings, type StringTable } from './packed-strings.ts'

/**
 * Limit on shared bytes, as a multiple of the source. Linkers let a string be the end of another,
 * so the sum may exceed the source. Beyond this multiple and a megabyte the file was made to
 * exhaust memory, and each further string is cut.
 */
const MOST_SHARED = 8
const ALWAYS = 1 << 20
const CUT = 120

/**
 * Returns a packed table of copies of the strings at these offsets, in the order of `from`.
 *
 * Each string ends before a NUL or with `source`; an offset beyond it gives "". Strings may overlap. Once the
 * copies exceed 1 MiB and eight times the size of `source`, each further string is cut off after 120 bytes.
 */
export function gatherStrings(source: Uint8Array<ArrayBuffer>, from: Uint32Array): StringTable {
  const start = new Uint32Array(from.length + 1)
  const enough = Math.max(ALWAYS, MOST_SHARED * source.length)
  let bytes = new Uint8Array(source.length + 1)
  let end = 0
  for (let nth = 0; nth < from.length; nth++) {
    start[nth] = end
    const limit = end > enough ? Math.min(source.length, from[nth] + CUT) : source.length
    for (let next = from[nth]; next < limit && source[next] !== 0; next++) {
      if (end === bytes.length) bytes = doubled(bytes)
      bytes[end++] = source[next]
    }
  }
  start[from.length] = end
  return packedStrings(from.length, used(bytes, end), start)
}

function doubled(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * bytes.length)
  larger.set(bytes)
  return larger
}
