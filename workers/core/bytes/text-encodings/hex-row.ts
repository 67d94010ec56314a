// Rows of hex dumps: address and digits of a line, the layout that all rows share, and the column
// of characters.

// Lines of xxd, hexdump, od, gdb, U-Boot and NuttX to an address and groups of digits. A single
// line does not show which digits are bytes and which are in the column of characters.

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
function bytesOfGroup(row: HexRow, group: number): number {
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

// The layout of a hex dump, inferred from its first rows: the base of its addresses, the bytes per
// row, and the column of characters. No dump states it.

/** A row, and what preceded it. */
export interface SeenRow {
  readonly row: HexRow
  /** Line number, from 1. */
  readonly line: number
  /** Whether a line with an asterisk preceded it: the row before is repeated. */
  readonly starred: boolean
  /** File offset that the row's address counts from. */
  readonly base: number
  /** Whether the line before stated `base`. */
  readonly titled: boolean
}

/** The layout that all rows of a dump share. */
export interface HexLayout {
  readonly radix: 8 | 10 | 16
  /** Bytes of a full row. */
  readonly rowBytes: number
  /** Bytes per group. */
  readonly unit: number
  /** Column in which the last group of a full row ends; Infinity if unknown. */
  readonly lastEnd: number
}

const RADIXES = [16, 8, 10] as const

/**
 * Infers the layout from rows. Returns null without rows, for groups of partial bytes, and for rows
 * of partial groups.
 */
export function layoutOf(rows: readonly SeenRow[]): HexLayout | null {
  const [first] = rows
  if (first === undefined) return null
  const unit = unitOf(first.row).bytes
  if (unit === 0) return null
  const { radix, step } = commonStep(rows, unit)
  const rowBytes = step > 0 ? step : bytesByGap(first.row, unit)
  if (rowBytes === 0 || rowBytes % unit > 0) return null
  const ends = rows.map(({ row }) => row.ends[rowBytes / unit - 1]).filter((end) => end !== undefined)
  return { radix, rowBytes, unit, lastEnd: mostCommon(ends) }
}

/** Returns the most frequent number; Infinity if there are none. */
function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  let [best, most] = [Infinity, 0]
  for (const [number, count] of counts) if (count > most) [best, most] = [number, count]
  return best
}

interface Step {
  readonly radix: HexLayout['radix']
  readonly step: number
}

/**
 * Finds the most common distance between rows, in the base in which it fits most rows; 0 for a
 * single row.
 *
 * It is below the bytes of the rows only where all rows have digits in the column of characters.
 */
function commonStep(rows: readonly SeenRow[], unit: number): Step {
  return (
    mostVoted(rows, (step, bytes) => step === bytes, unit) ??
    mostVoted(rows, (step, bytes) => step < bytes && step % unit === 0, unit) ?? { radix: 16, step: 0 }
  )
}

function mostVoted(
  rows: readonly SeenRow[],
  stepFits: (step: number, bytes: number) => boolean,
  unit: number,
): Step | null {
  let best: Step | null = null
  let most = 0
  for (const radix of RADIXES) {
    // Only hexadecimal addresses have a colon.
    if (radix !== 16 && rows[0]?.row.colon) continue
    const votes = new Map<number, number>()
    for (const [at, next] of rows.entries()) {
      const row = rows[at - 1]
      if (!row || next.starred || next.base !== row.base) continue
      const step = distance(row.row.address, next.row.address, radix)
      if (step > 0 && stepFits(step, row.row.ends.length * unit)) votes.set(step, (votes.get(step) ?? 0) + 1)
    }
    // Two hexadecimal rows with a lost row between them look like octal ones.
    const least = radix === 16 || rows.some(({ row }) => row.ends.length === 0) ? 1 : 2
    for (const [step, count] of votes)
      if (count > most && count >= least) [best, most] = [{ radix, step }, count]
  }
  return best
}

