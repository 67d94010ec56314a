// Reads a program's code by address, one slice of the file at a time.
import type { ByteSource } from '../bytes/byte-source.ts'
import type { RawExecutable } from '../formats/format.ts'

/** Bytes read at a time, unless a caller asks for more at once. */
const SLICE = 4 * 1024 * 1024

/** Reads a program's code by link-time address, a large slice at a time. Call `load`, then `bytes`. */
export class CodeReader {
  readonly #source: ByteSource
  readonly #start: number
  /** File offset minus address. */
  readonly #shift: number
  /** End of the code, exclusive. */
  readonly #end: number
  #from = 0
  #slice = new Uint8Array(0)

  private constructor(source: ByteSource, start: number, end: number, shift: number) {
    this.#source = source
    this.#start = start
    this.#end = end
    this.#shift = shift
  }

  /** Returns a reader, or null if the file has no code. */
  static of(source: ByteSource, { textOffset, textStart, textLast }: RawExecutable): CodeReader | null {
    if (textOffset === null) return null
    const shift = textOffset - textStart
    return new CodeReader(source, textStart, Math.min(textLast + 1, source.size - shift), shift)
  }

  /** Whether these bytes are loaded, with up to `margin` bytes beyond them. */
  has(address: number, size: number, margin: number): boolean {
    const end = address + size
    const beyond = Math.min(end + margin, this.#end)
    return address >= this.#from && Math.max(end, beyond) <= this.#from + this.#slice.length
  }

  /**
   * Loads bytes and, as far as the code reaches, `margin` bytes beyond them. Returns false if the file does
   * not contain `size` bytes.
   *
   * @throws ProblemError `bytes/…` of the source
   */
  async load(address: number, size: number, margin: number): Promise<boolean> {
    if (address < this.#start || address + size > this.#end) return false
    const length = Math.min(Math.max(size + margin, SLICE), this.#end - address)
    this.#slice = await this.#source.read(address + this.#shift, length)
    this.#from = address
    return true
  }

  /**
   * Returns these bytes, as many as are loaded; they share memory with the reader. Call it only after `load`
   * or if `has` is true.
   */
  bytes(address: number, size: number): Uint8Array {
    return this.#slice.subarray(address - this.#from, address - this.#from + size)
  }
}
