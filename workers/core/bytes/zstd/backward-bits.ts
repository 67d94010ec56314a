// Bits as zstd's entropy coders leave them: the last written is the first read, from the end of the bytes to their start.

/** What cannot be zstd data; caught where decompressing begins. */
export class DamagedData extends Error {}

export class BackwardBits {
  readonly #bytes: Uint8Array
  /** Number of bits that are left; less than none once more were read than there are: those are zero. */
  left: number

  /** The highest bit set in the last byte only marks the end. */
  constructor(bytes: Uint8Array) {
    const last = bytes.length === 0 ? 0 : bytes[bytes.length - 1]
    if (last === 0) throw new DamagedData()
    this.#bytes = bytes
    this.left = bytes.length * 8 - 1 - (Math.clz32(last) - 24)
  }

  /** At most 24 bits, which stay. */
  peek(count: number): number {
    const at = this.left - count
    if (at < 0) return this.left <= 0 ? 0 : this.#bitsAt(0, this.left) << -at
    return this.#bitsAt(at, count)
  }

  /** At most 31 bits. */
  read(count: number): number {
    if (count > 24) return this.read(count - 24) * 2 ** 24 + this.read(24)
    const value = this.peek(count)
    this.left -= count
    return value
  }

  #bitsAt(at: number, count: number): number {
    const bytes = this.#bytes
    const first = at >> 3
    const word = bytes[first] | (bytes[first + 1] << 8) | (bytes[first + 2] << 16) | (bytes[first + 3] << 24)
    return (word >>> (at & 7)) & ((1 << count) - 1)
  }
}
