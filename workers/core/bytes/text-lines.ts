// Bytes of a text file → its lines, whatever the encoding and line ends; blanks at their ends, and prefixes
// that consoles and logs add.
import { joinBytes } from '../base/buffers.ts'
import { binaryString } from '../base/string-table.ts'
import { utf8 } from '../base/text.ts'

// Bytes of a text file, however it was saved or sent on, → its lines: UTF-16 with or without a mark at the beginning, LF,
// CR LF or CR at line ends, blanks before them.

/** Unless told otherwise. */
const LONGEST_LINE = 16_384

type Encoding = 'bytes' | 'utf-16le' | 'utf-16be'
export type LineEnd = '\n' | '\r'

/** Takes a text's bytes in pieces, in order, and gives its characters as a binary string (UTF-8 inside). */
export class TextDecoding {
  #encoding: Encoding | null = null
  #odd = new Uint8Array(0)

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

/** Takes a file's bytes in pieces, in order, and gives its lines as binary strings (UTF-8 inside). */
export class TextLines {
  readonly #text = new TextDecoding()
  /** Null until there was one. */
  #lineEnd: LineEnd | null = null
  #rest = ''
  readonly #take: (line: string) => void
  readonly #longest: number

  /** @param longest characters of a line; it is cut there */
  constructor(take: (line: string) => void, longest = LONGEST_LINE) {
    this.#take = take
    this.#longest = longest
  }

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

  /** The last line, if it has no end of its own. Answers whether there was one. */
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

/** And where its text begins. A zero is half of a letter; a single one is noise. */
function encodingOf([first, second, third, fourth]: Uint8Array): [encoding: Encoding, start: number] {
  if (first === 0xff && second === 0xfe) return ['utf-16le', 2]
  if (first === 0xfe && second === 0xff) return ['utf-16be', 2]
  if (first === 0xef && second === 0xbb && third === 0xbf) return ['bytes', 3]
  if (first === 0 && second !== 0 && !third) return ['utf-16be', 0]
  return [second === 0 && first !== 0 && !fourth ? 'utf-16le' : 'bytes', 0]
}

/** CR only where there is no LF: before one it is a part of it, and else it writes over what stood before. */
export function lineEndIn(text: string): LineEnd | null {
  if (text.includes('\n')) return '\n'
  const at = text.indexOf('\r')
  return at >= 0 && at < text.length - 1 ? '\r' : null
}

/** Blank, tab, carriage return. */
const isBlankOrReturn = (code: number): boolean => code === 32 || code === 13 || code === 9

/** Each unit by itself: what is beyond the first plane becomes two surrogates, which is good enough for names. */
function utf8OfUtf16(bytes: Uint8Array, bigEndian: boolean): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 2) {
    const unit = bigEndian ? (bytes[at] << 8) | bytes[at + 1] : bytes[at] | (bytes[at + 1] << 8)
    parts.push(utf8(unit))
  }
  return parts.join('')
}

// What consoles, logs and tools put before each line of a text: the same but for its numbers.

/** Runs of digits, of blanks, and all else. */
const PARTS = /(\d+)|([ \t]+)|([^\d \t]+)/g

/**
 * prefixPattern matches what stands before a line as it stands before another: numbers differ from line to line, and with them blanks
 * before them; blanks at the end may have been cut off.
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

// Blanks in binary strings, which hold UTF-8: byte A0, a blank to JavaScript, ends a letter there, such as “à”. So neither
// `trim` nor `\s` is for names.

/** Without blanks and tabs at its end. */
export function withoutBlankEnd(text: string): string {
  let end = text.length
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(0, end)
}

const isBlank = (code: number): boolean => code === 32 || code === 9
