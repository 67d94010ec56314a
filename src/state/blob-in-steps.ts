// Makes a Blob from pieces without blocking the page: a browser copies a Blob's contents when it
// is created.

import { resultInSlices } from './worker/slices.ts'

/** Bytes or characters copied at once: less than a millisecond's work. */
const PIECE = 1 << 20

/**
 * Makes a Blob in steps.
 *
 * @param pieces generated on demand, each in less than a slice; texts are encoded as UTF-8
 * @param type MIME type
 */
export function blobInSteps(pieces: Iterable<string | Uint8Array<ArrayBuffer>>, type: string): Promise<Blob> {
  return resultInSlices(gather(pieces, type), 1)
}

function* gather(pieces: Iterable<string | Uint8Array<ArrayBuffer>>, type: string): Generator<void, Blob> {
  // A Blob of Blobs copies nothing. Each takes a request to the browser, so there should not be
  // too many.
  const parts: Blob[] = []
  let gathered: BlobPart[] = []
  let length = 0
  for (const piece of shortPieces(pieces)) {
    gathered.push(piece)
    length += piece.length
    if (length >= PIECE) {
      parts.push(new Blob(gathered))
      gathered = []
      length = 0
    }
    yield
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

/** Returns an end that does not split a surrogate pair, whose halves are no valid text. */
function endOfCharacter(text: string, at: number): number {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at
}
