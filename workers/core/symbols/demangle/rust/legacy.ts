// Rust's legacy mangling: C++ nested names that end in a hash, with punctuation spelled out.
//
// `_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE` is `core::fmt::Write::write_fmt`. Only its
// last part, `h` and 16 hexadecimal digits, distinguishes it from a C++ name. As in GNU's tools,
// fewer than five different digits are no hash.
import { isDigit, isLower, isUpper, lowerHexValue } from '../parsing.ts'

const HASH_LENGTH = 17
const MIN_DIFFERENT_DIGITS = 5

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['SP', '@'],
  ['BP', '*'],
  ['RF', '&'],
  ['LT', '<'],
  ['GT', '>'],
  ['LP', '('],
  ['RP', ')'],
  ['C', ','],
])

/**
 * Demangles a legacy Rust name, `_ZN…17h…E`, without its hash; null for any other, which may be a C++ name.
 */
export function demangleRustLegacy(name: string): string | null {
  // The second test is for speed: most names that start so are C++.
  if (!name.startsWith('_ZN') || !name.includes('17h', 4)) return null
  const parts = splitParts(name)
  const hash = parts.pop()
  if (hash === undefined || parts.length === 0 || !isHash(hash) || !hasNameCharacters(name)) return null
  let text = readPart(parts[0] ?? '')
  for (let index = 1; index < parts.length; index++) text += `::${readPart(parts[index] ?? '')}`
  return text
}

/** The texts behind their lengths; none if they reach no end mark, or if a word of what follows ends with another. */
function splitParts(name: string): string[] {
  const parts: string[] = []
  let at = 3
  while (name.charCodeAt(at) !== 69) {
    let length = name.charCodeAt(at) - 48
    if (!(length >= 1 && length <= 9)) return []
    for (at++; isDigit(name.charCodeAt(at)); at++) length = length * 10 + (name.charCodeAt(at) - 48)
    if (length >= name.length - at) return []
    parts.push(name.slice(at, at + length))
    at += length
  }
  const suffix = name.slice(at + 1)
  return suffix === '' || (suffix.startsWith('.') && !/E(\.|$)/.test(suffix)) ? parts : []
}

function hasNameCharacters(name: string): boolean {
  for (let at = 3; at < name.length; at++) if (!isNameCharacter(name.charCodeAt(at))) return false
  return true
}

function isNameCharacter(code: number): boolean {
  // Underscore, dollar, dot, colon, at sign.
  if (isLower(code) || isDigit(code) || isUpper(code)) return true
  return code === 95 || code === 36 || code === 46 || code === 58 || code === 64
}

function isHash(part: string): boolean {
  if (part.length !== HASH_LENGTH || part.charCodeAt(0) !== 104) return false
  let seen = 0
  for (let at = 1; at < HASH_LENGTH; at++) {
    const value = lowerHexValue(part.charCodeAt(at))
    if (value < 0) return false
    seen |= 1 << value
  }
  let different = 0
  for (; seen !== 0; seen &= seen - 1) different++
  return different >= MIN_DIFFERENT_DIGITS
}

/** One part with its escapes undone; from the first that is none, the rest stays as it is. */
function readPart(part: string): string {
  let text = ''
  /** From where on nothing has been written yet. */
  let rest = part.startsWith('_$') ? 1 : 0
  for (let at = rest; at < part.length;) {
    const code = part.charCodeAt(at)
    if (code === 36) {
      const end = part.indexOf('$', at + 1)
      const escaped = end < 0 ? null : readEscape(part.slice(at + 1, end))
      if (escaped === null) break
      text += part.slice(rest, at) + escaped
      at = rest = end + 1
    } else if (code === 46 && part.charCodeAt(at + 1) === 46) {
      text += `${part.slice(rest, at)}::`
      at = rest = at + 2
    } else at++
  }
  return text + part.slice(rest)
}

function readEscape(escape: string): string | null {
  const known = ESCAPES.get(escape)
  if (known !== undefined) return known
  if (escape.length !== 3 || escape.charCodeAt(0) !== 117) return null
  const high = lowerHexValue(escape.charCodeAt(1))
  const low = lowerHexValue(escape.charCodeAt(2))
  if (low < 0 || high < 2 || high > 7) return null
  return String.fromCharCode(high * 16 + low)
}
