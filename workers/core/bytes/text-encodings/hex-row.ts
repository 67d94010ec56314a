// Lines of xxd, hexdump, od, gdb, U-Boot or NuttX to an address with groups of digits. A single line does
// not show which digits are bytes and which are in the column of characters.

/** A line of a hex dump: its address and groups of digits. */
export interface HexRow {
  /** The digits as written; "" without an address. */
  readonly address: string
  /** Whether a colon, or its equivalent in another format, follows the address. */
  readonly colon: boolean
  readonly text: string
  /** Digits per group; 0 without groups. */
  readonly width: number
  /** Where each group begins and ends, in characters from `origin`. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Position of the end of the address. */
  readonly origin: number
}

/** Most characters of a row. */
const LONGEST_ROW = 1 << 14
/** Most digits of a group; xxd has an option for the size of groups. */
const WIDEST_GROUP = 512

/** Addresses: "00000010:", "0x20000010 <buffer+16>:", "0000020", "20000010 =". */
const ADDRESS = /^[ \t]*(?:0[xX])?([0-9a-fA-F]{4,16})(?:[ \t]*<.*?>(?=:))?(:| =|(?=[ \t]|$))/

/**
 * Parses a line into address and groups; null if it does not begin with an address, or if it is too long for
 * a row.
 */
export function parseHexRow(text: string): HexRow | null {
  if (text.length > LONGEST_ROW || digitAt(text, firstInk(text)) < 0) return null
  const match = ADDRESS.exec(text)
  if (match === null) return null
  const [label, address = '', colon] = match
  return withGroups(text, label.length, address, colon !== '')
}

/**
 * Parses a line without an address into groups; null if it does not begin with a digit, or if it is too long
 * for a row.
 */
export function parseHexDigits(text: string): HexRow | null {
  if (text.length > LONGEST_ROW || digitAt(text, firstInk(text)) < 0) return null
  return withGroups(text, 0, '', false)
}

/** Finds groups of equal width; the last one may be shorter. */
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

/**
 * Returns the position of the first character that is neither blank nor tab; the text's length if
 * there is none.
 */
export function firstInk(text: string): number {
  let at = 0
  while (isBlank(text, at)) at++
  return at
}

const isBlank = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at)
  return code === 32 || code === 9
}

/**
 * Returns the value of the hexadecimal digit at a position; −1 for any other character and beyond the end.
 */
export function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return code - 48
  const small = code | 32
  return small >= 97 && small <= 102 ? small - 87 : -1
}

/**
 * Returns the bytes per group and its base, by the number of digits; 0 bytes for an odd number.
 *
 * od's octal numbers have 3, 6 or 11 digits. A colon after the address means hexadecimal.
 */
export function unitOf({ width, colon }: Pick<HexRow, 'width' | 'colon'>): {
  readonly bytes: number
  readonly octal: boolean
} {
  if (width === 3) return { bytes: 1, octal: true }
  if (width === 6 && !colon) return { bytes: 2, octal: true }
  if (width === 11) return { bytes: 4, octal: true }
  return { bytes: width % 2 === 0 ? width / 2 : 0, octal: false }
}

/** Returns the number of bytes that a group represents. */
export function bytesOfGroup(row: HexRow, group: number): number {
  const { bytes, octal } = unitOf(row)
  return octal ? bytes : ((row.ends[group] ?? 0) - (row.starts[group] ?? 0)) / 2
}

/**
 * Returns the column of the first non-blank character after the last group, counted from `origin`; Infinity
 * if there is none.
 */
export function inkBehind({ text, origin, ends }: HexRow): number {
  let at = origin + (ends[ends.length - 1] ?? 0)
  while (isBlank(text, at)) at++
  return at < text.length ? at - origin : Infinity
}

/**
 * Returns the bytes of the first `groups` groups, those of each group in digit order or reversed; null for an
 * invalid octal number.
 *
 * @param groups at most as many as the row has
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
