// Whether a text is a listing, by its beginning; a listing, read in pieces, whose lines go to decode.ts one by one.
import type { ByteSource } from '../../bytes/byte-source.ts'
import { TextLines } from '../../bytes/text-lines.ts'
import { ProblemError } from '../../problems/problem-error.ts'
import { ListingDecoder } from './decode.ts'
import { describeListing, SEARCHED_BYTES } from './recognize.ts'
import { ListingLines } from './listing-lines.ts'
import type { RawListing } from './types.ts'

const PIECE = 1 << 20

/** What it begins with, for people; null if it is no listing. */
export async function findListing(source: ByteSource): Promise<string | null> {
  return describeListing(await source.read(0, Math.min(SEARCHED_BYTES, source.size)))
}

/**
 * Errors: `listing/nothing-found` for a text without a row that does not say that there was no time, `bytes/…`.
 *
 * @param onRead told how many bytes are read so far
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
