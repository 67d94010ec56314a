// Structure of messages about problems or notices, with the words for files, positions, addresses,
// commands.
import { utf8 } from '../../base/utf8.ts'
import { visibleText } from '../../base/visible-text.ts'
import { formatCount } from '../../quantities.ts'

/** A message in three parts; `title` says in short what happened. */
export interface Message {
  readonly title: string
  /** What was found, in which file and at which byte, and why it matters. */
  readonly explanation: string
  /** What to do; "" if nothing is needed. */
  readonly remedy: string
}

/** The message of each code. */
export type MessageByCode<Item extends { readonly code: string }> = {
  readonly [Code in Item['code']]: (item: Extract<Item, { readonly code: Code }>) => Message
}

/**
 * Returns the message with control characters made visible, because it contains names and lines
 * of files.
 */
export const visibleMessage = ({ title, explanation, remedy }: Message): Message => ({
  title: visibleText(title),
  explanation: visibleText(explanation),
  remedy: visibleText(remedy),
})

/** Joins names: "a", "a and b", "a, b and c", "a, b, c and 4 more"; "" for none. */
export function list(names: readonly string[]): string {
  const few = names.length <= 3
  const before = names.slice(0, few ? -1 : 3).join(', ')
  const last = few ? names.at(-1) : `${names.length - 3} more`
  return before === '' ? (last ?? '') : `${before} and ${last}`
}

/** Formats the offset of a byte with separators: "1,234". */
export function at(offset: number): string {
  return formatCount(offset)
}

/** Formats a number as hexadecimal, lower case and without padding: "0x1f"; "−0x1f" for a negative one. */
export function hex(value: number): string {
  return `${value < 0 ? '−' : ''}0x${Math.abs(value).toString(16)}`
}

/**
 * Returns a word quoted for a shell: unchanged or in single quotes. Control characters, which a terminal
 * would interpret on pasting, are written as shell escapes (`$'\x1b'`).
 *
 * @param word the word as text
 * @param bytes the word's own bytes as a binary string, one character per byte; by default its UTF-8
 */
export function quoted(word: string, bytes: string = bytesOf(word)): string {
  if (visibleText(word) !== word) return `$'${bytes.replaceAll(/[^ -&(-[\]-~]/g, escaped)}'`
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

const bytesOf = (text: string): string =>
  text.replaceAll(/\P{ASCII}/gu, (one) => utf8(one.codePointAt(0) ?? 0))

const escaped = (byte: string): string => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
