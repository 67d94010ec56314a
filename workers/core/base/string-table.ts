// Names as they stand in files: bytes, one after another in one buffer. A name is decoded when it is looked at.
import type { Brand } from './brand.ts'
import { decodeUtf8 } from './utf8.ts'

export type StringIndex = Brand<number, 'StringIndex'>

export interface StringTable {
  readonly length: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /**
   * String `i` is `bytes[start[i] .. end[i])`, without a terminator. In most tables strings lie one behind another and `end` looks at
   * `start` from its second offset on; in those of `sharedStrings` several are the same bytes.
   */
  readonly start: Uint32Array<ArrayBuffer>
  readonly end: Uint32Array<ArrayBuffer>
}

/** @param start `length + 1` offsets: each string ends where the next one begins */
export function packedStrings(
  length: number,
  bytes: Uint8Array<ArrayBuffer>,
  start: Uint32Array<ArrayBuffer>,
): StringTable {
  return { length, bytes, start, end: start.subarray(1) }
}

/** A table of strings that are those of another, with rows that say which: their bytes are there once. */
export function sharedStrings({ bytes, start, end }: StringTable, rows: ArrayLike<number>): StringTable {
  const of = (offsets: Uint32Array): Uint32Array<ArrayBuffer> => Uint32Array.from(rows, (row) => offsets[row])
  return { length: rows.length, bytes, start: of(start), end: of(end) }
}

const CHUNK = 8192

/** Not spread into arguments: that goes through an iterator and takes six times as long. */
const characters = (bytes: Uint8Array): string =>
  String.fromCharCode.apply(null, bytes as unknown as number[])

/** Bytes as a string with one character per byte (0–255): the form in which names are compared, sorted and demangled. */
export function binaryString(bytes: Uint8Array, from: number, to: number): string {
  if (to - from <= CHUNK) return characters(bytes.subarray(from, to))
  let text = ''
  for (let at = from; at < to; at += CHUNK) {
    text += characters(bytes.subarray(at, Math.min(to, at + CHUNK)))
  }
  return text
}

export function stringAt(table: StringTable, index: StringIndex): string {
  return binaryString(table.bytes, table.start[index], table.end[index])
}

/** Whether string `row` is this binary string; nothing is decoded for it. */
export function isStringAt({ bytes, start, end }: StringTable, row: number, text: string): boolean {
  const from = start[row]
  if (end[row] - from !== text.length) return false
  for (let at = 0; at < text.length; at++) if (bytes[from + at] !== text.charCodeAt(at)) return false
  return true
}

/** Whether a string of one table is a string of another. */
export function isSameString(one: StringTable, row: number, other: StringTable, otherRow: number): boolean {
  const from = one.start[row]
  const otherFrom = other.start[otherRow]
  const length = one.end[row] - from
  if (other.end[otherRow] - otherFrom !== length) return false
  for (let at = 0; at < length; at++) if (one.bytes[from + at] !== other.bytes[otherFrom + at]) return false
  return true
}

/**
 * Order of two strings by their bytes: negative, 0 or positive.
 *
 * @param alike so many of their first bytes are known to be alike; of one that is shorter, the rest counts as zeros
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

/** The same of strings of two tables. */
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

/** A binary string as people read it: UTF-8 where it is valid UTF-8, each byte as its Latin-1 character otherwise. */
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

/** Gathers binary strings one after another; of each only its bytes are kept. */
export class StringTableBuilder {
  #bytes = new Uint8Array(1 << 12)
  #start = new Uint32Array(1 << 8)
  #length = 0
  #end = 0

  add(text: string): void {
    this.#reserve(text.length)
    for (let at = 0; at < text.length; at++) this.#bytes[this.#end++] = text.charCodeAt(at)
    this.#start[++this.#length] = this.#end
  }

  /** The same of a text that is bytes already. */
  addBytes(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from)
    for (let at = from; at < to; at++) this.#bytes[this.#end++] = source[at]
    this.#start[++this.#length] = this.#end
  }

  /** For one more text. */
  #reserve(bytes: number): void {
    if (this.#end + bytes > this.#bytes.length) {
      this.#bytes = grown(this.#bytes, new Uint8Array(2 * (this.#end + bytes)))
    }
    if (this.#length + 2 > this.#start.length) {
      this.#start = grown(this.#start, new Uint32Array(2 * this.#start.length))
    }
  }

  /** What was gathered; from then on it gathers for another table. */
  take(): StringTable {
    const { length, bytes, start } = this.lend()
    return packedStrings(length, bytes.slice(), start.slice())
  }

  /** The same without a copy: good until it gathers the next one. */
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

/** A table of given binary strings; for tests and small lists. */
export function stringTableOf(strings: readonly string[]): StringTable {
  const builder = new StringTableBuilder()
  for (const text of strings) builder.add(text)
  return builder.take()
}
