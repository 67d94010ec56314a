// Which chunks a range needs, which of them to fetch:
//
//   range        ├──────────────┤
//   chunks   |  3  |  4  |  5  |  6  |      needed 3..6; with 4 cached, fetch run 3 and run 5–6

/** A range of chunks. Chunk `n` begins at byte `n * chunkSize`; the last one may be shorter. */
export interface ChunkSpan {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

/** Neighbouring chunks to fetch in one read. */
export interface FetchRun extends ChunkSpan {
  /** Offset and length in the file, in bytes. */
  readonly offset: number
  readonly length: number
}

/** Returns the chunks that contain a range of bytes; an empty span for an empty range. */
export function chunksOfRange(offset: number, length: number, chunkSize: number): ChunkSpan {
  const first = Math.floor(offset / chunkSize)
  return { first, end: length === 0 ? first : Math.floor((offset + length - 1) / chunkSize) + 1 }
}

/**
 * Returns the missing chunks of a span as runs of neighbours, ascending, each one read. The last run is cut
 * at the end of the file.
 *
 * @param chunkSize in bytes, as `fileSize`
 * @param inHand whether a chunk is in the cache
 */
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
