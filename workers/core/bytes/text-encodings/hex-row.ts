// Lines of a hex dump → address and digits of each, and the layout that all of them have: units, bytes in a
// row, characters.

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
function bytesOfGroup(row: HexRow, group: number): number {
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

// The first rows of a hex dump → how all of them are laid out: what its addresses count in, how many bytes a row has, and where
// its column of characters begins. No dump says so itself.

/** A row, and what stood before it. */
export interface SeenRow {
  readonly row: HexRow
  readonly line: number
  /** A line with an asterisk: the row before is repeated. */
  readonly starred: boolean
  /** Where the part of the file begins that the address counts from. */
  readonly base: number
  /** That has just been said. */
  readonly titled: boolean
}

export interface HexLayout {
  readonly radix: 8 | 10 | 16
  readonly rowBytes: number
  /** Of a group. */
  readonly unit: number
  /** The column in which the last group of a row ends; Infinity if no row tells. */
  readonly lastEnd: number
}

const RADIXES = [16, 8, 10] as const

/** Null for no row, for groups that are no whole bytes, and where a row is no whole groups. */
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

/** Infinity of none. */
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
 * The distance from row to row that is most common, in the base in which most rows have as many bytes; 0 for a single row. Only
 * if no row has, digits stand in the column of characters of all of them, and it may be less.
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
    // Octal and decimal numbers have no colon behind them.
    if (radix !== 16 && rows[0]?.row.colon) continue
    const votes = new Map<number, number>()
    for (const [at, next] of rows.entries()) {
      const row = rows[at - 1]
      if (!row || next.starred || next.base !== row.base) continue
      const step = distance(row.row.address, next.row.address, radix)
      if (step > 0 && stepFits(step, row.row.ends.length * unit)) votes.set(step, (votes.get(step) ?? 0) + 1)
    }
    // Two rows of hex with one between them lost look like octal ones.
    const least = radix === 16 || rows.some(({ row }) => row.ends.length === 0) ? 1 : 2
    for (const [step, count] of votes)
      if (count > most && count >= least) [best, most] = [{ radix, step }, count]
  }
  return best
}

/** Of one row alone: up to where more than a blank stands between two groups. */
function bytesByGap({ starts, ends, text, origin }: HexRow, unit: number): number {
  const isBarred = /[|>]/.test(text.slice(origin))
  const usual = (starts[1] ?? 0) - (ends[0] ?? 0)
  let groups = 1
  while (groups < starts.length && (isBarred || (starts[groups] ?? 0) - (ends[groups - 1] ?? 0) <= usual))
    groups++
  return ends.length === 0 ? 0 : groups * unit
}

/** NaN where a digit is none of the base. */
export function distance(from: string, to: string, radix: HexLayout['radix']): number {
  if (radix !== 16 && (!isOf(from, radix) || !isOf(to, radix))) return Number.NaN
  if (Math.max(from.length, to.length) <= 12) return Number.parseInt(to, radix) - Number.parseInt(from, radix)
  return radix === 16 ? Number(BigInt(`0x${to}`) - BigInt(`0x${from}`)) : Number(to) - Number(from)
}

const isOf = (digits: string, radix: 8 | 10): boolean => (radix === 8 ? /^[0-7]+$/ : /^\d+$/).test(digits)

/** Bytes of the dump's last row, which may be short; null where something stands among its groups that is none. */
export function bytesOfLast(row: HexRow, { rowBytes, unit, lastEnd }: HexLayout): number | null {
  let groups = 0
  while (groups < row.ends.length && groups < rowBytes / unit && (row.ends[groups] ?? 0) <= lastEnd) groups++
  let bytes = 0
  for (let group = 0; group < groups; group++) bytes += bytesOfGroup(row, group)
  if (groups === rowBytes / unit) return bytes
  const ink = groups === row.ends.length ? inkBehind(row) : (row.starts[groups] ?? Infinity)
  return ink < lastEnd ? null : bytes
}

// The column of characters beside the digits: what it shows proves the bytes, and the order of bytes in words.

/** Between the last digit and the first character: "  |", "  >", and blanks. */
const WIDEST_GAP = 4

export interface Characters {
  /** How far behind the last digit of a full row they begin. */
  readonly gap: number
  /** Rows that they fit. */
  readonly rows: number
}

/** Null where most rows do not show any that fit. */
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

/** @param column of the first, from the end of the address on */
export function fits({ text, origin }: HexRow, bytes: Uint8Array, column: number): boolean {
  const from = origin + column
  // Blanks at the end may have been lost on the way.
  const length = Math.min(bytes.length, text.length - from)
  // "|" or "<" may follow; more is another row's.
  if (text.trimEnd().length > from + bytes.length + 1) return false
  for (let at = 0; at < length; at++) {
    const shown = bytes[at] >= 32 && bytes[at] < 127 ? bytes[at] : 46
    if (text.charCodeAt(from + at) !== shown) return false
  }
  return true
}
