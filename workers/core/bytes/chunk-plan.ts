// Which chunks of a file a range needs, and which of those must still be fetched. Arithmetic only; no bytes.
//
//   range        ├──────────────┤
//   chunks   |  3  |  4  |  5  |  6  |      needed 3..6; with 4 in hand, fetch run 3 and run 5–6

/** Chunk `n` is bytes `n * chunkSize` up to the next chunk or the end of the file. */
export interface ChunkSpan {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** Chunks to fetch in one read. */
export interface FetchRun extends ChunkSpan {
  readonly offset: number
  readonly length: number
}

/** Those that so many bytes lie in; an empty span for no byte. */
export function chunksOfRange(offset: number, length: number, chunkSize: number): ChunkSpan {
  const first = Math.floor(offset / chunkSize)
  return { first, end: length === 0 ? first : Math.floor((offset + length - 1) / chunkSize) + 1 }
}

/** The missing chunks of a span as runs of neighbours, each one read; the last is cut at the end of the file. */
export function planFetches(
  span: ChunkSpan,
  chunkSize: number,
  fileSize: number,
  inHand: (chunk: number) => boolean,
): readonly FetchRun[] {
  const runs: FetchRun[] = []
  let chunk = span.first
  while (chunk < span.end) {
    if (inHand(chunk)) {
      chunk++
      continue
    }
    const first = chunk
    while (chunk < span.end && !inHand(chunk)) chunk++
    const offset = first * chunkSize
    runs.push({ first, end: chunk, offset, length: Math.min(chunk * chunkSize, fileSize) - offset })
  }
  return runs
}
