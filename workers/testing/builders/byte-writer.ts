// A growing run of bytes in one byte order and word size, for the builders of test files.

export interface ByteOrder {
  readonly wordSize: 4 | 8
  readonly bigEndian: boolean
}

export interface ByteWriter {
  /** Bytes written so far. */
  readonly length: () => number
  readonly u8: (value: number) => void
  readonly u16: (value: number) => void
  readonly u32: (value: number) => void
  /** A bigint where 2^53 is too small; a negative one wraps. */
  readonly u64: (value: number | bigint) => void
  /** An address: 4 or 8 bytes. */
  readonly word: (value: number | bigint) => void
  /** One byte per character; a character above 255 is a mistake in the test. */
  readonly text: (binary: string) => void
  readonly bytes: (bytes: Uint8Array) => void
  /** NUL bytes. */
  readonly zeros: (count: number) => void
  readonly align: (to: number) => void
  readonly done: () => Uint8Array<ArrayBuffer>
}

export function byteWriter({ wordSize, bigEndian }: ByteOrder): ByteWriter {
  const little = !bigEndian
  let buffer = new Uint8Array(256)
  let view = new DataView(buffer.buffer)
  let at = 0

  /** Makes room for `count` bytes and answers where they go. */
  function claim(count: number): number {
    if (at + count > buffer.length) {
      const larger = new Uint8Array(Math.max(at + count, 2 * buffer.length))
      larger.set(buffer)
      buffer = larger
      view = new DataView(buffer.buffer)
    }
    at += count
    return at - count
  }
  // `claim` may replace `view`, so it comes first.
  function u32(value: number): void {
    const offset = claim(4)
    view.setUint32(offset, value, little)
  }
  function u64(value: number | bigint): void {
    const offset = claim(8)
    if (typeof value === 'bigint') {
      view.setBigUint64(offset, BigInt.asUintN(64, value), little)
      return
    }
    view.setUint32(offset + (little ? 4 : 0), Math.floor(value / 2 ** 32), little)
    view.setUint32(offset + (little ? 0 : 4), value % 2 ** 32, little)
  }

  return {
    length: () => at,
    u8: (value) => {
      const offset = claim(1)
      view.setUint8(offset, value)
    },
    u16: (value) => {
      const offset = claim(2)
      view.setUint16(offset, value, little)
    },
    u32,
    u64,
    word: (value) => (wordSize === 8 ? u64(value) : u32(Number(value))),
    text: (binary) => {
      const offset = claim(binary.length)
      buffer.set(bytesOfBinary(binary), offset)
    },
    bytes: (bytes) => {
      const offset = claim(bytes.length)
      buffer.set(bytes, offset)
    },
    zeros: (count) => void claim(count),
    align: (to) => void claim((to - (at % to)) % to),
    done: () => buffer.slice(0, at),
  }
}

/** The bytes of a binary string: one character, one byte. */
export function bytesOfBinary(binary: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) {
    const code = binary.charCodeAt(at)
    if (code > 255) throw new Error(`not a binary string: ${JSON.stringify(binary)}`)
    bytes[at] = code
  }
  return bytes
}
