// Parses one line of a listing to its numbers with their names. It goes by content, not columns, so that
// old, new and mailed listings read alike. Columns decide only where a blank one is ambiguous.
import { withoutBlankEnd } from '../../bytes/text-lines.ts'
import type { RawFlatRow, RawGranularity, RawName } from './types.ts'

/** A number as printed; in some languages with a comma. */
const NUMBER = String.raw`-?(?:nan|inf|\d{1,24}[.,]\d{1,3})`
const COUNT = String.raw`\d{1,20}`

/** Most blanks between calls and the number before them; with more, the column is blank. */
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

/** A row of the flat profile as printed. */
export interface FlatLine extends Omit<RawFlatRow, 'name' | 'number'> {
  readonly label: string
  /** Decimals of the first column: old listings have one. */
  readonly percentDigits: number
}

/**
 * Parses a row of a flat profile; null if the line is none. Numbers may have a decimal comma. Columns of
 * calls that are blank give −1 and NaN.
 *
 * @param line binary string, without quotation and line end
 */
export function parseFlatRow(line: string): FlatLine | null {
  const row = FLAT.exec(line)
  if (row === null) return null
  const [, percent = '', cumulative = '', self = '', gap = '', rest = ''] = row
  const hasCalls = gap.length <= WIDEST_GAP
  const called = FLAT_CALLS.exec(rest)
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

/** A name with the numbers printed beside it. */
export interface Label {
  readonly name: string
  /** Number of the cycle that the function is a member of; 0 for none. */
  readonly cycle: number
  readonly number: number
  /** False for "(4)": the number has no entry in the listing. */
  readonly isPrinted: boolean
}

/**
 * Parses a name with its cycle and number, "name <cycle 1> [3]" or "name (4)"; null without a
 * number. Old gprofs print a tab before the number.
 */
export function parseLabel(text: string): Label | null {
  const numbered = /(?:\[(\d{1,9})\]|\((\d{1,9})\))$/.exec(text)
  if (numbered === null) return null
  const before = withoutBlankEnd(text.slice(0, numbered.index))
  const cycle = CYCLE_MARK.exec(before)
  return {
    name: cycle ? withoutBlankEnd(before.slice(0, cycle.index)) : before,
    cycle: Number(cycle?.[1] ?? 0),
    number: Number(numbered[1] ?? numbered[2]),
    isPrinted: numbered[1] !== undefined,
  }
}

/** "<cycle 1>" behind a name, or a word of another language with a number. No name ends so. */
const CYCLE_MARK = /(?<=[^ \t][ \t])<[^<>\d]{1,40} (\d{1,9})>$/
/** "<cycle 1>", "<cycle 1 as a whole>" in a name's place, in any language. */
const CYCLE_NAME = /^<[^<>\d]{1,40} (\d{1,9})(?: [^<>\d]{1,80})?>$/

/** Returns the number of the cycle that a name like "<cycle 1 as a whole>" denotes; 0 for a function. */
export const cycleNamed = (name: string): number => Number(CYCLE_NAME.exec(name)?.[1] ?? 0)

/** Adds the name of a number to `names`, unless one is known already. */
export function rememberName(names: Map<number, RawName>, { number, name, cycle, isPrinted }: Label): void {
  if (!names.has(number)) names.set(number, { name, cycle, isPrinted })
}

const PRIMARY = new RegExp(String.raw`^\s*\[\d{1,9}\]?\s*(${NUMBER})\s+(${NUMBER})\s+(${NUMBER})(\s+)(\S.*)$`)
const CALLED = new RegExp(String.raw`^(${COUNT})(?:\+(${COUNT}))?\s+(\S.*)$`)

/** The primary line of an entry, as printed. Times are in seconds, or NaN. */
export interface PrimaryLine {
  readonly percent: number
  readonly self: number
  readonly child: number
  /** −1 where the column is blank. */
  readonly calls: number
  readonly selfCalls: number
  readonly label: Label
  /** The cycle of which it is the entry as a whole, or 0. */
  readonly wholeCycle: number
}

/**
 * Parses the primary line of an entry; null if the line is none.
 *
 * @param line binary string, without quotation and line end
 */
export function parsePrimary(line: string): PrimaryLine | null {
  const primary = PRIMARY.exec(line)
  if (primary === null) return null
  const [, percent = '', self = '', child = '', gap = '', rest = ''] = primary
  const count = CALLED.exec(rest)
  // A name may consist of digits.
  const called = count && gap.length > WIDEST_GAP && parseLabel(count[3] ?? '')?.name === '' ? null : count
  const label = parseLabel(called ? (called[3] ?? '') : rest)
  if (label === null) return null
  return {
    percent: parseNumber(percent),
    self: parseNumber(self),
    child: parseNumber(child),
    calls: called ? Number(called[1]) : -1,
    selfCalls: called?.[2] === undefined ? 0 : Number(called[2]),
    label,
    wholeCycle: cycleNamed(label.name),
  }
}

const TIMED = new RegExp(
  String.raw`^\s*(${NUMBER})\s+(${NUMBER})\s+(${COUNT})(?:\/(${COUNT})|\+(${COUNT}))?\s+(\S.*)$`,
)
const TIMELESS = new RegExp(String.raw`^\s*(${COUNT})\s+(\S.*)$`)

/**
 * A line of a caller, callee or member of a cycle. Times are in seconds; NaN where the line passes no time.
 */
export interface OtherLine {
  readonly isMember: boolean
  readonly self: number
  readonly child: number
  readonly count: number
  readonly selfCalls: number
  /** All calls that `count` is a part of; −1 if the line has none. */
  readonly of: number
  readonly label: Label
}

/** Parses the line of a parent, a child or a member of a cycle; null if it is none of them. */
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

const NO_FUNCTION = /^\s*(?:\S+\s+\S+\s+(0\/0)\s+)?<[^<>\d]{1,60}>$/

/**
 * Recognises placeholders for functions, in any language: no caller is known ("<spontaneous>"), or
 * the code calls through a pointer ("<indirect child>", which `-c` adds for Alpha and MIPS).
 * Returns null for other lines.
 */
export function parseNoFunction(line: string): '<spontaneous>' | '<indirect child>' | null {
  const found = NO_FUNCTION.exec(line)
  if (found === null) return null
  return found[1] === undefined ? '<spontaneous>' : '<indirect child>'
}

/** gprof's own rule. */
const RULE = /^\s*-{20,}$/
/** What rules are drawn with: ASCII, or the dashes and lines of UTF-8. */
const DASH = /[-=_*~]|\xe2(?:\x80[\x90-\x95]|\x88\x92|[\x94\x95][\x80-\xbf])/g
const HAS_DASHES = /[-=_*~][ \t]?[-=_*~]|\xe2[\x80\x88\x94\x95]/
/** Of nothing else so many make a rule, */
const LEAST_DASHES = 3
/** and so many where other characters are fewer. */
const MANY_DASHES = 8

/** Whether a line is a rule between entries: dashes of any kind, even damaged, shortened or redrawn. */
export function isRule(line: string): boolean {
  if (RULE.test(line)) return true
  if (!HAS_DASHES.test(line) || ENDS_IN_NUMBER.test(line)) return false
  const dashes = line.match(DASH)?.length ?? 0
  if (dashes < LEAST_DASHES) return false
  const others = line.replaceAll(DASH, '').replaceAll(/[ \t]+/g, '').length
  return others === 0 || (dashes >= MANY_DASHES && others < dashes)
}

/** Matches every line of the call graph that names a function: it ends in a number in brackets. */
export const ENDS_IN_NUMBER = /[[(](\d{1,9})[\])]$/

const GRANULARITY = new RegExp(
  String.raw`^\s*granularity: each sample hit covers (\d{1,12}) byte\(s\)(?:.*?(${NUMBER})% of (${NUMBER}) ?(.*))?`,
)
/** The same in another language: bytes, share and time, in this order. */
const OTHER_GRANULARITY = new RegExp(
  String.raw`^[^\d%:]{3,40}:[^\d%]{3,80}?(\d{1,12})[^\d%]{2,80}?(${NUMBER})%[^\d%]{2,20}?(${NUMBER}) ?(.*)$`,
)

/**
 * Parses the line above a part that states the weight of a sample, in bytes, percent and seconds; null for
 * other lines. Without a share, share and seconds are 0.
 */
export function parseGranularity(line: string): RawGranularity | null {
  const found = GRANULARITY.exec(line) ?? (line.includes('% ') ? OTHER_GRANULARITY.exec(line) : null)
  if (found === null) return null
  return {
    bytes: Number(found[1]),
    share: found[2] === undefined ? 0 : parseNumber(found[2]),
    seconds: found[3] === undefined ? 0 : parseNumber(found[3]),
    dimension: found[4] ?? 'seconds',
  }
}

/** gprof cuts numbers of the index to six characters, with the bracket before them. */
const ITEM = /(?:^|[ \t])(?:\[(\d{1,9})\]|\((\d{1,9})\)|([[(])(\d{5})) (?=\S)/g

/** An item of the index. */
export interface IndexItem {
  readonly number: number
  readonly isPrinted: boolean
  /** The number may be no more than the first digits of it. */
  readonly isCut: boolean
  /** Name, and file in parentheses behind it if there is one. */
  readonly text: string
  /** Width of a column of the page if blanks before this item fill one up; else the most it can be. 0 of the first item. */
  readonly columnWidth: number
  readonly isFilled: boolean
}

/** Returns the items of a line of the index, from left to right; empty if it is no such line. */
export function parseIndexLine(line: string): readonly IndexItem[] {
  const found = [...line.matchAll(ITEM)]
  let written = 0
  return found.map((match, at) => {
    const begins = match.index + match[0].length
    const piece = line.slice(begins, found[at + 1]?.index ?? line.length)
    const text = withoutBlankEnd(piece)
    const isCut = match[4] !== undefined
    const digits = match[1] ?? match[2] ?? match[4] ?? ''
    const width = digits.length + (isCut ? 1 : 2)
    // gprof counts names and numbers, and the blanks that fill a column, but not those on either side of a number.
    const columnWidth = at > 0 && written > 0 ? (written + width) / at : 0
    const isFilled = columnWidth > 0 && line.charCodeAt(match.index - 1) === BLANK
    written += piece.length + (at > 0 ? width : Math.max(0, width - NUMBER_ROOM))
    return {
      number: Number(digits),
      isPrinted: match[1] !== undefined || match[3] === '[',
      isCut,
      text,
      columnWidth,
      isFilled,
    }
  })
}

const BLANK = 32
/** A number shorter than this is filled up to it. */
const NUMBER_ROOM = 5
