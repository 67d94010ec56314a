// Reads blobs into memory that is reused, where the browser can.

/** Whether the browser can read into a given buffer. */
export const canReadInto = isTried()

function isTried(): boolean {
  try {
    new Blob().stream().getReader({ mode: 'byob' })
    return true
  } catch {
    return false
  }
}

/**
 * Reads blobs, and holds on to the streams in use: Chromium collects a stream without other references
 * even while a read is pending, which then never settles.
 */
export class BlobReader {
  readonly #inUse = new Set<ByteStream>()

  /** Begins to read a blob from front to back. */
  stream(blob: Blob): ByteStream {
    const stream = new ByteStream(blob, () => this.#inUse.delete(stream))
    this.#inUse.add(stream)
    return stream
  }

  /** Reads the bytes of a blob into the memory of `bytes`. */
  async readInto(blob: Blob, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const stream = this.stream(blob)
    try {
      return await stream.fill(bytes)
    } finally {
      stream.end()
    }
  }
}

/** Reads a blob from front to back. */
export class ByteStream {
  readonly #reader: ReadableStreamBYOBReader
  readonly #onEnd: () => void

  constructor(blob: Blob, onEnd: () => void) {
    this.#reader = blob.stream().getReader({ mode: 'byob' })
    this.#onEnd = onEnd
  }

  /**
   * Fills the memory of `bytes` with the next bytes. The buffer is transferred, so use the
   * returned array.
   *
   * @throws errors of reading, and an error if there are fewer bytes; the memory is lost then
   */
  async fill(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const { byteOffset, length } = bytes
    let { buffer } = bytes
    for (let filled = 0; filled < length;) {
      const left = length - filled
      const into = new Uint8Array(buffer, byteOffset + filled, left)
      // Engines without `min` return less: each read makes objects that are collected late.
      const { value, done } = await this.#reader.read(into, { min: left })
      if (done || !value) throw new Error('it got shorter')
      buffer = value.buffer
      filled += value.length
    }
    return new Uint8Array(buffer, byteOffset, length)
  }

  end(): void {
    this.#onEnd()
    void this.#reader.cancel().catch(() => {})
  }
}
