// zlib data → the bytes it was made from, piece by piece, through the host's own decompressor.

export interface InflateInput {
  /** Compressed bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
}

const SLICE = 1 << 20
/** Deflate never makes less than a byte of 1,032. */
const BEST_RATIO = 1032

/** Exactly `size` bytes, or null if the data is damaged or makes another number of bytes. */
export async function inflate(input: InflateInput, size: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (size > BEST_RATIO * input.size) return null
  const stream = new DecompressionStream('deflate')
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  const fed = feed(input, writer)
  const bytes = new Uint8Array(size)
  let filled = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || value === undefined) break
      if (value.length > size - filled) {
        await reader.cancel()
        break
      }
      bytes.set(value, filled)
      filled += value.length
    }
  } catch {
    // Told by the number of bytes that came.
    filled = -1
  }
  const problem = await fed
  // A file that cannot be read is another matter than data that cannot be understood.
  if (problem !== null) throw problem
  return filled === size ? bytes : null
}

/** Answers what reading threw; what the decompressor throws is seen at its other end. */
async function feed(
  input: InflateInput,
  writer: ReturnType<DecompressionStream['writable']['getWriter']>,
): Promise<unknown> {
  for (let at = 0; at < input.size; at += SLICE) {
    let slice: Uint8Array<ArrayBuffer>
    try {
      slice = await input.read(at, Math.min(SLICE, input.size - at))
    } catch (error) {
      await writer.abort().catch(() => {})
      return error
    }
    try {
      await writer.write(slice)
    } catch {
      return null
    }
  }
  await writer.close().catch(() => {})
  return null
}
