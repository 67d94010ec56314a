// Text and its bytes: UTF-8 both ways, and text from files escaped so that a terminal, a page or JSON can
// show it.

/** Null if it is no UTF-8. What is not the `whole` of a text may end inside a character, which is then left out. */
export function decodeUtf8(bytes: Uint8Array, whole = true): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole })
  } catch {
    return null
  }
}

/** A code point as UTF-8, one character per byte: the form of all names here. */
export function utf8(point: number): string {
  if (point < 0x80) return String.fromCharCode(point)
  const last = 0x80 | (point & 0x3f)
  if (point < 0x800) return String.fromCharCode(0xc0 | (point >> 6), last)
  const third = 0x80 | ((point >> 6) & 0x3f)
  if (point < 0x10000) return String.fromCharCode(0xe0 | (point >> 12), third, last)
  return String.fromCharCode(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 0x3f), third, last)
}

// Text from files, fit to be shown among words of ours: what would move a terminal's cursor, end a line or turn the direction
// of the words around it stands there as an escape, \x1b or \u202e.

/** Controls; marks, embeddings, overrides and isolates of direction; ends of lines and paragraphs; what no XML may hold. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu

export const visibleText = (text: string): string => text.replaceAll(INVISIBLE, escaped)

/** A whole line, in which tabs and form feeds are at home. */
export const visibleLine = (text: string): string =>
  text.replaceAll(INVISIBLE, (character) => (AT_HOME.has(character) ? character : escaped(character)))

const AT_HOME: ReadonlySet<string> = new Set(['\t', '\f', '\r'])

function escaped(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

/** What a terminal acts on or does not show, and JSON allows as it stands: DEL and C1, ends of lines, controls of direction. */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Returns a value as JSON on one line: the same to a parser as JSON.stringify's, and plain to look at. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    UNESCAPED,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
