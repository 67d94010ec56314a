// Text from files, escaped for a terminal, a page or JSON.

/**
 * Control characters; marks, embeddings, overrides and isolates of direction; line and paragraph
 * separators; what no XML may hold.
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu

/**
 * Returns text from a file with control characters escaped (`\x1b`, `\u202e`), safe in a terminal
 * or page.
 *
 * The escaped ones would move a terminal's cursor, end a line, or reverse the text around them.
 */
export const visibleText = (text: string): string => text.replaceAll(INVISIBLE, escaped)

/** Returns `visibleText` of a whole line, but keeps tabs and form feeds. */
export const visibleLine = (text: string): string =>
  text.replaceAll(INVISIBLE, (character) => (AT_HOME.has(character) ? character : escaped(character)))

const AT_HOME: ReadonlySet<string> = new Set(['\t', '\f', '\r'])

function escaped(character: string): string {
  const code = character.charCodeAt(0)
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`
}

/**
 * DEL, C1, line separators and direction controls: JSON allows them raw, terminals act on them or
 * hide them.
 */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/**
 * Returns a value as JSON on one line, with invisible characters escaped. It parses to the same
 * value as JSON.stringify's output.
 */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    UNESCAPED,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
