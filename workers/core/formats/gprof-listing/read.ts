// Reads a listing that gprof printed, piece by piece.
import type { ByteSource } from '../../bytes/byte-source.ts'
import { TextLines } from '../../bytes/text-lines.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { ListingLines } from './listing-lines.ts'
import type { RawListing } from './types.ts'
import { describeListing, SEARCHED_BYTES } from './headings.ts'
import { ListingDecoder } from './listing-decoder.ts'

const PIECE = 1 << 20

/**
 * Returns what a listing begins with, as messages name it: "flat profile", "call graph" or the like; null if
 * the file is no listing. Reads its beginning only.
 *
 * @throws ProblemError `bytes/…` of the source
 */
export async function findListing(source: ByteSource): Promise<string | null> {
  return describeListing(await source.read(0, Math.min(SEARCHED_BYTES, source.size)))
}

/**
 * Reads a listing: the text that gprof prints. Undoes quotation, wrapping and markup; unreadable lines are
 * counted in `unread`, and of several listings in one text the first is read. Names are binary strings.
 *
 * @param onRead receives the bytes read so far
 * @throws ProblemError `listing/nothing-found` for a text without rows, unless it says that no time
 *   accumulated; `bytes/…`
 */
export async function readListing(
  source: ByteSource,
  onRead: (bytes: number) => void = () => {},
): Promise<RawListing> {
  const decoder = new ListingDecoder()
  const rows = new ListingLines(
    (row, lines) => decoder.take(row, lines),
    (mark) => decoder.skip(mark),
  )
  const lines = new TextLines((line) => rows.take(line))
  for (let at = 0; at < source.size; at += PIECE) {
    onRead(at)
    lines.push(await source.read(at, Math.min(PIECE, source.size - at)))
  }
  lines.end()
  rows.end()
  onRead(source.size)
  const listing = decoder.result(source.name)
  const found = (listing.flat?.rows.length ?? 0) + (listing.graph?.entries.length ?? 0)
  if (found === 0 && !listing.flat?.timeless)
    throw new ProblemError({ code: 'listing/nothing-found', file: source.name })
  return listing
}
