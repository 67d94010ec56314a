// Pieces of a file → the file, while the page goes on answering: a browser copies what a Blob is made of there and then.

/** Milliseconds. Between two drawings there is time for this much. */
const SLICE_MS = 4
/** Bytes or characters that are copied at a time: less than a millisecond's work. */
const PIECE = 1 << 20

/**
 * @param pieces made one by one as they are asked for, each in less than a slice; texts are UTF-8
 * @param type   MIME
 */
export async function blobInSteps(
  pieces: Iterable<string | Uint8Array<ArrayBuffer>>,
  type: string,
): Promise<Blob> {
  // A Blob of others copies nothing. The browser is asked for each and waited for, so that they are not to be too many.
  const parts: Blob[] = []
  let gathered: BlobPart[] = []
  let length = 0
  let until = performance.now() + SLICE_MS
  for (const piece of shortPieces(pieces)) {
    gathered.push(piece)
    length += piece.length
    if (length >= PIECE) {
      parts.push(new Blob(gathered))
      gathered = []
      length = 0
    }
    if (performance.now() < until) continue
    await new Promise((resolve) => setTimeout(resolve))
    until = performance.now() + SLICE_MS
  }
  return new Blob([...parts, ...gathered], { type })
}

function* shortPieces(
  pieces: Iterable<string | Uint8Array<ArrayBuffer>>,
): Iterable<string | Uint8Array<ArrayBuffer>> {
  for (const piece of pieces) {
    let from = 0
    do {
      const to = typeof piece === 'string' ? endOfCharacter(piece, from + PIECE) : from + PIECE
      yield typeof piece === 'string' ? piece.slice(from, to) : piece.subarray(from, to)
      from = to
    } while (from < piece.length)
  }
}

/** The two halves of a character beyond 16 bits are no text by themselves. */
function endOfCharacter(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at
}
