// One line of a listing → its numbers and names. By what stands in it, not by columns, so that old and new listings,
// and those that went through a mail program, read alike; columns decide only where a blank one could be mistaken.
import { withoutBlankEnd } from '../../base/blanks.ts'
import type { RawFlatRow, RawGranularity, RawName } from './types.ts'

/** A number as printed; in some languages with a comma. */
const NUMBER = String.raw`-?(?:nan|inf|\d{1,24}[.,]\d{1,3})`
const COUNT = String.raw`\d{1,20}`

/** Calls stand at most this many blanks behind what is before them; more, and the column is blank. */
const WIDEST_GAP = 9

function parseNumber(text: string): number {
  if (text.endsWith('nan')) return Number.NaN
  if (text.endsWith('inf')) return text.startsWith('-') ? -Infinity : Infinity
  return Number(text.replace(',', '.'))
}

const FLAT = new RegExp(String.raw`^\s*(${NUMBER})\s+(${NUMBER})\s+(${NUMBER})(\s+)(\S.*)?$`)
const FLAT_CALLS = new RegExp(String.raw`^(${COUNT})\s+(${NUMBER})\s+(${NUMBER})(?:\s+(\S.*))?$`)

/** Where the text ends within them: no name. */
const CUT_CALLS = /^[\d.,\s]+$/

export interface FlatLine extends Omit<RawFlatRow, 'name' | 'number'> {
  readonly label: string
  /** Decimals of the first column: old listings have one. */
  readonly percentDigits: number
}

/** Null if the line is no row of a flat profile. */
export function parseFlatRow(line: string): FlatLine | null {
  const row = FLAT.exec(line)
  if (row === null) return null
  const [, percent = '', cumulative = '', self = '', gap = '', rest = ''] = row
  const hasCalls = gap.length <= WIDEST_GAP
  const called = hasCalls ? FLAT_CALLS.exec(rest) : null
  if (called === null && (rest === '' || (hasCalls && CUT_CALLS.test(rest)))) return null
  return {
    percent: parseNumber(percent),
    cumulative: parseNumber(cumulative),
    self: parseNumber(self),
    calls: called ? Number(called[1]) : -1,
    selfPerCall: called ? parseNumber(called[2] ?? '') : Number.NaN,
    totalPerCall: called ? parseNumber(called[3] ?? '') : Number.NaN,
    label: called ? (called[4] ?? '') : rest,
    percentDigits: percent.length - 1 - Math.max(percent.indexOf('.'), percent.indexOf(',')),
  }
}

export interface Label {
  readonly name: string
  /** 0 for no cycle. */
  readonly cycle: number
  readonly number: number
  readonly isPrinted: boolean
}

/** "name <cycle 1> [3]", "name (4)" → its parts; null without a number. */
export function parseLabel(text: string): Label | null {
  const numbered = /^(.*?) ?(?:\[(\d{1,9})\]|\((\d{1,9})\))$/s.exec(text)
  if (numbered === null) return null
  const [, before = '', printed, unprinted] = numbered
  const inCycle = /^(.*?) ?<cycle (\d{1,9})>$/s.exec(before)
  return {
    name: inCycle ? (inCycle[1] ?? '') : before,
    cycle: inCycle ? Number(inCycle[2]) : 0,
    number: Number(printed ?? unprinted),
    isPrinted: printed !== undefined,
  }
}

/** The first thing said of a number counts. */
export function learn(names: Map<number, RawName>, { number, name, cycle, isPrinted }: Label): void {
  if (!names.has(number)) names.set(number, { name, cycle, isPrinted })
}

const PRIMARY = new RegExp(String.raw`^\s*\[\d{1,9}\]?\s*(${NUMBER})\s+(${NUMBER})\s+(${NUMBER})(\s+)(\S.*)$`)
const CALLED = new RegExp(String.raw`^(${COUNT})(?:\+(${COUNT}))?\s+(\S.*)$`)

export interface PrimaryLine {
  readonly percent: number
  readonly self: number
  readonly child: number
  readonly calls: number
  readonly selfCalls: number
  readonly label: Label
  /** The cycle of which it is the entry as a whole, or 0. */
  readonly wholeCycle: number
}

/** Null if the line is no primary line. */
export function parsePrimary(line: string): PrimaryLine | null {
  const primary = PRIMARY.exec(line)
  if (primary === null) return null
  const [, percent = '', self = '', child = '', gap = '', rest = ''] = primary
  const called = gap.length <= WIDEST_GAP ? CALLED.exec(rest) : null
  const label = parseLabel(called ? (called[3] ?? '') : rest)
  if (label === null) return null
  const whole = /^<cycle (\d{1,9}) as a whole>$/.exec(label.name)
  return {
    percent: parseNumber(percent),
    self: parseNumber(self),
    child: parseNumber(child),
    calls: called ? Number(called[1]) : -1,
    selfCalls: called?.[2] === undefined ? 0 : Number(called[2]),
    label,
    wholeCycle: whole ? Number(whole[1]) : 0,
  }
}

