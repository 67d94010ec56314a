// The first rows of a hex dump → how all of them are laid out: what its addresses count in, how many bytes a row has, and where
// its column of characters begins. No dump says so itself.
import { bytesOfGroup, inkBehind, unitOf, type HexRow } from './hex-row.ts'

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
  fits: (step: number, bytes: number) => boolean,
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
      if (step > 0 && fits(step, row.row.ends.length * unit)) votes.set(step, (votes.get(step) ?? 0) + 1)
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
