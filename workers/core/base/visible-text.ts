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
