// Words of a command that somebody pastes into a terminal.
import { utf8 } from '../../base/utf8.ts'
import { visibleText } from '../../base/visible-text.ts'

/**
 * For a shell: as it is, or between single quotes. What a terminal would obey when it is pasted stands there as a shell takes it.
 *
 * @param bytes its own, one character per byte
 */
export function quoted(word: string, bytes: string = bytesOf(word)): string {
  if (visibleText(word) !== word) return `$'${bytes.replaceAll(/[^ -&(-[\]-~]/g, escaped)}'`
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

const bytesOf = (text: string): string =>
  text.replaceAll(/\P{ASCII}/gu, (one) => utf8(one.codePointAt(0) ?? 0))

const escaped = (byte: string): string => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
