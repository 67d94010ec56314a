// Names as they stand in files: bytes, one after another in one buffer. A name is decoded when it is looked at.
import type { Brand } from './brand.ts'

export type StringIndex = Brand<number, 'StringIndex'>

export interface StringTable {
  readonly length: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** `length + 1` offsets into `bytes`; string `i` is `bytes[start[i] .. start[i + 1])`, without a terminator. */
  readonly start: Uint32Array<ArrayBuffer>
}

const CHUNK = 8192
/** Up to here bytes are copied one by one. */
const SHORT = 64

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
  return binaryString(table.bytes, table.start[index], table.start[index + 1])
}

/** Order of two strings by their bytes: negative, 0 or positive. */
export function compareStrings(table: StringTable, left: number, right: number): number {
  const { bytes, start } = table
  let l = start[left]
  let r = start[right]
  const lEnd = start[left + 1]
  const rEnd = start[right + 1]
  while (l < lEnd && r < rEnd) {
    const difference = bytes[l++] - bytes[r++]
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
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return binary
  }
}

/** Gathers byte ranges of one source buffer into a compact table. */
export function buildStringTable(
  source: Uint8Array,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
): StringTable {
  const length = from.length
  let total = 0
  for (let i = 0; i < length; i++) total += to[i] - from[i]
  const bytes = new Uint8Array(total)
  const start = new Uint32Array(length + 1)
  let at = 0
  for (let i = 0; i < length; i++) {
    start[i] = at
    // A view of each name costs more than the few bytes of most.
    if (to[i] - from[i] > SHORT) {
      bytes.set(source.subarray(from[i], to[i]), at)
      at += to[i] - from[i]
    } else for (let next = from[i]; next < to[i]; next++) bytes[at++] = source[next]
  }
  start[length] = at
  return { length, bytes, start }
}

/** A table of given binary strings; for tests and small lists. */
export function stringTableOf(strings: readonly string[]): StringTable {
  const start = new Uint32Array(strings.length + 1)
  let total = 0
  strings.forEach((text, i) => {
    start[i] = total
    total += text.length
  })
  start[strings.length] = total
  const bytes = new Uint8Array(total)
  strings.forEach((text, i) => {
    for (let at = 0; at < text.length; at++) bytes[start[i] + at] = text.charCodeAt(at)
  })
  return { length: strings.length, bytes, start }
}
