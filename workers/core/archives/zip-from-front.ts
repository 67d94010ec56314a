/**
 * A zip file that has lost the directory at its end → the members that stand whole in it, by the header before each.
 *
 * Errors: `archive/too-many`.
 * Source: APPNOTE.TXT, ".ZIP File Format Specification", PKWARE: sections 4.3.7, 4.3.9, 4.4.4, 4.5.3.
 */
import type { ByteSource } from '../bytes/byte-source.ts'
import { isPossibleSize } from '../bytes/inflate.ts'
import { damaged, MOST_MEMBERS, tooMany } from './archive-problems.ts'
import { memberName } from './member-name.ts'
import type { ProblemError } from '../problems/problem-error.ts'
import { wholeAt, widened } from './zip64.ts'
import { isFolderName, type ZipEntry } from './zip-member.ts'

const HEADER_SIZE = 30
const SIGNATURE_SIZE = 4
const HEADER = 0x04034b50
const DESCRIPTOR = 0x08074b50
/** What may come behind the last member: the directory, or its end if it is empty. */
const BEHIND_MEMBERS = [0x02014b50, 0x06054b50, 0x06064b50]
/** Sizes were not known when the header was written; they stand behind the data. */
const IS_TOLD_BEHIND = 8

export interface FromFront {
  readonly entries: readonly ZipEntry[]
  readonly damage: ProblemError
}

export async function readFromFront(source: ByteSource): Promise<FromFront> {
  const entries: ZipEntry[] = []
  const endsAt = (what: string): FromFront => ({ entries, damage: damaged(source, what) })
  for (let at = 0; at + SIGNATURE_SIZE <= source.size;) {
    const header = viewOf(await source.read(at, Math.min(HEADER_SIZE, source.size - at)))
    const signature = header.getUint32(0, true)
    if (BEHIND_MEMBERS.includes(signature)) break
    if (signature !== HEADER || header.byteLength < HEADER_SIZE) return endsAt(`header at byte ${at}`)
    if (entries.length >= MOST_MEMBERS) throw tooMany(source, entries.length + 1)
    const nameLength = header.getUint16(26, true)
    const start = at + HEADER_SIZE + nameLength + header.getUint16(28, true)
    if (start > source.size) return endsAt(`header at byte ${at}`)
    const texts = await source.read(at + HEADER_SIZE, start - at - HEADER_SIZE)
    const raw = texts.subarray(0, nameLength)
    const flags = header.getUint16(6, true)
    const narrow = { size: header.getUint32(22, true), packedSize: header.getUint32(18, true), offset: at }
    const told =
      (flags & IS_TOLD_BEHIND) === 0
        ? fromHeader(header.getUint32(14, true), widened(narrow, texts.subarray(nameLength)), start)
        : await findDescriptor(source, start)
    const name = memberName(raw)
    if (told === null || told.end > source.size) return endsAt(name)
    const { end, ...sizes } = told
    entries.push({
      name,
      isFolder: isFolderName(raw),
      isEncrypted: (flags & 1) === 1,
      method: header.getUint16(8, true),
      ...sizes,
      offset: at,
    })
    at = end
  }
  return endsAt('directory at its end')
}

interface Told {
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  /** Where the next header may be. */
  readonly end: number
}

function fromHeader(
  checksum: number,
  places: { readonly size: number; readonly packedSize: number } | null,
  start: number,
): Told | null {
  if (places === null) return null
  const { size, packedSize } = places
  return { checksum, size, packedSize, end: start + packedSize }
}

/** The first window is small, as most members are; each further one is twice as large. */
const FIRST_WINDOW = 1 << 12
const LARGEST_WINDOW = 1 << 20
/** With its signature, and sizes of 64 bits. */
const LONGEST_DESCRIPTOR = 24

/**
 * What stands behind the data that begins there, known by the size in it, which is how far it is from there.
 *
 * Its signature may be missing; then it ends where a signature of the next part begins. Looking at all places takes time
 * in proportion to the file, whatever stands in it.
 */
async function findDescriptor(source: ByteSource, start: number): Promise<Told | null> {
  let window = FIRST_WINDOW
  for (let from = start; from + SIGNATURE_SIZE <= source.size;) {
    const first = Math.max(start, from - LONGEST_DESCRIPTOR)
    const last = Math.min(source.size, from + window + LONGEST_DESCRIPTOR)
    const bytes = await source.read(first, last - first)
    const view = viewOf(bytes)
    const behind = Math.min(from + window, source.size) - first
    for (let place = bytes.indexOf(0x50, from - first); place >= 0; place = bytes.indexOf(0x50, place + 1)) {
      if (place >= behind || place + SIGNATURE_SIZE > bytes.length) break
      const told = descriptorAt(view, place, first - start)
      if (told !== null) return { ...told, end: start + told.end }
    }
    from += window
    window = Math.min(2 * window, LARGEST_WINDOW)
  }
  return null
}

/**
 * @param place of something that may be a signature
 * @param before bytes of data before the view
 */
function descriptorAt(view: DataView, place: number, before: number): Told | null {
  const signature = view.getUint32(place, true)
  const isSigned = signature === DESCRIPTOR
  if (!isSigned && signature !== HEADER && signature !== BEHIND_MEMBERS[0]) return null
  // Wide ones first: the upper half of one looks like the other of two narrow ones, and is 0.
  for (const width of [8, 4]) {
    // Checksum and both sizes.
    const length = 4 + 2 * width
    const at = isSigned ? place + SIGNATURE_SIZE : place - length
    if (at < 0 || at + length > view.byteLength) continue
    const number = (from: number): number | null =>
      width === 4 ? view.getUint32(from, true) : wholeAt(view, from)
    const packedSize = number(at + 4)
    const size = number(at + 4 + width)
    const data = before + (isSigned ? place : at)
    if (packedSize !== data || size === null || (width === 8 && !isPossibleSize(size, data))) continue
    return { checksum: view.getUint32(at, true), packedSize, size, end: before + at + length }
  }
  return null
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
