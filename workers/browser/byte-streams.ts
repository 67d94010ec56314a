// Reads blobs into memory that is there already, where the browser can do that.

/** Whether it can. */
export const canFill = isTried()

function isTried(): boolean {
  try {
    new Blob().stream().getReader({ mode: 'byob' })
    return true
  } catch {
    return false
  }
}

/** Chromium collects a stream that nobody else holds on to, though somebody waits for its bytes: they never come. */
const inUse = new Set<ByteStream>()

/** A blob from front to back. */
export class ByteStream {
  readonly #reader: ReadableStreamBYOBReader

  constructor(blob: Blob) {
    this.#reader = blob.stream().getReader({ mode: 'byob' })
    inUse.add(this)
  }

  /**
   * Its next bytes, in the memory of `bytes`, which goes from hand to hand on the way.
   *
   * Errors: what reading throws, and that there are fewer; the memory is gone then.
   */
  async fill(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const { byteOffset, length } = bytes
    let { buffer } = bytes
    for (let filled = 0; filled < length;) {
      const left = length - filled
      const into = new Uint8Array(buffer, byteOffset + filled, left)
      // Engines that know no `min` answer with less: each answer costs them objects that they collect in their own time.
      const { value, done } = await this.#reader.read(into, { min: left })
      if (done || !value) throw new Error('it got shorter')
      buffer = value.buffer
      filled += value.length
    }
    return new Uint8Array(buffer, byteOffset, length)
  }

  end(): void {
    inUse.delete(this)
    void this.#reader.cancel().catch(() => {})
  }
}

/** The bytes of a blob, in the memory of `bytes`. */
export async function fillFrom(blob: Blob, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new ByteStream(blob)
  try {
    return await stream.fill(bytes)
  } finally {
    stream.end()
  }
}
