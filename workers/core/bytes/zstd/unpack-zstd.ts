/**
 * zstd data → the bytes it was made from, whose number is known beforehand. No browser has a decompressor of its own.
 *
 * Errors:  none; null for what is damaged, needs a dictionary, or makes another number of bytes. Checksums of frames are
 *          passed over, as there are none in programs.
 * Source:  RFC 8878, "Zstandard Compression".
 */
import { DamagedData } from './backward-bits.ts'
import type { HuffmanTable } from './huffman.ts'
import { readLiterals } from './literals.ts'
import { readSequences, type SequenceSink, type SequenceTables } from './sequences.ts'

const MAGIC = 0xfd2fb528
/** Of frames that hold something else; 16 of them. */
const SKIPPED_MAGIC = 0x184d2a50
/** A block never makes more. */
const LARGEST_BLOCK = 128 * 1024

const DICTIONARY_BYTES = [0, 1, 2, 4]
const SIZE_BYTES = [0, 2, 4, 8]

export function unpackZstd(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | null {
  try {
    const out = new Output(packed.length, size)
    for (let at = 0; at < packed.length;) at = unpackFrame(packed, at, out)
    return out.done()
  } catch (error) {
    if (error instanceof DamagedData) return null
    throw error
  }
}

/** Answers where the frame ends. */
function unpackFrame(packed: Uint8Array, from: number, out: Output): number {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  const need = (at: number, count: number): number => {
    if (count > packed.length - at) throw new DamagedData()
    return at
  }
  const magic = view.getUint32(need(from, 4), true)
  if ((magic & ~15) >>> 0 === SKIPPED_MAGIC) {
    const size = view.getUint32(need(from + 4, 4), true)
    return need(from + 8, size) + size
  }
  if (magic !== MAGIC) throw new DamagedData()
  const flags = packed[need(from + 4, 1)]
  const isOneSegment = (flags & 32) !== 0
  const dictionary = DICTIONARY_BYTES[flags & 3]
  const sizeBytes = SIZE_BYTES[flags >> 6] || (isOneSegment ? 1 : 0)
  const dictionaryAt = from + 5 + (isOneSegment ? 0 : 1)
  need(dictionaryAt, dictionary + sizeBytes)
  if (packed.subarray(dictionaryAt, dictionaryAt + dictionary).some((byte) => byte !== 0))
    throw new DamagedData()
  let at = dictionaryAt + dictionary + sizeBytes
  const frame = new Frame(out)
  for (let isLast = false; !isLast;) {
    need(at, 3)
    const head = packed[at] | (packed[at + 1] << 8) | (packed[at + 2] << 16)
    isLast = (head & 1) === 1
    const kind = (head >> 1) & 3
    const size = head >> 3
    const stored = kind === 1 ? 1 : size
    const start = need(at + 3, stored)
    if (size > LARGEST_BLOCK || kind === 3) throw new DamagedData()
    if (kind === 1) out.fill(packed[start], size)
    else if (kind === 0) out.add(packed.subarray(start, start + size))
    else frame.addBlock(packed.subarray(start, start + size))
    at = start + stored
  }
  return (flags & 4) === 0 ? at : need(at, 4) + 4
}

/** What the blocks of a frame share. */
class Frame implements SequenceSink {
  readonly #out: Output
  readonly #start: number
  readonly #tables: SequenceTables = { literals: null, offsets: null, matches: null }
  /** The last three offsets, the newest first. */
  readonly #recent = [1, 4, 8]
  #huffman: HuffmanTable | null = null
  #literals: Uint8Array = new Uint8Array(0)
  #used = 0
  #room = 0

  constructor(out: Output) {
    this.#out = out
    this.#start = out.length
  }

  addBlock(block: Uint8Array): void {
    const { bytes, end, table } = readLiterals(block, this.#huffman, LARGEST_BLOCK)
    this.#huffman = table
    this.#literals = bytes
    this.#used = 0
    this.#room = LARGEST_BLOCK
    readSequences(block, end, this.#tables, this)
    this.#addLiterals(bytes.length - this.#used)
  }

  take(literals: number, offset: number, match: number): void {
    this.#addLiterals(literals)
    const distance = this.#distanceOf(offset, literals === 0)
    if (distance > this.#out.length - this.#start) throw new DamagedData()
    this.#spend(match)
    this.#out.repeat(distance, match)
  }

  #addLiterals(count: number): void {
    const end = this.#used + count
    if (end > this.#literals.length) throw new DamagedData()
    this.#spend(count)
    this.#out.add(this.#literals.subarray(this.#used, end))
    this.#used = end
  }

  #spend(count: number): void {
    this.#room -= count
    if (this.#room < 0) throw new DamagedData()
  }

  /** Up to 3 stands for a recent one; where no literals came before, for the one behind that, or one less than the newest. */
  #distanceOf(offset: number, afterMatch: boolean): number {
    const recent = this.#recent
    if (offset > 3) {
      recent.unshift(offset - 3)
      recent.pop()
      return offset - 3
    }
    const which = offset - 1 + (afterMatch ? 1 : 0)
    const distance = which === 3 ? recent[0] - 1 : recent[which]
    if (distance === 0) throw new DamagedData()
    recent.splice(Math.min(which, 2), 1)
    recent.unshift(distance)
    return distance
  }
}

/** Grows as there is something to put into it: the number of bytes may be a lie. */
class Output {
  length = 0
  #bytes: Uint8Array<ArrayBuffer>
  readonly #size: number

  constructor(packed: number, size: number) {
    this.#size = size
    this.#bytes = new Uint8Array(Math.min(size, 8 * packed))
  }

  add(bytes: Uint8Array): void {
    const at = this.#grow(bytes.length)
    this.#bytes.set(bytes, at)
  }

  fill(byte: number, count: number): void {
    const at = this.#grow(count)
    this.#bytes.fill(byte, at, at + count)
  }

  /** What began `distance` back, again; it may reach into itself. */
  repeat(distance: number, count: number): void {
    const at = this.#grow(count)
    const bytes = this.#bytes
    if (distance >= count) bytes.copyWithin(at, at - distance, at - distance + count)
    else for (let made = at; made < at + count; made++) bytes[made] = bytes[made - distance]
  }

  done(): Uint8Array<ArrayBuffer> {
    if (this.length !== this.#size) throw new DamagedData()
    return this.#bytes
  }

  #grow(count: number): number {
    const at = this.length
    this.length = at + count
    if (this.length > this.#size) throw new DamagedData()
    if (this.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.min(this.#size, Math.max(2 * this.#bytes.length, this.length)))
      larger.set(this.#bytes.subarray(0, at))
      this.#bytes = larger
    }
    return at
  }
}
