// Tables of names as bytes in one buffer, as files hold them: a name is decoded only when it is shown.
import type { Brand } from './columns.ts'
import { packedStrings, type StringTable } from './packed-strings.ts'
import { decodeUtf8 } from './utf8.ts'

/** Index of a string in a table. */
export type StringIndex = Brand<number, 'StringIndex'>

/**
 * Returns a table whose string `i` is string `rows[i]` of another; both share the bytes. It is not packed.
 */
export function sharedStrings({ bytes, start, end }: StringTable, rows: ArrayLike<number>): StringTable {
  const of = (offsets: Uint32Array): Uint32Array<ArrayBuffer> => Uint32Array.from(rows, (row) => offsets[row])
  return { length: rows.length, bytes, start: of(start), end: of(end) }
}

const CHUNK = 8192

/** `apply`, not spread: spreading goes through an iterator and takes six times as long. */
const characters = (bytes: Uint8Array): string =>
  String.fromCharCode.apply(null, bytes as unknown as number[])

/**
 * Returns the bytes from `from` up to, not including, `to` as a binary string: one character (0–255) per
 * byte. Names are compared, sorted and demangled in this form.
 */
export function binaryString(bytes: Uint8Array, from: number, to: number): string {
  if (to - from <= CHUNK) return characters(bytes.subarray(from, to))
  let text = ''
  for (let at = from; at < to; at += CHUNK) {
    text += characters(bytes.subarray(at, Math.min(to, at + CHUNK)))
  }
  return text
}

/** Returns a string of the table, as a binary string; `textOfBinary` decodes it for people. */
export function stringAt(table: StringTable, index: StringIndex): string {
  return binaryString(table.bytes, table.start[index], table.end[index])
}

/** Whether string `row` equals a binary string, without decoding it. */
export function isStringAt({ bytes, start, end }: StringTable, row: number, text: string): boolean {
  const from = start[row]
  if (end[row] - from !== text.length) return false
  for (let at = 0; at < text.length; at++) if (bytes[from + at] !== text.charCodeAt(at)) return false
  return true
}

/** Whether a string of one table equals a string of another. */
export function isSameString(one: StringTable, row: number, other: StringTable, otherRow: number): boolean {
  const from = one.start[row]
  const otherFrom = other.start[otherRow]
  const length = one.end[row] - from
  if (other.end[otherRow] - otherFrom !== length) return false
  for (let at = 0; at < length; at++) if (one.bytes[from + at] !== other.bytes[otherFrom + at]) return false
  return true
}

/**
 * Compares two strings of a table by their bytes; returns a negative number, 0 or a positive one.
 *
 * @param alike number of leading bytes known to be equal; the missing bytes of a shorter string
 * count as zeros
 */
export function compareStrings(table: StringTable, left: number, right: number, alike = 0): number {
  const { bytes, start, end } = table
  let l = start[left] + alike
  let r = start[right] + alike
  const lEnd = end[left]
  const rEnd = end[right]
  if (l === r && lEnd === rEnd) return 0
  while (l < lEnd && r < rEnd) {
    const difference = bytes[l++] - bytes[r++]
    if (difference !== 0) return difference
  }
  return lEnd - l - (rEnd - r)
}

/**
 * Compares strings of two tables by their bytes; returns a negative number, 0 or a positive one.
 */
export function compareAcross(one: StringTable, row: number, other: StringTable, otherRow: number): number {
  let l = one.start[row]
  let r = other.start[otherRow]
  const lEnd = one.end[row]
  const rEnd = other.end[otherRow]
  while (l < lEnd && r < rEnd) {
    const difference = one.bytes[l++] - other.bytes[r++]
    if (difference !== 0) return difference
  }
  return lEnd - l - (rEnd - r)
}

/**
 * Decodes a binary string: as UTF-8 where the whole is valid, otherwise each byte as its Latin-1 character.
 */
export function textOfBinary(binary: string): string {
  let ascii = true
  for (let at = 0; at < binary.length; at++) {
    if (binary.charCodeAt(at) > 127) {
      ascii = false
      break
    }
  }
  if (ascii) return binary
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return decodeUtf8(bytes) ?? binary
}

/** Builds a packed table from binary strings and byte ranges. */
export class StringTableBuilder {
  #bytes = new Uint8Array(1 << 12)
  #start = new Uint32Array(1 << 8)
  #length = 0
  #end = 0

  /** Adds a binary string. */
  add(text: string): void {
    this.#reserve(text.length)
    for (let at = 0; at < text.length; at++) this.#bytes[this.#end++] = text.charCodeAt(at)
    this.#start[++this.#length] = this.#end
  }

  /** Adds `source[from .. to)` as a string. */
  addBytes(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from)
    for (let at = from; at < to; at++) this.#bytes[this.#end++] = source[at]
    this.#start[++this.#length] = this.#end
  }

  /** Makes room for one more string. */
  #reserve(bytes: number): void {
    if (this.#end + bytes > this.#bytes.length) {
      this.#bytes = grown(this.#bytes, new Uint8Array(2 * (this.#end + bytes)))
    }
    if (this.#length + 2 > this.#start.length) {
      this.#start = grown(this.#start, new Uint32Array(2 * this.#start.length))
    }
  }

  /** Returns the table of all strings added, and starts an empty one. */
  take(): StringTable {
    const { length, bytes, start } = this.lend()
    return packedStrings(length, bytes.slice(), start.slice())
  }

  /**
   * Returns the table of all strings added without a copy, and starts an empty one. It is valid until the
   * next string is added.
   */
  lend(): StringTable {
    const [length, end] = [this.#length, this.#end]
    this.#length = this.#end = 0
    return packedStrings(length, this.#bytes.subarray(0, end), this.#start.subarray(0, length + 1))
  }
}

function grown<T extends Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/** Returns a table of binary strings; for tests and small lists. */
export function stringTableOf(strings: readonly string[]): StringTable {
  const builder = new StringTableBuilder()
  for (const text of strings) builder.add(text)
  return builder.take()
}

/** Collects distinct binary strings; a table of them at the end. */
export class TextList {
  readonly #texts: string[] = []
  readonly #indexes = new Map<string, number>()

  /** Adds a binary string unless it is there. Returns its index. */
  add(text: string): number {
    let index = this.#indexes.get(text)
    if (index === undefined) {
      index = this.#texts.push(text) - 1
      this.#indexes.set(text, index)
    }
    return index
  }

  /** Returns a packed table of the strings, by index. */
  table(): StringTable {
    return stringTableOf(this.#texts)
  }
}

/** Numbers distinct texts from 0 in the order of their first use. */
export class TextNumbers {
  readonly #numbers = new Map<string, number>()

  /** Returns the number of a text; a new text gets the next one. */
  of(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size
    if (number === this.#numbers.size) this.#numbers.set(text, number)
    return number
  }

  /** The texts, by number. */
  get texts(): readonly string[] {
    return [...this.#numbers.keys()]
  }
}
