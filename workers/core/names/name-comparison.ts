// Comparison of two names in natural order ("f9" before "f10") by their bytes. The result is that of the
// collator, several times faster and without making strings.
import { binaryString, stringAt, type StringIndex, textOfBinary } from '../base/string-table.ts'
import type { Named } from './names.ts'
import { ReadableNames } from './readable-names.ts'

const SPACE = 32
const TILDE = 126
const ZERO = 48
const NINE = 57
/** Length of digits beyond which the collator compares a number in parts. */
const LONGEST_NUMBER = 254

const collator = new Intl.Collator('en', { numeric: true })

/** By byte: rank among visible ASCII characters, ignoring case. */
const PLACE = placesOf()
/** Whether, of two names that differ in case only, the one with the small letter comes first. */
const SMALL_FIRST = collator.compare('a', 'A') < 0 ? 1 : -1

function placesOf(): Uint8Array {
  const letters = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const codes = Array.from({ length: TILDE + 1 - SPACE }, (_, at) => SPACE + at)
  const textOf = (code: number): string => String.fromCharCode(code)
  codes.sort((left, right) => letters.compare(textOf(left), textOf(right)))
  const places = new Uint8Array(256)
  let place = 1
  codes.forEach((code, at) => {
    if (at > 0 && letters.compare(textOf(codes[at - 1]), textOf(code)) !== 0) place++
    places[code] = place
  })
  return places
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE

/**
 * Returns a comparison of two functions (FunctionIndex) by their readable names in natural order: negative,
 * 0 or positive.
 *
 * @param readable names of the same functions, all prepared; must not be released while the comparison is
 *   used
 */
export function nameComparison(
  functions: Named,
  readable: ReadableNames,
): (left: number, right: number) => number {
  const { length } = functions
  const slices = readable.together()
  const tables = [functions.names, ...slices.map(({ names }) => names)]
  /** By function: the table that has its name, and the name's row and bytes in it. */
  const table = new Uint16Array(length)
  const start = new Uint32Array(length)
  const end = new Uint32Array(length)
  /** Names that only the collator can compare. */
  const texts = new Map<number, string>()
  slices.forEach((slice, at) => {
    slice.functions.forEach((f, row) => {
      const isRaw = slice.names.start[row] === slice.names.end[row]
      const names = isRaw ? functions.names : slice.names
      const index = isRaw ? f : row
      table[f] = isRaw ? 0 : at + 1
      start[f] = names.start[index]
      end[f] = names.end[index]
      if (!isPlain(names.bytes, start[f], end[f])) {
        texts.set(f, textOfBinary(stringAt(names, index as StringIndex)))
      }
    })
  })
  const textOf = (f: number): string => texts.get(f) ?? binaryString(tables[table[f]].bytes, start[f], end[f])

  return (left, right) => {
    if (texts.size > 0 && (texts.has(left) || texts.has(right))) {
      return collator.compare(textOf(left), textOf(right))
    }
    return compareBytes(
      tables[table[left]].bytes,
      start[left],
      end[left],
      tables[table[right]].bytes,
      start[right],
      end[right],
    )
  }
}

/** Whether bytes compare like the text. */
function isPlain(bytes: Uint8Array, from: number, to: number): boolean {
  let digits = 0
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    if (byte < SPACE || byte > TILDE) return false
    digits = isDigit(byte) ? digits + 1 : 0
    if (digits > LONGEST_NUMBER) return false
  }
  return true
}

function compareBytes(
  left: Uint8Array,
  leftFrom: number,
  leftEnd: number,
  right: Uint8Array,
  rightFrom: number,
  rightEnd: number,
): number {
  let l = leftFrom
  let r = rightFrom
  /** The first difference in case, which counts only if nothing else differs. */
  let byCase = 0
  while (l < leftEnd && r < rightEnd) {
    const a = left[l]
    const b = right[r]
    if (isDigit(a) && isDigit(b)) {
      while (l < leftEnd && left[l] === ZERO) l++
      while (r < rightEnd && right[r] === ZERO) r++
      let byValue = 0
      while (l < leftEnd && r < rightEnd && isDigit(left[l]) && isDigit(right[r])) {
        if (byValue === 0) byValue = left[l] - right[r]
        l++
        r++
      }
      // The longer number is the greater one.
      if (l < leftEnd && isDigit(left[l])) return 1
      if (r < rightEnd && isDigit(right[r])) return -1
      if (byValue !== 0) return byValue
      continue
    }
    if (a !== b) {
      const byPlace = PLACE[a] - PLACE[b]
      if (byPlace !== 0) return byPlace
      if (byCase === 0) byCase = a > b ? -SMALL_FIRST : SMALL_FIRST
    }
    l++
    r++
  }
  return leftEnd - l - (rightEnd - r) || byCase
}
