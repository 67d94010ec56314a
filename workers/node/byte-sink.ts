// Many small texts → few large writes. Each text is encoded as UTF-8 straight into the buffer: gathering them in one string
// first costs far more, since a string made of a thousand pieces has to be flattened again.

const SIZE = 1 << 18
/** Most bytes that one UTF-16 unit takes in UTF-8. */
const WIDEST = 3

export interface ByteSink {
  readonly write: (text: string) => void
  /** Writes what is left. */
  readonly end: () => void
}

/** `take` gets bytes that are overwritten after it returns. */
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
