/**
 * A tar file's headers → its regular files, each a range of the archive.
 *
 * Errors:  `archive/damaged` for a header whose checksum does not fit, `archive/too-many`.
 * Source:  POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format"; GNU tar's manual for long names.
 */
import { binaryString } from '../base/string-table.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { rangeSource } from '../bytes/range-source.ts'
import { damaged, MOST_MEMBERS, tooMany } from './archive-problems.ts'
import { isSystemFile, memberName } from './member-name.ts'

const BLOCK = 512
/** A long name has one of its own before the member's. */
const MOST_HEADERS = 2 * MOST_MEMBERS
/** A name that is longer is no name. */
const LONGEST_NAME = 65_536

interface Header {
  readonly name: Uint8Array
  readonly size: number
  readonly type: string
}

export async function openTar(archive: ByteSource): Promise<readonly ByteSource[]> {
  const members: ByteSource[] = []
  let longName: Uint8Array | null = null
  let headers = 0
  for (let at = 0; at + BLOCK <= archive.size;) {
    const block = await archive.read(at, BLOCK)
    // Two blocks of zeros are the end; one will do.
    if (block.every((byte) => byte === 0)) break
    const header = decodeHeader(block)
    if (header === null) throw damaged(archive, `header at byte ${at}`)
    if (++headers > MOST_HEADERS) throw tooMany(archive, headers)
    const start = at + BLOCK
    const { size, type } = header
    if (start + size > archive.size) throw damaged(archive, memberName(longName ?? header.name))
    at = start + Math.ceil(size / BLOCK) * BLOCK
    if (type === 'L' || type === 'x') {
      const bytes = await archive.read(start, Math.min(size, LONGEST_NAME))
      longName = (type === 'L' ? untilNul(bytes) : pathOf(bytes)) ?? longName
      continue
    }
    const name = memberName(longName ?? header.name)
    longName = null
    if (!['0', '\0', '7'].includes(type) || name === '' || isSystemFile(name)) continue
    members.push(rangeSource(archive, start, size, name))
  }
  return members
}

/** Null if the checksum does not fit: the sum of all bytes, its own eight taken for blanks. */
function decodeHeader(block: Uint8Array): Header | null {
  let sum = 0
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 32 : block[at]
  if (octal(block, 148, 8) !== sum) return null
  const size = octal(block, 124, 12)
  if (size === null) return null
  const short = untilNul(block.subarray(0, 100))
  const hasPrefix = binaryString(block, 257, 263) === 'ustar\0' && block[345] !== 0
  const name = hasPrefix ? Uint8Array.from([...untilNul(block.subarray(345, 500)), 0x2f, ...short]) : short
  return { name, size, type: binaryString(block, 156, 157) }
}

/** Null for what is no number; GNU writes large ones in base 256, the first bit set. */
function octal(block: Uint8Array, at: number, length: number): number | null {
  if (block[at] === 0x80) {
    let value = 0
    for (let byte = at + 1; byte < at + length; byte++) value = value * 256 + block[byte]
    return Number.isSafeInteger(value) ? value : null
  }
  const text = binaryString(block, at, at + length)
    .replace(/^ +/, '')
    .replace(/[ \0].*$/s, '')
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : null
}

function untilNul(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(0)
  return end < 0 ? bytes : bytes.subarray(0, end)
}

/** The path among pax's records, each "length key=value\n"; null without one. */
function pathOf(bytes: Uint8Array): Uint8Array | null {
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at)
    const length = blank < 0 ? 0 : Number(binaryString(bytes, at, Math.min(blank, at + 8)))
    if (!(length > blank - at + 1) || at + length > bytes.length) return null
    if (binaryString(bytes, blank + 1, blank + 6) === 'path=')
      return bytes.subarray(blank + 6, at + length - 1)
    at += length
  }
  return null
}
