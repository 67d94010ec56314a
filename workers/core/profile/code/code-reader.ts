// The bytes of a program's code by address, a slice of the file at a time.
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { RawExecutable } from '../../formats/format.ts'

/** Bytes in hand at a time, unless more are asked for at once. */
const SLICE = 4 * 1024 * 1024

export class CodeReader {
  readonly #source: ByteSource
  readonly #start: number
  /** From an address to its place in the file. */
  readonly #shift: number
  /** First address beyond the code. */
  readonly #end: number
  #from = 0
  #slice = new Uint8Array(0)

  private constructor(source: ByteSource, start: number, end: number, shift: number) {
    this.#source = source
    this.#start = start
    this.#end = end
    this.#shift = shift
  }

  /** Null where the file holds no code. */
  static of(source: ByteSource, { textOffset, textStart, textLast }: RawExecutable): CodeReader | null {
    if (textOffset === null) return null
    const shift = textOffset - textStart
    return new CodeReader(source, textStart, Math.min(textLast + 1, source.size - shift), shift)
  }

  /** Whether these bytes are in hand, and as many as `margin` beyond where there are any. */
  has(address: number, size: number, margin: number): boolean {
    const end = address + size
    const beyond = Math.min(end + margin, this.#end)
    return address >= this.#from && Math.max(end, beyond) <= this.#from + this.#slice.length
  }

  /** Brings them to hand; false if the file does not hold them. */
  async load(address: number, size: number, margin: number): Promise<boolean> {
    if (address < this.#start || address + size > this.#end) return false
    const length = Math.min(Math.max(size + margin, SLICE), this.#end - address)
    this.#slice = await this.#source.read(address + this.#shift, length)
    this.#from = address
    return true
  }

  /** As many of these bytes as are in hand. */
  bytes(address: number, size: number): Uint8Array {
    return this.#slice.subarray(address - this.#from, address - this.#from + size)
  }
}
