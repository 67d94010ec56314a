// What a text file of symbols tells: names and addresses, and with luck what the program they belong to is like.
import type { RawSymbols } from '../format.ts'

export interface RawSymbolList {
  readonly file: string
  /** "Output of nm", "GNU ld map", for people. */
  readonly description: string
  readonly symbols: RawSymbols
  /** Null where the list does not tell. */
  readonly wordSize: 4 | 8 | null
  readonly bigEndian: boolean | null
  /** Last byte of the code; null where the list does not tell. */
  readonly textLast: number | null
}

/** Takes a list line by line, without line ends; what is no symbol's line is passed over. */
export interface ListParser {
  line(text: string): void
  done(): Omit<RawSymbolList, 'file'>
}
