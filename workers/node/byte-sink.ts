// Combines many small texts into few large writes.
//
// Each text is encoded as UTF-8 straight into the buffer. Concatenating strings first costs far more,
// because a string of a thousand parts has to be flattened.

const SIZE = 1 << 18
/** Most bytes that one UTF-16 unit takes in UTF-8. */
const WIDEST = 3

/** Buffered writer of texts. */
export interface ByteSink {
  readonly write: (text: string) => void
  /** Writes what is left. */
  readonly end: () => void
}

/** Returns a writer. `take` receives bytes that are overwritten after it returns. */
export function byteSink(take: (bytes: Uint8Array) => void): ByteSink {
  const buffer = Buffer.allocUnsafe(SIZE)
  let length = 0
  const flush = (): void => {
    if (length > 0) take(buffer.subarray(0, length))
    length = 0
  }
  const write = (text: string): void => {
    const most = text.length * WIDEST
    if (length + most > SIZE) flush()
    if (most > SIZE) take(Buffer.from(text))
    else length += buffer.write(text, length)
  }
  return { write, end: flush }
}
