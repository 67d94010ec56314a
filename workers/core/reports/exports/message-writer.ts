// Encoder of protocol buffers' wire form, as far as a profile needs it. Source:
// https://protobuf.dev/programming-guides/encoding/

const VARINT = 0
const LENGTH_DELIMITED = 2
const FIRST_SIZE = 256
const SEVEN_BITS = 128

/**
 * Encodes one message of protocol buffers. Numbers are integers, not negative; beyond 2^53 they are as
 * exact as doubles. A `field` is a field number of the message.
 */
export class MessageWriter {
  #bytes = new Uint8Array(FIRST_SIZE)
  #length = 0

  /** Writes a number; omits 0, which readers assume for absent fields. */
  number(field: number, value: number): void {
    if (value === 0) return
    this.#varint(field * 8 + VARINT)
    this.#varint(value)
  }

  /** Writes a boolean; omits false. */
  flag(field: number, value: boolean): void {
    this.number(field, value ? 1 : 0)
  }

  /** Writes a repeated number; omits an empty list. */
  packed(field: number, values: readonly number[]): void {
    if (values.length === 0) return
    const inner = new MessageWriter()
    for (const value of values) inner.#varint(value)
    this.#delimited(field, inner.taken())
  }

  /** Writes a message inside this one, whose fields `fill` writes. */
  message(field: number, fill: (inner: MessageWriter) => void): void {
    const inner = new MessageWriter()
    fill(inner)
    this.#delimited(field, inner.taken())
  }

  /** Writes a text in UTF-8, even if it is empty: its position in a table counts. */
  text(field: number, text: string): void {
    this.#delimited(field, new TextEncoder().encode(text))
  }

  /** Number of encoded bytes since `taken` was last called. */
  get size(): number {
    return this.#length
  }

  /** Returns the encoded bytes and clears the writer. */
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

  /** Divides, because bit operations would truncate to 32 bits. */
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
