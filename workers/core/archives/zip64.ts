/**
 * Where a zip file's fields of 16 and 32 bits are too small, or their writer did not know: zip64's own, of 64 bits.
 *
 * Source:  APPNOTE.TXT, ".ZIP File Format Specification", PKWARE: sections 4.3.14, 4.3.15, 4.4.1.4, 4.5.3.
 */
import type { ByteSource } from '../bytes/byte-source.ts'
import type { ZipEntry } from './zip-member.ts'

/** In a field of 32 bits: see zip64. */
export const MARKER = 0xffffffff

const LOCATOR_SIZE = 20
const END_SIZE = 56
const EXTRA = 1

/**
 * The directory's count and place. Null if there is no locator: then the numbers only look like markers; "unfit" if what it
 * leads to does not add up.
 *
 * @param end where the ordinary end record begins
 */
export async function readLargeEnd(
  source: ByteSource,
  end: number,
): Promise<{ readonly count: number; readonly size: number; readonly offset: number } | 'unfit' | null> {
  if (end < LOCATOR_SIZE) return null
  const locator = viewOf(await source.read(end - LOCATOR_SIZE, LOCATOR_SIZE))
  if (locator.getUint32(0, true) !== 0x07064b50) return null
  const at = wholeAt(locator, 8)
  if (at === null || at + END_SIZE > source.size) return 'unfit'
  const record = viewOf(await source.read(at, END_SIZE))
  const [count, size, offset] = [wholeAt(record, 32), wholeAt(record, 40), wholeAt(record, 48)]
  if (record.getUint32(0, true) !== 0x06064b50 || count === null || size === null || offset === null)
    return 'unfit'
  return { count, size, offset }
}

type Places = Pick<ZipEntry, 'size' | 'packedSize' | 'offset'>

/** With the wide fields in place of markers; null if one is missing. */
export function widened(places: Places, extra: Uint8Array): Places | null {
  const fields = ['size', 'packedSize', 'offset'] as const
  if (!fields.some((field) => places[field] === MARKER)) return places
  const wide = findExtra(viewOf(extra))
  if (wide === null) return null
  const found = { ...places }
  let at = 0
  // Only those that are markers stand there, in this order.
  for (const field of fields) {
    if (places[field] !== MARKER) continue
    const value = at + 8 <= wide.byteLength ? wholeAt(wide, at) : null
    if (value === null) return null
    found[field] = value
    at += 8
  }
  return found
}

function findExtra(extra: DataView): DataView | null {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    const size = extra.getUint16(at + 2, true)
    if (at + 4 + size > extra.byteLength) return null
    if (extra.getUint16(at, true) === EXTRA)
      return new DataView(extra.buffer, extra.byteOffset + at + 4, size)
  }
  return null
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Null beyond what a number holds exactly: no file is as large. */
export function wholeAt(view: DataView, at: number): number | null {
  const value = view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32
  return Number.isSafeInteger(value) ? value : null
}
