// What the readers of all text encodings share: their interface, the bytes they collect, how they report
// damage.
import type { LinePiece } from './line-pieces.ts'
import type { UnpackBudget } from '../../archives/archive.ts'
import { joinBytes } from '../../base/buffers.ts'

/** Damage of a dump from some line on. The bytes before that line are used. */
export interface DumpDamage {
  /** Line number, from 1. */
  readonly line: number
  /**
   * The kind of damage.
   *
   * - `checksum`: the line's checksum does not match.
   * - `unreadable`: digits are missing or invalid.
   * - `characters`: the digits do not match the characters shown beside them.
   * - `gap`: the line does not follow the line before.
   * - `length`: there are more or fewer bytes than announced.
   * - `end`: the last line is missing.
   */
  readonly why: 'checksum' | 'unreadable' | 'characters' | 'gap' | 'length' | 'end'
  /** For people: the addresses of a gap, the byte counts of a length; otherwise "". */
  readonly what: string
}

/** The bytes of one dump. Without bytes and with damage it is useless. */
export interface Dump {
  /** Name of the form, for people: "a hex dump". */
  readonly form: string
  readonly pieces: readonly Uint8Array[]
  /** In bytes. */
  readonly size: number
  readonly damage: DumpDamage | null
  /** Number of bytes at the end that may be padding of a dump in whole words. */
  readonly spare: number
}

/** What counts as the beginning of a file, and how many bytes a dump may have. */
export interface DumpRules {
  /** Whether a file of at most `size` bytes may begin with these bytes. */
  readonly isBeginning: (start: Uint8Array, size: number) => boolean
  /** Most bytes that a dump in this text may have; a line `*` repeats many. */
  readonly largest: number
  /** Returns a collector for the bytes of another dump. */
  readonly newBytes: () => DumpBytes
}

/**
 * Reads dumps of one form. Until it has found a beginning it sees every line of the text. After
 * that it alone gets the lines, until its dump ends.
 */
export interface DumpReader {
  /**
   * Takes a line. Returns `nothing` so far, `open` from the line that completes a beginning, or a dump that
   * ended with or before this line.
   *
   * @throws ProblemError `archive/too-large` past the budget
   */
  take(piece: LinePiece): 'nothing' | 'open' | EndedDump
  /** Ends the text. Returns the dump in progress, if any. */
  end(): Dump | null
}

/** A dump that ended, and the lines after it that were taken already. */
export interface EndedDump {
  /** Null if it began like a file but is none. */
  readonly dump: Dump | null
  /** Lines that the reader took but that are not part of the dump. */
  readonly after: readonly LinePiece[]
}

/** Bytes that decide whether a dump begins a file, if it has as many. */
export const DECIDING_BYTES = 64

/** Whether bytes begin with GNU's magic `gmon`, which no other file begins with. False for fewer bytes. */
export const isMarked = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(0, 4)) === 'gmon'

const FIRST_PIECE = 1 << 12
const LARGEST_PIECE = 1 << 20
/** Size of a repeated block, in bytes: one piece that the list of pieces holds many times. */
const BLOCK = 1 << 16

/** Collects the bytes of a dump in pieces, within the unpacking budget. */
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

  /** Bytes so far. */
  get size(): number {
    return this.#before + this.#filled
  }

  /**
   * Appends a copy of the bytes, and takes them from the budget.
   *
   * @throws ProblemError `archive/too-large`, before anything is appended
   */
  append(bytes: Uint8Array): void {
    this.#budget.take(bytes.length, this.#file)
    this.#put(bytes)
  }

  /**
   * Appends `size` bytes that repeat these, and takes them from the budget. Long repetitions share memory.
   *
   * @param bytes at least one
   * @throws ProblemError `archive/too-large`, before anything is appended
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

  /** Returns a copy of at most the first `length` bytes. */
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

  /** Returns all bytes, or the first `size`, in pieces that share memory with the collector. */
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
    // A piece that is not full is copied, so that few bytes do not keep a large buffer alive.
    this.#pieces.push(isFull ? this.#room : this.#room.slice(0, this.#filled))
    if (isFull) this.#room = new Uint8Array(0)
    this.#before += this.#filled
    this.#filled = 0
  }
}

/**
 * Describes a gap between two rows for people, in the dump's own addresses.
 *
 * @param next address that should follow, and `last` the one before `found`
 * @param isMissing whether bytes are missing; else the row goes back
 */
export const gapWords = (next: string, last: string, found: string, isMissing: boolean): string =>
  isMissing
    ? `Addresses ${next} to ${last} are missing before it`
    : `It does not follow the line before: address ${next} comes next, ${found} is there`
