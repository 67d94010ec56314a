// Values → bytes in protocol buffers' wire form: as much of it as a profile needs.
//
// Source: https://protobuf.dev/programming-guides/encoding/

const VARINT = 0
const LENGTH_DELIMITED = 2
const FIRST_SIZE = 256
const SEVEN_BITS = 128

/** One message. Numbers are whole and not negative; beyond 2^53 as exact as a double is. */
export class MessageWriter {
  #bytes = new Uint8Array(FIRST_SIZE)
  #length = 0

  /** Left out if 0, as readers take what is absent for 0. */
  number(field: number, value: number): void {
    if (value === 0) return
    this.#varint(field * 8 + VARINT)
    this.#varint(value)
  }

  flag(field: number, value: boolean): void {
    this.number(field, value ? 1 : 0)
  }

  /** A repeated number. */
  packed(field: number, values: readonly number[]): void {
    if (values.length === 0) return
    const inner = new MessageWriter()
    for (const value of values) inner.#varint(value)
    this.#delimited(field, inner.taken())
  }

  message(field: number, fill: (inner: MessageWriter) => void): void {
    const inner = new MessageWriter()
    fill(inner)
    this.#delimited(field, inner.taken())
  }

  /** Written even if empty: in a table, its place counts. */
  text(field: number, text: string): void {
    this.#delimited(field, new TextEncoder().encode(text))
  }

  get size(): number {
    return this.#length
  }

  /** What was written; the writer begins anew. */
  taken(): Uint8Array<ArrayBuffer> {
    const taken = this.#bytes.slice(0, this.#length)
    this.#length = 0
    return taken
  }

  #delimited(field: number, bytes: Uint8Array): void {
    this.#varint(field * 8 + LENGTH_DELIMITED)
    this.#varint(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** By division, as bit operations would cut off at 32 bits. */
  #varint(value: number): void {
    this.#reserve(10)
    let rest = value
    while (rest >= SEVEN_BITS) {
      const low = rest % SEVEN_BITS
      this.#bytes[this.#length++] = SEVEN_BITS + low
      rest = (rest - low) / SEVEN_BITS
    }
    this.#bytes[this.#length++] = rest
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.#length + more))
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}