const TIMED = new RegExp(
  String.raw`^\s*(${NUMBER})\s+(${NUMBER})\s+(${COUNT})(?:\/(${COUNT})|\+(${COUNT}))?\s+(\S.*)$`,
)
const TIMELESS = new RegExp(String.raw`^\s*(${COUNT})\s+(\S.*)$`)

export interface OtherLine {
  readonly isMember: boolean
  readonly self: number
  readonly child: number
  readonly count: number
  readonly selfCalls: number
  readonly of: number
  readonly label: Label
}

/** A parent's, child's or member's line; null if it is none of them. */
export function parseOther(line: string): OtherLine | null {
  const timed = TIMED.exec(line)
  if (timed !== null) {
    const [, self = '', child = '', count, of, selfCalls, text = ''] = timed
    const label = parseLabel(text)
    if (label === null) return null
    return {
      isMember: of === undefined,
      self: parseNumber(self),
      child: parseNumber(child),
      count: Number(count),
      selfCalls: Number(selfCalls ?? 0),
      of: of === undefined ? -1 : Number(of),
      label,
    }
  }
  const timeless = TIMELESS.exec(line)
  const label = timeless ? parseLabel(timeless[2] ?? '') : null
  if (timeless === null || label === null) return null
  return {
    isMember: false,
    self: Number.NaN,
    child: Number.NaN,
    count: Number(timeless[1]),
    selfCalls: 0,
    of: -1,
    label,
  }
}

const NO_FUNCTION = /^\s*(?:\S+\s+\S+\s+0\/0\s+)?(<spontaneous>|<indirect child>)$/

/**
 * What stands in a function's place: no parent is known, or the code calls where a pointer leads. The latter are lines
 * that `-c` adds for Alpha and MIPS. Null in any other line.
 */
export const parseNoFunction = (line: string): string | null => NO_FUNCTION.exec(line)?.[1] ?? null
export const isRule = (line: string): boolean => /^\s*-{20,}$/.test(line)

const GRANULARITY = new RegExp(
  String.raw`^\s*granularity: each sample hit covers (\d{1,12}) byte\(s\)(?:.*?(${NUMBER})% of (${NUMBER}) ?(.*))?`,
)

/** The line above the call graph that tells what a sample is; null for any other. Where it tells no share, that and the seconds are 0. */
export function parseGranularity(line: string): RawGranularity | null {
  const found = GRANULARITY.exec(line)
  if (found === null) return null
  return {
    bytes: Number(found[1]),
    share: found[2] === undefined ? 0 : parseNumber(found[2]),
    seconds: found[3] === undefined ? 0 : parseNumber(found[3]),
    dimension: found[4] ?? 'seconds',
  }
}

const ITEM = /(?:^|[ \t])(?:\[(\d{1,9})\]|\((\d{1,9})\)) (?=\S)/g

export interface IndexItem {
  readonly number: number
  readonly isPrinted: boolean
  /** Name, and file in parentheses behind it if there is one. */
  readonly text: string
  /** Width of a column of the page if blanks before this item fill one up; else the most it can be. 0 of the first item. */
  readonly columnWidth: number
  readonly isFilled: boolean
}

/** A line of the index: its items from left to right; none if it is no such line. */
export function parseIndexLine(line: string): readonly IndexItem[] {
  const found = [...line.matchAll(ITEM)]
  let written = 0
  return found.map((match, at) => {
    const begins = match.index + match[0].length
    const piece = line.slice(begins, found[at + 1]?.index ?? line.length)
    const text = withoutBlankEnd(piece)
    const digits = match[1] ?? match[2] ?? ''
    // gprof counts names and numbers, and the blanks that fill a column, but not those on either side of a number.
    const columnWidth = at > 0 && written > 0 ? (written + digits.length + 2) / at : 0
    const isFilled = columnWidth > 0 && line.charCodeAt(match.index - 1) === BLANK
    written += piece.length + (at > 0 ? digits.length + 2 : Math.max(0, digits.length + 2 - NUMBER_ROOM))
    return {
      number: Number(digits),
      isPrinted: match[1] !== undefined,
      text,
      columnWidth,
      isFilled,
    }
  })
}

const BLANK = 32
/** A number shorter than this is filled up to it. */
const NUMBER_ROOM = 5
