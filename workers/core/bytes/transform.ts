// Compressed bytes → the bytes they were made from, and back, piece by piece, through the host's own streams.

export interface TransformInput {
  /** Bytes. */
  readonly size: number
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
}

export type CompressedFormat = 'deflate' | 'deflate-raw' | 'gzip'

/** Fed at a time. Browsers hand on all that a slice inflates to before they look up: 1,032 times as much at worst. */
const SLICE = 1 << 15

/**
 * Hands each piece to `take`, in order, until it answers false.
 *
 * Answers "damaged" for data that cannot be decompressed, ends too early or goes on after its end.
 * Errors: what reading throws, and what `take` throws.
 */
export function decompress(
  input: TransformInput,
  format: CompressedFormat,
  take: (piece: Uint8Array<ArrayBuffer>) => boolean,
): Promise<'done' | 'stopped' | 'damaged'> {
  return run(input, new DecompressionStream(format), take)
}

/** A gzip member of what is in hand. */
export async function gzip(pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const out: Uint8Array<ArrayBuffer>[] = []
  const stream = new CompressionStream('gzip')
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  const fed = (async () => {
    for (const piece of pieces) await writer.write(piece)
    await writer.close()
  })()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || value === undefined) break
    out.push(value)
  }
  await fed
  return out
}

async function run(
  input: TransformInput,
  stream: ByteTransform,
  take: (piece: Uint8Array<ArrayBuffer>) => boolean,
): Promise<'done' | 'stopped' | 'damaged'> {
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  const fed = feed(input, writer)
  let outcome: 'done' | 'stopped' | 'damaged' = 'done'
  let thrown: unknown = null
  for (;;) {
    let piece: Uint8Array<ArrayBuffer> | undefined
    try {
      piece = (await reader.read()).value
    } catch {
      outcome = 'damaged'
      break
    }
    if (piece === undefined) break
    let goesOn = false
    try {
      goesOn = take(piece)
    } catch (error) {
      thrown = error
    }
    if (!goesOn) {
      outcome = 'stopped'
      await reader.cancel().catch(() => {})
      break
    }
  }
  const problem = await fed
  // A file that cannot be read is another matter than data that cannot be understood.
  if (problem !== null || thrown !== null) throw problem ?? thrown
  return outcome
}

/** Answers what reading threw; what the stream throws is seen at its other end. */
async function feed(
  input: TransformInput,
  writer: ReturnType<ByteTransform['writable']['getWriter']>,
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
