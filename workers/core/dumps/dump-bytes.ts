// The bytes of a dump as they come out, in pieces, within what may be unpacked.
import type { UnpackBudget } from '../archives/unpack-budget.ts'
import { joinBytes } from '../base/join-bytes.ts'

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
