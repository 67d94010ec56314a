// What a problem or a notice says, and how it names files, places and addresses; words quoted for a shell.
import { utf8, visibleText } from '../../base/text.ts'
import { formatCount } from '../quantities.ts'

export interface Message {
  readonly title: string
  /** What was found, in which file and at which byte, and why it matters. */
  readonly explanation: string
  /** What to try; "" if nothing needs doing. */
  readonly remedy: string
}

/** For each code what is said of it. */
export type MessageByCode<Told extends { readonly code: string }> = {
  readonly [Code in Told['code']]: (told: Extract<Told, { readonly code: Code }>) => Message
}

/** Names and lines of files stand in them. */
export const visibleMessage = ({ title, explanation, remedy }: Message): Message => ({
  title: visibleText(title),
  explanation: visibleText(explanation),
  remedy: visibleText(remedy),
})

/** "a, b and c", "a, b, c and 4 more" */
export function list(names: readonly string[]): string {
  const few = names.length <= 3
  const before = names.slice(0, few ? -1 : 3).join(', ')
  const last = few ? names.at(-1) : `${names.length - 3} more`
  return before === '' ? (last ?? '') : `${before} and ${last}`
}

export function at(offset: number): string {
  return formatCount(offset)
}

export function hex(value: number): string {
  return `${value < 0 ? '−' : ''}0x${Math.abs(value).toString(16)}`
}

// Words of a command that somebody pastes into a terminal.

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
