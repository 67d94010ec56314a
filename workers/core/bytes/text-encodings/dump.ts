// What the readers of all text encodings share: their interface, the bytes they collect, and how they report
// damage.
import type { LinePiece } from './line-pieces.ts'
import type { UnpackBudget } from '../../archives/archive.ts'
import { joinBytes } from '../../base/buffers.ts'

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
export const DECIDING_BYTES = 64

/** GNU's mark, which nothing else begins with. */
export const isMarked = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(0, 4)) === 'gmon'

// The bytes of a dump as they come out, in pieces, within what may be unpacked.

const FIRST_PIECE = 1 << 12
const LARGEST_PIECE = 1 << 20
/** Bytes repeated so often that they stay one piece, counted many times. */
const BLOCK = 1 << 16

export class DumpBytes {
  readonly #budget: UnpackBudget
  readonly #file: string
  readonly #pieces: Uint8Array[] = []
  #room = new Uint8Array(0)
  #filled = 0
  #before = 0

  constructor(budget: UnpackBudget, file: string) {
    this.#budget = budget
    this.#file = file
  }

  get size(): number {
    return this.#before + this.#filled
  }

  /** Errors: `archive/too-large`. */
  append(bytes: Uint8Array): void {
    this.#budget.take(bytes.length, this.#file)
    this.#put(bytes)
  }

  /**
   * `size` bytes: these again and again.
   *
   * Errors: `archive/too-large`, before any is put down.
   */
  repeat(bytes: Uint8Array, size: number): void {
    this.#budget.take(size, this.#file)
    const times = Math.max(1, Math.floor(BLOCK / bytes.length))
    const blockSize = times * bytes.length
    let left = size
    if (left >= 2 * blockSize) {
      const block = new Uint8Array(blockSize)
      for (let at = 0; at < blockSize; at += bytes.length) block.set(bytes, at)
      this.#closePiece()
      for (; left >= blockSize; left -= blockSize) {
        this.#pieces.push(block)
        this.#before += blockSize
      }
    }
    for (; left > 0; left -= bytes.length) this.#put(bytes.subarray(0, left))
  }

  /** At most so many from the beginning. */
  start(length: number): Uint8Array {
    const taken: Uint8Array[] = []
    let left = length
    for (const piece of [...this.#pieces.slice(0, length), this.#room.subarray(0, this.#filled)]) {
      if (left <= 0) break
      taken.push(piece.subarray(0, left))
      left -= piece.length
    }
    return joinBytes(taken)
  }

  /** All of them, or the first `size`. */
  pieces(size = this.size): readonly Uint8Array[] {
    this.#closePiece()
    const kept: Uint8Array[] = []
    let left = size
    for (const piece of this.#pieces) {
      if (left <= 0) break
      kept.push(piece.length > left ? piece.subarray(0, left) : piece)
      left -= piece.length
    }
    return kept
  }

  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#filled === this.#room.length) this.#makeRoom()
      const part = bytes.subarray(at, at + this.#room.length - this.#filled)
      this.#room.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
    }
  }

  #makeRoom(): void {
    const size = Math.max(FIRST_PIECE, Math.min(LARGEST_PIECE, 2 * this.#room.length))
    this.#closePiece()
    this.#room = new Uint8Array(size)
  }

  #closePiece(): void {
    if (this.#filled === 0) return
    const isFull = this.#filled === this.#room.length
    // What is not full is copied: a piece of few bytes does not hold on to the room for many.
    this.#pieces.push(isFull ? this.#room : this.#room.slice(0, this.#filled))
    if (isFull) this.#room = new Uint8Array(0)
    this.#before += this.#filled
    this.#filled = 0
  }
}

/** What stands between two rows that do not follow one another, in the dump's own addresses. */
export const gapWords = (next: string, last: string, found: string, isMissing: boolean): string =>
  isMissing
    ? `Addresses ${next} to ${last} are missing before it`
    : `It does not follow the line before: address ${next} comes next, ${found} is there`
