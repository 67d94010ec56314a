// Intel hex or Motorola S-records to bytes. Each record has an address and a checksum; a last record
// marks the end.
import {
  DECIDING_BYTES,
  type Dump,
  type DumpBytes,
  type DumpDamage,
  type DumpReader,
  type DumpRules,
  type EndedDump,
  gapWords,
  isMarked,
} from './dump.ts'
import { digitAt, firstInk } from './hex-row.ts'
import type { LinePiece } from './line-pieces.ts'

/** Reads Intel hex and S-records. */
export class RecordReader implements DumpReader {
  readonly #form: RecordForm
  readonly #rules: DumpRules
  #out: DumpBytes
  /** Before enough bytes to decide; in a dump; rejected until the next end. */
  #state: 'telling' | 'open' | 'refused' = 'telling'
  #start = 0
  #base = 0
  #records = 0
  /** A count record matched, so a missing end record is no damage. */
  #isCounted = false
  /** Whether the first record was unreadable. */
  #headless = false
  /** The first line since the last record that begins like a record but is invalid. */
  #unread: number | null = null
  #last = 0
  #damage: DumpDamage | null = null

  constructor(form: RecordForm, rules: DumpRules) {
    this.#form = form
    this.#rules = rules
    this.#out = rules.newBytes()
  }

  /** Takes a line; see DumpReader. */
  take(piece: LinePiece): 'nothing' | 'open' | EndedDump {
    const { text, line } = piece
    const { mark, begins } = this.#form
    const isRecord = text[firstInk(text)] === mark && begins.test(text) && !piece.continues && !piece.goesOn
    if (!isRecord) return this.#answer()
    const record = this.#form.parse(text.trim())
    this.#last = line
    if (record.kind === 'end') return this.#atEnd(record, line)
    if (this.#state === 'refused' || this.#damage) return this.#answer()
    switch (record.kind) {
      case 'damaged':
        this.#takeDamaged(line, record.why)
        break
      case 'base':
        this.#base = record.base
        break
      case 'count':
        this.#isCounted = record.count === this.#records
        if (!this.#isCounted)
          this.#report(line, 'length', `${this.#records} records, where it says ${record.count}`)
        break
      case 'data':
        this.#takeData(this.#base + record.address, record.bytes, line)
    }
    if (this.#damage || this.#out.size >= DECIDING_BYTES) this.#decide()
    return this.#answer()
  }

  /** Ends the text; see DumpReader. */
  end(): Dump | null {
    this.#decide()
    if (this.#state !== 'open') return null
    if (!this.#damage && !this.#isCounted)
      this.#report(this.#unread ?? this.#last, this.#unread === null ? 'end' : 'unreadable')
    return this.#close()
  }

  /** Handles an invalid record. A line that is no record at all may be a message between two. */
  #takeDamaged(line: number, why: 'checksum' | 'unreadable'): void {
    if (this.#out.size === 0) {
      this.#headless = true
      return
    }
    if (why === 'checksum') this.#report(line, why)
    else this.#unread ??= line
  }

  #answer(): 'nothing' | 'open' {
    return this.#state === 'open' ? 'open' : 'nothing'
  }

  #atEnd(record: ParsedRecord & { readonly kind: 'end' }, line: number): 'nothing' | EndedDump {
    if (!this.#damage && this.#unread !== null) this.#report(this.#unread, 'unreadable')
    else if (!record.isWhole && !this.#damage) this.#report(line, 'checksum')
    this.#decide()
    const isOpen = this.#state === 'open'
    const dump = this.#close()
    return isOpen ? { dump, after: [] } : 'nothing'
  }

  #takeData(address: number, bytes: Uint8Array, line: number): void {
    if (this.#out.size === 0) this.#start = address
    const expected = this.#start + this.#out.size
    this.#records++
    if (address === expected) this.#out.append(bytes)
    else if (this.#unread !== null) this.#report(this.#unread, 'unreadable')
    else
      this.#report(line, 'gap', gapWords(hex(expected), hex(address - 1), hex(address), address > expected))
    this.#unread = null
  }

  #report(line: number, why: DumpDamage['why'], what = ''): void {
    this.#damage = { line, why, what }
  }

  #decide(): void {
    if (this.#state !== 'telling' || this.#out.size === 0) return
    const start = this.#out.start(DECIDING_BYTES)
    const isBeginning = this.#rules.isBeginning(start, this.#rules.largest)
    this.#state = isBeginning && (isMarked(start) || !this.#headless) ? 'open' : 'refused'
  }

  #close(): Dump {
    const { size } = this.#out
    const dump = { form: this.#form.name, pieces: this.#out.pieces(), size, damage: this.#damage, spare: 0 }
    this.#out = this.#rules.newBytes()
    this.#state = 'telling'
    this.#damage = null
    this.#base = 0
    this.#records = 0
    this.#isCounted = false
    this.#headless = false
    this.#unread = null
    return dump
  }
}

const hex = (address: number): string => address.toString(16).padStart(8, '0')

/** The meaning of one record. */
export type ParsedRecord =
  | { readonly kind: 'data'; readonly address: number; readonly bytes: Uint8Array }
  /** A base, added to later addresses. */
  | { readonly kind: 'base'; readonly base: number }
  /** The number of data records so far. */
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'end'; readonly isWhole: boolean }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'damaged'; readonly why: 'checksum' | 'unreadable' }

/** A record format: Intel hex or S-records. */
export interface RecordForm {
  readonly name: string
  /** First character of each record. */
  readonly mark: string
  readonly begins: RegExp
  /** @param text without surrounding blanks */
  readonly parse: (text: string) => ParsedRecord
}

const NOTHING: ParsedRecord = { kind: 'nothing' }
const UNREADABLE: ParsedRecord = { kind: 'damaged', why: 'unreadable' }
const WRONG_SUM: ParsedRecord = { kind: 'damaged', why: 'checksum' }

/**
 * Intel hex: ":", byte count, address (two bytes), type, bytes, and a byte that makes the sum of
 * all 0.
 */
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
    // The program's start address is not needed.
    return NOTHING
  },
}

/**
 * S-records: "S", type, count of the bytes that follow, address (two to four bytes), bytes, and a
 * byte that makes the sum of all 255.
 */
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

/** Returns the bytes of pairs of digits; null if there is anything else. */
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
