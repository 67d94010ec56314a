// The layout of a hex dump, inferred from its first rows: the base of its addresses, the bytes per row,
// the column of characters. No dump states it. The characters prove the bytes and their order within
// words.
import { type HexRow, unitOf, bytesOfGroup, inkBehind, bytesOf } from './hex-row.ts'

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
