// Bytes of a text file to lines, for any encoding or line end.
import { joinBytes } from '../base/buffers.ts'
import { binaryString } from '../base/string-table.ts'
import { utf8 } from '../base/utf8.ts'

/** Default limit of a line, in characters. */
const LONGEST_LINE = 16_384

type Encoding = 'bytes' | 'utf-16le' | 'utf-16be'
/** A line end; LF covers CR LF too. */
export type LineEnd = '\n' | '\r'

/**
 * Decodes a text from pieces of bytes, in order, to a binary string of UTF-8. The first bytes decide the
 * encoding: UTF-16 with or without a mark, or else the bytes themselves.
 */
export class TextDecoding {
  #encoding: Encoding | null = null
  #odd = new Uint8Array(0)

  /**
   * Returns the text of the next bytes, as a binary string. Half a UTF-16 unit at their end waits for the
   * next call.
   */
  decode(bytes: Uint8Array): string {
    let start = 0
    if (this.#encoding === null) [this.#encoding, start] = encodingOf(bytes)
    if (this.#encoding === 'bytes') return binaryString(bytes, start, bytes.length)
    const all = joinBytes([this.#odd, bytes.subarray(start)])
    const whole = all.length - (all.length % 2)
    this.#odd = all.slice(whole)
    return utf8OfUtf16(all.subarray(0, whole), this.#encoding === 'utf-16be')
  }
}

/**
 * Splits a file, taken in pieces in order, into lines as binary strings of UTF-8, without line ends and
 * trailing blanks.
 */
export class TextLines {
  readonly #text = new TextDecoding()
  /** Null until the first line end. */
  #lineEnd: LineEnd | null = null
  #rest = ''
  readonly #take: (line: string) => void
  readonly #longest: number

  /**
   * @param take receives each line
   * @param longest characters after which a line is cut; the rest of it is dropped
   */
  constructor(take: (line: string) => void, longest = LONGEST_LINE) {
    this.#take = take
    this.#longest = longest
  }

  /** Takes the next bytes of the file; they may end inside a line. */
  push(bytes: Uint8Array): void {
    let text = this.#text.decode(bytes)
    if (this.#rest !== '') text = this.#rest + text
    this.#lineEnd ??= lineEndIn(text)
    const mark = this.#lineEnd ?? '\n'
    let from = 0
    for (let end = text.indexOf(mark); end >= 0; end = text.indexOf(mark, from)) {
      this.#give(text, from, end)
      from = end + 1
    }
    this.#rest = text.slice(from, from + this.#longest)
  }

  /** Ends the text, and emits a last line that has no line end. Returns whether there was one. */
  end(): boolean {
    const rest = this.#rest
    this.#rest = ''
    if (rest !== '') this.#give(rest, 0, rest.length)
    return rest !== ''
  }

  #give(text: string, from: number, to: number): void {
    let end = Math.min(to, from + this.#longest)
    while (end > from && isBlankOrReturn(text.charCodeAt(end - 1))) end--
    this.#take(text.slice(from, end))
  }
}

/**
 * Returns the encoding and where the text begins. Zero bytes mean UTF-16, but a single one is
 * noise.
 */
function encodingOf([first, second, third, fourth]: Uint8Array): [encoding: Encoding, start: number] {
  if (first === 0xff && second === 0xfe) return ['utf-16le', 2]
  if (first === 0xfe && second === 0xff) return ['utf-16be', 2]
  if (first === 0xef && second === 0xbb && third === 0xbf) return ['bytes', 3]
  if (first === 0 && second !== 0 && !third) return ['utf-16be', 0]
  return [second === 0 && first !== 0 && !fourth ? 'utf-16le' : 'bytes', 0]
}

/**
 * Returns a text's line end; null if it has none yet.
 *
 * CR counts only without any LF: before LF it is part of CR LF, and otherwise it overwrites the
 * line.
 */
export function lineEndIn(text: string): LineEnd | null {
  if (text.includes('\n')) return '\n'
  const at = text.indexOf('\r')
  return at >= 0 && at < text.length - 1 ? '\r' : null
}

/** Blank, tab or carriage return. */
const isBlankOrReturn = (code: number): boolean => code === 32 || code === 13 || code === 9

/**
 * Converts each 16-bit unit by itself. Characters beyond the first plane become two surrogates,
 * which is good enough for names.
 */
function utf8OfUtf16(bytes: Uint8Array, bigEndian: boolean): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 2) {
    const unit = bigEndian ? (bytes[at] << 8) | bytes[at + 1] : bytes[at] | (bytes[at + 1] << 8)
    parts.push(utf8(unit))
  }
  return parts.join('')
}

/** Runs of digits, of blanks, and of anything else. */
const PARTS = /(\d+)|([ \t]+)|([^\d \t]+)/g

/**
 * Returns a pattern that matches a prefix like `before`, which a console, log or tool put before a line, at
 * the beginning of other lines.
 *
 * Numbers and the blanks before them vary from line to line; trailing blanks may have been cut off.
 */
export function prefixPattern(before: string): RegExp {
  let pattern = ''
  let isAtBlank = false
  for (const [, digits, blanks, rest] of before.matchAll(PARTS)) {
    if (isAtBlank) pattern += digits === undefined ? String.raw`[ \t]+` : String.raw`[ \t]*`
    isAtBlank = blanks !== undefined
    if (digits !== undefined) pattern += String.raw`\d{1,20}`
    if (rest !== undefined) pattern += rest.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
  }
  const end = /[ \t]*$/.exec(before)?.[0] ?? ''
  return new RegExp(`^${pattern}(?:${end}|$)`)
}

/**
 * Returns a binary string of UTF-8 without trailing blanks and tabs.
 *
 * Byte A0 is a blank to JavaScript and the end of a letter such as “à” here, so neither `trim` nor
 * `\s` is safe for names.
 */
export function withoutBlankEnd(text: string): string {
  let end = text.length
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(0, end)
}

const isBlank = (code: number): boolean => code === 32 || code === 9
