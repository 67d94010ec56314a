// Lines of a text, with overlong lines in pieces: a dump may be one line of hundreds of megabytes.
import { type LineEnd, lineEndIn, prefixPattern, TextDecoding } from '../text-lines.ts'

/** A line, or a piece of an overlong one. */
export interface LinePiece {
  /** A binary string, without the line end. */
  readonly text: string
  /** Line number, from 1. */
  readonly line: number
  /** Whether the piece continues the previous one. */
  readonly continues: boolean
  /** Whether the line continues after the piece. */
  readonly goesOn: boolean
}

/**
 * Whether a line directly follows another and is about as long, as an unreadable row would be. False without
 * a line before.
 */
export const isAsLong = (before: LinePiece | null, piece: LinePiece): boolean =>
  before !== null &&
  before.line + 1 === piece.line &&
  Math.abs(before.text.length - piece.text.length) <= 2 &&
  piece.text.length > 20

/** Most characters of a piece; no row with an address is as long. */
const LONGEST_PIECE = 1 << 16

/** Terminal escapes: colours and cursor movements. */
const ESCAPE = '\x1b['
const ESCAPES = new RegExp(`${ESCAPE.replace('[', '\\[')}[\\d;?]*[A-Za-z]`, 'g')

/**
 * Timestamps that consoles put before a line: "[   12.345] ", "[09:15:02.120] ", "2026-11-25
 * 09:15:02.120 ".
 */
const TIME =
  /^(?:\[[ \d:.,T-]{0,30}\d[ \d:.,T-]{0,30}\]|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?Z?|\d\d:\d\d:\d\d[.,:]\d+)(?: ?->)? ?/

/** Bytes, separate or joined, as numbers of source code or without their prefix. */
const bytePattern = (...digits: readonly string[]): string => `(?:0x)?${digits.join('[ ,\\t]*(?:0x)?')}`
const ADDRESS = String.raw`(?:(?:0x)?[\da-f]{4,16}(?:[ \t]*<[^<>]{1,80}>)?(?::| =)?[ \t]+)?`
/** First line of a profile in any form: GNU's magic, or 4.4BSD's version after three words. */
const BEGINNING = [
  `${ADDRESS}(?:${bytePattern('67', '6d', '6f', '6e')}|6d67[ \\t]+6e6f|(?:0x)?6e6f6d67|147[ \\t]+155[ \\t]+157)`,
  `${ADDRESS}(?:(?:0x)?[\\da-f]{2}[ ,\\t]+){12}${bytePattern('79', '18', '05', '00')}`,
  String.raw`:[\da-f]{8}676d6f6e`,
  String.raw`:0[24]00000[2-5][\da-f]{6,10}`,
  String.raw`s0[\da-f]{6,120}`,
  String.raw`s[123][\da-f]{6,10}676d6f6e`,
  'Z21vb',
].join('|')
const BEGINS_PROFILE = new RegExp(`^[ \\t]*(?:${BEGINNING})`, 'i')
const BEHIND_PREFIX = new RegExp(`^(.{0,80}?[ \\t>|:)\\]}])(?:${BEGINNING})`, 'i')

/**
 * Splits a text into lines, without the prefixes and escapes that consoles add. Lines longer than 64 kB come
 * in pieces.
 */
export class LinePieces {
  readonly #text = new TextDecoding()
  readonly #take: (piece: LinePiece) => void
  #lineEnd: LineEnd | null = null
  #rest = ''
  #line = 1
  #continues = false
  /**
   * The prefix of each line from the start of a profile on, apart from timestamps; null without
   * one.
   */
  #prefix: RegExp | null = null

  /** @param take receives each line, or each piece of a long one, in order */
  constructor(take: (piece: LinePiece) => void) {
    this.#take = take
  }

  /** Takes the next bytes of the text; they may end inside a line. */
  push(bytes: Uint8Array): void {
    const text = this.#rest + this.#text.decode(bytes)
    this.#lineEnd ??= lineEndIn(text)
    const mark = this.#lineEnd ?? '\n'
    let from = 0
    for (let end = text.indexOf(mark); end >= 0; end = text.indexOf(mark, from)) {
      this.#give(text, from, end)
      from = end + 1
    }
    for (; text.length - from > LONGEST_PIECE; from += LONGEST_PIECE)
      this.#givePiece(text.slice(from, from + LONGEST_PIECE), true)
    this.#rest = text.slice(from)
  }

  /** Ends the text, and emits a last line that has no line end. */
  end(): void {
    const rest = this.#rest
    this.#rest = ''
    if (rest !== '' || this.#continues) this.#give(rest, 0, rest.length)
  }

  #give(text: string, from: number, to: number): void {
    let start = from
    for (; to - start > LONGEST_PIECE; start += LONGEST_PIECE)
      this.#givePiece(text.slice(start, start + LONGEST_PIECE), true)
    let end = to
    while (end > start && text.charCodeAt(end - 1) === 13) end--
    this.#givePiece(text.slice(start, end), false)
  }

  #givePiece(text: string, goesOn: boolean): void {
    const continues = this.#continues
    this.#take({
      text: continues ? text : this.#withoutPrefix(bare(text)),
      line: this.#line,
      continues,
      goesOn,
    })
    this.#continues = goesOn
    if (!goesOn) this.#line++
  }

  #withoutPrefix(text: string): string {
    if (BEGINS_PROFILE.test(text)) this.#prefix = null
    else {
      const before = BEHIND_PREFIX.exec(text)?.[1]
      if (before !== undefined) this.#prefix = prefixPattern(before)
    }
    return this.#prefix === null ? text : text.replace(this.#prefix, '')
  }
}

/** Removes timestamps and escapes. */
function bare(text: string): string {
  const plain = text.includes(ESCAPE) ? text.replace(ESCAPES, '') : text
  const mayHaveTime = plain.startsWith('[') || plain[2] === ':' || plain[4] === '-'
  return mayHaveTime ? plain.replace(TIME, '') : plain
}
