// What a list of symbols holds, whichever program printed it.
import type { RawSymbols } from './raw-symbols.ts'

/** A list of symbols, as read. */
export interface RawSymbolList {
  readonly file: string
  /** "Output of nm", "GNU ld map", for people. */
  readonly description: string
  readonly symbols: RawSymbols
  /** Null if the list does not state it. */
  readonly wordSize: 4 | 8 | null
  readonly bigEndian: boolean | null
  /** Link-time address of the last byte of the code; null if the list does not state it. */
  readonly textLast: number | null
}

/** Parses a list line by line, without line ends; lines that are no symbol's are ignored. */
export interface ListParser {
  line(text: string): void
  done(): Omit<RawSymbolList, 'file'>
}

/** Binary strings back to bytes. */
export class NameBytes {
  #buffer = new Uint8Array(256)

  bytesOf(name: string): Uint8Array {
    if (name.length > this.#buffer.length) this.#buffer = new Uint8Array(2 * name.length)
    for (let at = 0; at < name.length; at++) this.#buffer[at] = name.charCodeAt(at)
    return this.#buffer.subarray(0, name.length)
  }
}
