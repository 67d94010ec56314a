// What the readers of all forms have in common: what they are given, what they find, and how it is told.
import type { DumpBytes } from './dump-bytes.ts'
import type { LinePiece } from './line-pieces.ts'

/** What is wrong from a line on; what stands before it is used. */
export interface DumpDamage {
  readonly line: number
  /**
   * `checksum`: the line's own does not fit. `unreadable`: digits are missing in it or are none. `characters`: they are not those shown
   * beside them. `gap`: it does not follow the line
   * before. `length`: there are more or fewer bytes than are said to be. `end`: the last line is missing.
   */
  readonly why: 'checksum' | 'unreadable' | 'characters' | 'gap' | 'length' | 'end'
  /** Of a gap the addresses, of a length the numbers of bytes, for people; else "". */
  readonly what: string
}

/** Without bytes, and damaged: of no use. */
export interface Dump {
  /** For people: "a hex dump". */
  readonly form: string
  readonly pieces: readonly Uint8Array[]
  readonly size: number
  readonly damage: DumpDamage | null
  /** So many bytes at its end may be there only because it was printed in whole words. */
  readonly spare: number
}

export interface DumpRules {
  /** Whether a file may begin so that has at most `size` bytes. */
  readonly isBeginning: (start: Uint8Array, size: number) => boolean
  /** What a dump in this text may come to; `*` stands for many bytes. */
  readonly largest: number
  readonly newBytes: () => DumpBytes
}

/**
 * Reads one form. Before it has found a beginning it sees every line of the text; from then on the lines are its alone, until its
 * dump ends.
 */
export interface DumpReader {
  /** `nothing` so far; `open` from the line on with which a beginning is complete; a dump that ended, with this line or before it. */
  take(piece: LinePiece): 'nothing' | 'open' | EndedDump
  /** The text ends. */
  end(): Dump | null
}

export interface EndedDump {
  /** Null where it began as a file does, and is none. */
  readonly dump: Dump | null
  /** Lines that it was given and that are none of its own. */
  readonly after: readonly LinePiece[]
}

/** Bytes by which a beginning is told; fewer where there are no more. */
export const TELLING = 64

/** GNU's mark, which nothing else begins with. */
export const isMarked = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(0, 4)) === 'gmon'
