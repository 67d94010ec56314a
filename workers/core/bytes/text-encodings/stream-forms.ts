// The forms of dumps without addresses: which symbols a line has, with the bytes that they encode.
import { digitAt, firstInk, parseHexDigits } from './hex-row.ts'

/** A form of dump without addresses. */
export interface StreamForm {
  readonly name: string
  /** Symbols that encode a whole number of bytes. */
  readonly quantum: number
  /** Returns the symbols of a line or a part of one; null if it is no row. */
  readonly symbolsOf: (text: string, isPart: boolean) => string | null
  /** Returns the bytes per number, which is in the machine's byte order, by a row's text. */
  readonly unitOf: (text: string) => number
  /** Decodes symbols; null if invalid. The last quantum may be incomplete. */
  readonly decode: (symbols: string) => Uint8Array | null
  /** Whether the symbols mark the end. */
  readonly isEnd: (symbols: string) => boolean
  /** Whether a dump may end without a mark after any symbol. */
  readonly endsAnywhere: boolean
  /** Returns the number of bytes that a line after the dump states, if any. */
  readonly announced: (text: string) => number | null
}

const NOT_ANNOUNCED = (): null => null

/** `xxd -p`, and groups of digits followed by characters between bars. */
export const HEX_DIGITS: StreamForm = {
  name: 'hex digits',
  quantum: 2,
  symbolsOf(text, isPart) {
    // A quick test, as most lines are not rows.
    if (!isPart && digitAt(text, firstInk(text)) < 0) return null
    const bar = isPart ? -1 : text.indexOf('|')
    const digits = (bar < 0 ? text : text.slice(0, bar)).replace(/[ \t]+/g, '')
    if (!/^[0-9a-fA-F]+$/.test(digits)) return null
    if (isPart) return digits
    if (digits.length % 2 === 1) return null
    if (digits.length === text.trim().length) return digits
    const row = parseHexDigits(text)
    if (row === null) return null
    // All digits must be in groups of one width: a row with an address is another form.
    const inGroups = row.ends.reduce((sum, end, group) => sum + end - (row.starts[group] ?? 0), 0)
    return row.width % 2 === 0 && inGroups === digits.length ? digits : null
  },
  unitOf(text) {
    const row = parseHexDigits(text)
    const width = row !== null && row.ends.length > 1 ? row.width : 2
    return width === 4 || width === 8 || width === 16 ? width / 2 : 1
  },
  decode: decodeHex,
  isEnd: () => false,
  endsAnywhere: true,
  announced: NOT_ANNOUNCED,
}

const NUMBERS = /^(?:[\s,]*0[xX][0-9a-fA-F]{2}(?![0-9a-zA-Z]))+[\s,]*$/

/** `xxd -i`, and similar arrays for a compiler. */
export const C_ARRAY: StreamForm = {
  name: 'a C array',
  quantum: 2,
  symbolsOf(text, isPart) {
    if (isPart || !text.includes('0x')) return null
    const numbers = withinBraces(withoutComments(text))
    if (!NUMBERS.test(numbers)) return null
    return numbers.replace(/0[xX]|[\s,]/g, '')
  },
  unitOf: () => 1,
  decode: decodeHex,
  isEnd: () => false,
  endsAnywhere: true,
  announced(text) {
    const match = /(?:len|size)\w{0,64}\s{0,64}=\s{0,64}(\d{1,12})\s*;/i.exec(text)
    return match ? Number(match[1]) : null
  },
}

/** Base64 of RFC 4648, section 4. */
export const BASE64: StreamForm = {
  name: 'base64',
  quantum: 4,
  symbolsOf(text, isPart) {
    // A prompt may follow the last line if it has no line end.
    const match = isPart
      ? /^[A-Za-z0-9+/]*(?:={1,2}|$)/.exec(text)
      : /^[A-Za-z0-9+/]+(?:={1,2}|$)/.exec(text.trim())
    return match?.[0] ?? null
  },
  unitOf: () => 1,
  decode: decodeBase64,
  isEnd: (symbols) => symbols.endsWith('='),
  endsAnywhere: false,
  announced: NOT_ANNOUNCED,
}

function withoutComments(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let comment = text.indexOf('/*'); comment >= 0; comment = text.indexOf('/*', from)) {
    parts.push(text.slice(from, comment))
    const end = text.indexOf('*/', comment + 2)
    from = end < 0 ? text.length : end + 2
  }
  const kept = parts.join(' ') + text.slice(from)
  const rest = kept.indexOf('//')
  return rest < 0 ? kept : kept.slice(0, rest)
}

/** Returns what is between the braces of an array, or of its first or last line. */
function withinBraces(text: string): string {
  const opening = text.indexOf('{')
  const from = opening >= 0 && text.slice(0, opening).includes('[') ? opening + 1 : 0
  const closing = text.indexOf('}', from)
  return text.slice(from, closing < 0 ? text.length : closing)
}

function decodeHex(symbols: string): Uint8Array | null {
  if (symbols.length % 2 === 1) return null
  const bytes = new Uint8Array(symbols.length / 2)
  for (let at = 0; at < bytes.length; at++)
    bytes[at] = (digitAt(symbols, 2 * at) << 4) | digitAt(symbols, 2 * at + 1)
  return bytes
}

const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Uint8Array(128)
for (let value = 0; value < 64; value++) VALUES[BASE64_DIGITS.charCodeAt(value)] = value

function decodeBase64(symbols: string): Uint8Array | null {
  const padding = symbols.indexOf('=')
  const length = padding < 0 ? symbols.length : padding
  if (length % 4 === 1 || (padding >= 0 && symbols.length % 4 > 0)) return null
  const bytes = new Uint8Array(Math.floor((length * 3) / 4))
  let bits = 0
  let filled = 0
  for (let at = 0; at < length; at++) {
    bits = ((bits << 6) | VALUES[symbols.charCodeAt(at)]) & 0xffffff
    const in4 = at & 3
    if (in4 > 0) bytes[filled++] = (bits >> (6 - 2 * in4)) & 255
  }
  return bytes
}