/** Bytes of a single row, up to where more than one blank separates two groups. */
function bytesByGap({ starts, ends, text, origin }: HexRow, unit: number): number {
  const isBarred = /[|>]/.test(text.slice(origin))
  const usual = (starts[1] ?? 0) - (ends[0] ?? 0)
  let groups = 1
  while (groups < starts.length && (isBarred || (starts[groups] ?? 0) - (ends[groups - 1] ?? 0) <= usual))
    groups++
  return ends.length === 0 ? 0 : groups * unit
}

/** Returns `to` minus `from`, two addresses as digits of a base; NaN if a digit is invalid in it. */
export function distance(from: string, to: string, radix: HexLayout['radix']): number {
  if (radix !== 16 && (!isOf(from, radix) || !isOf(to, radix))) return Number.NaN
  if (Math.max(from.length, to.length) <= 12) return Number.parseInt(to, radix) - Number.parseInt(from, radix)
  return radix === 16 ? Number(BigInt(`0x${to}`) - BigInt(`0x${from}`)) : Number(to) - Number(from)
}

const isOf = (digits: string, radix: 8 | 10): boolean => (radix === 8 ? /^[0-7]+$/ : /^\d+$/).test(digits)

/**
 * Returns the number of bytes of a dump's last row, which may be short; null if something else is among its
 * groups.
 */
export function bytesOfLast(row: HexRow, { rowBytes, unit, lastEnd }: HexLayout): number | null {
  let groups = 0
  while (groups < row.ends.length && groups < rowBytes / unit && (row.ends[groups] ?? 0) <= lastEnd) groups++
  let bytes = 0
  for (let group = 0; group < groups; group++) bytes += bytesOfGroup(row, group)
  if (groups === rowBytes / unit) return bytes
  const ink = groups === row.ends.length ? inkBehind(row) : (row.starts[groups] ?? Infinity)
  return ink < lastEnd ? null : bytes
}

// The column of characters beside the digits, which proves the bytes and the byte order within
// words.

/** Most characters between the last digit and the first character: "  |", "  >", and blanks. */
const WIDEST_GAP = 4

/** The column of characters of a dump. */
export interface Characters {
  /** Distance from the last digit of a full row to the characters. */
  readonly gap: number
  /** Number of rows whose characters match their bytes. */
  readonly rows: number
}

/**
 * Finds the column of characters; null if most full rows have none that match.
 *
 * @param reversed whether the bytes of each group are reversed
 */
export function findCharacters(
  rows: readonly SeenRow[],
  { rowBytes, unit, lastEnd }: HexLayout,
  reversed: boolean,
): Characters | null {
  const full = rows.filter(({ row }) => row.ends[rowBytes / unit - 1] === lastEnd)
  for (let gap = 1; gap <= WIDEST_GAP; gap++) {
    let fitting = 0
    for (const { row } of full) {
      const bytes = bytesOf(row, rowBytes / unit, reversed)
      const hasThem = row.text.length > row.origin + lastEnd + gap
      if (bytes && hasThem && fits(row, bytes, lastEnd + gap)) fitting++
    }
    if (2 * fitting > full.length) return { gap, rows: fitting }
  }
  return null
}

/**
 * Whether the characters that a dump prints beside its bytes match them: "." for what is not
 * printable ASCII.
 *
 * @param row a row of a dump
 * @param bytes the row's bytes
 * @param column place of the first character, counted from where the row's address ends
 */
export function fits({ text, origin }: HexRow, bytes: Uint8Array, column: number): boolean {
  const from = origin + column
  // Trailing blanks may have been lost.
  const length = Math.min(bytes.length, text.length - from)
  // "|" or "<" may follow; more text belongs to another row.
  if (text.trimEnd().length > from + bytes.length + 1) return false
  for (let at = 0; at < length; at++) {
    const shown = bytes[at] >= 32 && bytes[at] < 127 ? bytes[at] : 46
    if (text.charCodeAt(from + at) !== shown) return false
  }
  return true
}
