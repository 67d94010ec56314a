// A line of a hex dump → its address and its groups of digits: xxd's, hexdump's, od's, gdb's, U-Boot's, NuttX's.
// Which digits are bytes of the dump, and which stand by chance in the column of characters, is for those who know the other lines.

export interface HexRow {
  /** As it stands; "" where there is none. */
  readonly address: string
  /** A colon stands behind it, or what others have in its place. */
  readonly colon: boolean
  readonly text: string
  /** Digits of a group; 0 without any. */
  readonly width: number
  /** Where each group begins and ends, in characters from the end of the address. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Where the groups begin to count: behind the address. */
  readonly origin: number
}

/** Characters of a line that is a row. */
const LONGEST_ROW = 1 << 14
/** Digits of a group; xxd puts as many bytes into one as it is told. */
const WIDEST_GROUP = 512

/** "00000010:", "0x20000010 <buffer+16>:", "0000020", "20000010 =" */
const ADDRESS = /^[ \t]*(?:0[xX])?([0-9a-fA-F]{4,16})(?:[ \t]*<.*?>(?=:))?(:| =|(?=[ \t]|$))/

/** Null for a line that begins with no address. */
export function parseHexRow(text: string): HexRow | null {
  if (text.length > LONGEST_ROW || digitAt(text, firstInk(text)) < 0) return null
  const match = ADDRESS.exec(text)
  if (match === null) return null
  const [label, address = '', colon] = match
  return withGroups(text, label.length, address, colon !== '')
}

/** A row without an address. */
export function parseHexDigits(text: string): HexRow | null {
  if (text.length > LONGEST_ROW || digitAt(text, firstInk(text)) < 0) return null
  return withGroups(text, 0, '', false)
}

/** Groups of one width, as far as they go; the last may be shorter. */
function withGroups(text: string, origin: number, address: string, colon: boolean): HexRow {
  const starts: number[] = []
  const ends: number[] = []
  let width = 0
  for (let at = origin; at < text.length;) {
    const blanks = at
    while (isBlank(text, at)) at++
    if (at === blanks && at > origin) break
    if (text[at] === '0' && (text[at + 1] === 'x' || text[at + 1] === 'X')) at += 2
    const start = at
    while (digitAt(text, at) >= 0) at++
    const digits = at - start
    if (digits === 0 || digits > WIDEST_GROUP || (at < text.length && !isBlank(text, at))) break
    if (width === 0) width = digits
    if (digits > width || (digits < width && digits % 2 === 1)) break
    starts.push(start - origin)
    ends.push(at - origin)
    if (digits < width) break
  }
  return { address, colon, text, width, starts, ends, origin }
}

/** The place of the first character that is neither blank nor tab; the text's length if there is none. */
export function firstInk(text: string): number {
  let at = 0
  while (isBlank(text, at)) at++
  return at
}

const isBlank = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code === 32 || code === 9
}

/** The value of a hexadecimal digit; -1 for anything else. */
export function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return code - 48
  const small = code | 32
  return small >= 97 && small <= 102 ? small - 87 : -1
}

/** Bytes of a group, by its digits: od's octal numbers have 3, 6 and 11, and what has a colon behind its address is hex. */
export function unitOf({ width, colon }: Pick<HexRow, 'width' | 'colon'>): {
  readonly bytes: number
  readonly octal: boolean
} {
  if (width === 3) return { bytes: 1, octal: true }
  if (width === 6 && !colon) return { bytes: 2, octal: true }
  if (width === 11) return { bytes: 4, octal: true }
  return { bytes: width % 2 === 0 ? width / 2 : 0, octal: false }
}

/** Bytes that a group of the row stands for. */
export function bytesOfGroup(row: HexRow, group: number): number {
  const { bytes, octal } = unitOf(row)
  return octal ? bytes : ((row.ends[group] ?? 0) - (row.starts[group] ?? 0)) / 2
}

/** Behind the last group: the column of its first character that is no blank; Infinity where nothing follows. */
export function inkBehind({ text, origin, ends }: HexRow): number {
  let at = origin + (ends[ends.length - 1] ?? 0)
  while (isBlank(text, at)) at++
  return at < text.length ? at - origin : Infinity
}

/**
 * The bytes of its first groups, each group's in the order of the digits, or reversed. Null for an octal number that is none.
 */
export function bytesOf(row: HexRow, groups: number, reversed: boolean): Uint8Array | null {
  const unit = unitOf(row)
  const bytes = new Uint8Array(groups * unit.bytes)
  let filled = 0
  for (let group = 0; group < groups; group++) {
    const from = row.origin + (row.starts[group] ?? 0)
    const to = row.origin + (row.ends[group] ?? 0)
    const size = unit.octal ? unit.bytes : (to - from) >> 1
    if (unit.octal) {
      const value = Number.parseInt(row.text.slice(from, to), 8)
      if (!(value < 2 ** (8 * size)) || /[89a-f]/i.test(row.text.slice(from, to))) return null
      for (let at = 0; at < size; at++)
        bytes[filled + at] = Math.floor(value / 2 ** (8 * (size - 1 - at))) & 255
    } else {
      for (let at = 0; at < size; at++)
        bytes[filled + at] = (digitAt(row.text, from + 2 * at) << 4) | digitAt(row.text, from + 2 * at + 1)
    }
    if (reversed) bytes.subarray(filled, filled + size).reverse()
    filled += size
  }
  return bytes.subarray(0, filled)
}
