// One line of Intel hex or of Motorola's S-records → what it says.
import { digitAt } from './hex-row.ts'

export type ParsedRecord =
  | { readonly kind: 'data'; readonly address: number; readonly bytes: Uint8Array }
  /** Added to the addresses of those that follow. */
  | { readonly kind: 'base'; readonly base: number }
  /** Of the records with data so far. */
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'end'; readonly isWhole: boolean }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'damaged'; readonly why: 'checksum' | 'unreadable' }

export interface RecordForm {
  readonly name: string
  /** Its first character. */
  readonly mark: string
  readonly begins: RegExp
  /** @param text without blanks around it */
  readonly parse: (text: string) => ParsedRecord
}

const NOTHING: ParsedRecord = { kind: 'nothing' }
const UNREADABLE: ParsedRecord = { kind: 'damaged', why: 'unreadable' }
const WRONG_SUM: ParsedRecord = { kind: 'damaged', why: 'checksum' }

/** ":", number of bytes, address (two bytes), type, bytes, and a byte that makes the sum of all 0. */
export const INTEL_HEX: RecordForm = {
  name: 'Intel hex',
  mark: ':',
  begins: /^\s*:[0-9A-Fa-f]{2}/,
  parse(text) {
    const all = digitsOf(text, 1)
    if (all === null || all.length < 5 || all.length !== all[0] + 5) return UNREADABLE
    const type = all[3]
    const isWhole = sumOf(all) === 0
    if (type === 1) return { kind: 'end', isWhole }
    if (!isWhole) return WRONG_SUM
    const data = all.subarray(4, all.length - 1)
    if (type === 0) return { kind: 'data', address: numberOf(all.subarray(1, 3)), bytes: data }
    if (type === 2) return { kind: 'base', base: numberOf(data) * 16 }
    if (type === 4) return { kind: 'base', base: numberOf(data) * 65_536 }
    // Where the program starts.
    return NOTHING
  },
}

/** "S", type, number of bytes that follow, address (two to four bytes), bytes, and a byte that makes the sum of all 255. */
export const S_RECORDS: RecordForm = {
  name: 'S-records',
  mark: 'S',
  begins: /^\s*S\d[0-9A-Fa-f]{2}/,
  parse(text) {
    const type = digitAt(text, 1)
    const all = digitsOf(text, 2)
    if (all === null || all.length < 3 || all.length !== all[0] + 1) return UNREADABLE
    const isWhole = sumOf(all) === 255
    if (type >= 7) return { kind: 'end', isWhole }
    if (!isWhole) return WRONG_SUM
    const addressBytes = type === 5 || type === 6 ? all.length - 2 : type + 1
    const address = numberOf(all.subarray(1, 1 + addressBytes))
    if (type === 5 || type === 6) return { kind: 'count', count: address }
    if (type < 1 || type > 3) return NOTHING
    if (all.length < addressBytes + 2) return UNREADABLE
    return { kind: 'data', address, bytes: all.subarray(1 + addressBytes, all.length - 1) }
  },
}

/** Null where there is anything but pairs of digits. */
function digitsOf(text: string, from: number): Uint8Array | null {
  if ((text.length - from) % 2 === 1 || text.length > 2048) return null
  const bytes = new Uint8Array((text.length - from) / 2)
  for (let at = 0; at < bytes.length; at++) {
    const high = digitAt(text, from + 2 * at)
    const low = digitAt(text, from + 2 * at + 1)
    if (high < 0 || low < 0) return null
    bytes[at] = (high << 4) | low
  }
  return bytes
}

const sumOf = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (sum + byte) & 255, 0)

const numberOf = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 256 + byte, 0)
