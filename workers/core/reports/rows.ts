// Rows on screen with gprof's rounding: of the flat profile, with bar lengths and whole tables as TSV or
// CSV; and of the entries of the call graph.
import { certainPartOfSelf, isUpperBoundLoose, rangeOfTotal, wholeOfTotal } from './bounds.ts'
import { NONE } from '../base/columns.ts'
import type { AnalyzedProfile } from '../analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import {
  childLines,
  type EntryIndex,
  type FlatProfile,
  type Listing,
  parentLines,
} from './listing/listing.ts'
import { displayName, wholeName } from './names/names.ts'
import { FLAT_COLUMNS, type FlatColumn, type ScreenColumn } from './sort-functions.ts'
import {
  areSharesKnown,
  formatCount,
  formatFixed,
  formatTime,
  formatTimePerCall,
  fractionOf,
  percentOf,
  secondsOf,
} from './quantities.ts'
import {
  arcChildTicks,
  arcSelfTicks,
  callsOfHead,
  passesTime,
  plainArc,
} from '../analysis/analyze-profile.ts'
import { type Csr, lastAtOrBelow } from '../base/sorting.ts'
import { isStaticArc, staticCallText } from './sources.ts'

// Rows of the flat profile view: text and bar lengths with gprof's rounding, and whole tables as
// TSV or CSV with full precision.

/** Columns that hold numbers: all but the name, which is the last. */
type NumberColumn = Exclude<FlatColumn, 'name'>
const NUMBER_COLUMNS = FLAT_COLUMNS.filter((column) => column !== 'name')

/**
 * Numbers of a row of the flat profile, by column. NaN if unknown. Percentages are 0–100, times in the
 * profile's unit (normally seconds), times per call in the unit of the table (`FlatProfile.perCallUnit`).
 */
export interface FlatValues extends Readonly<Record<NumberColumn, number>> {
  /** Percentage of the call graph's time, as in the function's entry. */
  readonly totalPercent: number
}

/** One row of the flat profile as text. */
export interface FlatRow {
  /** Text by column; "" if unknown: a function compiled without -pg has no calls to divide by. */
  readonly text: Readonly<Record<FlatColumn, string>>
  /** Self and total time as shares of all time, 0–1. */
  readonly selfFraction: number
  readonly totalFraction: number
  /** gprof's number of the function's cycle, or null. */
  readonly cycle: number | null
}

/** Numbers of a listing are those it printed; those it lacks are unknown. */
function valuesAsPrinted(
  worked: FlatValues,
  { asPrinted, profile, times }: AnalyzedProfile,
  f: FunctionIndex,
): FlatValues {
  if (!asPrinted || !profile.listed) return worked
  const { hasFlat, hasGraph } = profile.listed
  const isTotalKnown = hasGraph && times.isPrinted[f] === 1
  return {
    ...worked,
    percent: asPrinted.flatPercent[f],
    cumulative: hasFlat ? worked.cumulative : Number.NaN,
    selfPerCall: asPrinted.selfPerCall[f],
    totalPerCall: asPrinted.totalPerCall[f],
    total: isTotalKnown ? worked.total : Number.NaN,
    totalPercent: isTotalKnown ? asPrinted.entryPercent[f] : Number.NaN,
  }
}

/**
 * Returns the numbers of a row, unrounded; NaN if unknown. Times are in the profile's unit (normally
 * seconds), times per call in `flat.perCallUnit`, percentages 0–100. `cumulative` is NaN for a function
 * that gprof does not print. Numbers of a listing are those it printed.
 */
export function flatValues(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): FlatValues {
  const { functions, rate, totals } = analyzed.profile
  const hasShares = areSharesKnown(analyzed.profile)
  const selfTicks = functions.selfTicks[f]
  const totalTicks = selfTicks + analyzed.times.childTicks[f]
  const calls = functions.calls[f]
  const { factor } = flat.perCallUnit
  const rank = flat.ranks[f]
  const cumulativeTicks = rank > 0 ? flat.cumulativeTicks[rank - 1] : Number.NaN
  const perCall = (ticks: number) => (calls === 0 ? Number.NaN : secondsOf(factor * ticks, rate) / calls)
  const worked = {
    percent: hasShares ? percentOf(selfTicks, totals.ticks) : Number.NaN,
    cumulative: secondsOf(cumulativeTicks, rate),
    self: secondsOf(selfTicks, rate),
    calls: calls === 0 && functions.selfCalls[f] === 0 ? Number.NaN : calls,
    selfPerCall: perCall(selfTicks),
    totalPerCall: perCall(totalTicks),
    total: secondsOf(totalTicks, rate),
    totalPercent: hasShares ? percentOf(totalTicks, wholeOfTotal(analyzed, f)) : Number.NaN,
  }
  return valuesAsPrinted(worked, analyzed, f)
}

/** Returns a row as gprof prints it: two decimals without units, counts with separators ("1,234"). */
export function flatRow(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): FlatRow {
  const values = flatValues(analyzed, flat, f)
  const { functions, totals } = analyzed.profile
  const selfTicks = functions.selfTicks[f]
  const cycle = analyzed.cycles.cycleOf[f]
  return {
    text: {
      percent: fixed(values.percent),
      cumulative: fixed(values.cumulative),
      self: fixed(values.self),
      calls: Number.isNaN(values.calls) ? '' : formatCount(values.calls),
      selfPerCall: fixed(values.selfPerCall),
      totalPerCall: fixed(values.totalPerCall),
      total: fixed(values.total),
      name: displayName(functions, f),
    },
    ...(analyzed.asPrinted
      ? { selfFraction: partOf(values.percent), totalFraction: partOf(values.totalPercent) }
      : {
          selfFraction: fractionOf(selfTicks, totals.ticks),
          totalFraction: fractionOf(selfTicks + analyzed.times.childTicks[f], totals.ticks),
        }),
    cycle: cycle === NONE ? null : cycle + 1,
  }
}

/** Text of a row on screen: each number with its unit; "" if unknown. */
export type FlatCells = Readonly<Record<ScreenColumn, string>>

/**
 * Returns a row as the page shows it: gprof's digits with a unit in each cell, a smaller unit for a time
 * that gprof's shows as "0.00", hours for a long one. Zero is "0", and an unknown number "".
 */
export function flatCells(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): FlatCells {
  const values = flatValues(analyzed, flat, f)
  const { functions, abbreviation } = analyzed.profile
  const { factor } = flat.perCallUnit
  const share = (percent: number, digits: 1 | 2): string =>
    Number.isNaN(percent) ? '' : percent === 0 ? '0' : `${formatFixed(percent, digits)}%`
  return {
    name: displayName(functions, f),
    percent: share(values.percent, 2),
    totalPercent: share(values.totalPercent, 1),
    cumulative: formatTime(values.cumulative, abbreviation),
    self: formatTime(values.self, abbreviation),
    total: formatTime(values.total, abbreviation),
    calls: Number.isNaN(values.calls) ? '' : formatCount(values.calls),
    selfPerCall: formatTimePerCall(values.selfPerCall / factor, abbreviation),
    totalPerCall: formatTimePerCall(values.totalPerCall / factor, abbreviation),
  }
}

/** Printed share as a length; 0 if it was not printed. */
const partOf = (percent: number): number => fractionOf(Number.isNaN(percent) ? 0 : percent, 100)

/** The heading of each column on screen. */
export const SCREEN_HEADINGS: Readonly<Record<ScreenColumn, string>> = {
  name: 'Name',
  percent: '% time',
  totalPercent: 'Total %',
  cumulative: 'Cumulative',
  self: 'Self',
  total: 'Total',
  calls: 'Calls',
  selfPerCall: 'Self/call',
  totalPerCall: 'Total/call',
}

/**
 * Returns heading and unit of each column as exports write them, in gprof's order. Columns of time have
 * their unit in the heading only; `unit` is "" for the other columns, and without a rate.
 */
export function flatHeadings(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
): readonly { readonly column: FlatColumn; readonly label: string; readonly unit: string }[] {
  const { rate } = analyzed.profile
  const abbreviation = rate > 0 ? analyzed.profile.abbreviation : ''
  // gprof prints the unit Ts, teraseconds, if no call took any time.
  const prefix = flat.perCallUnit.prefix === 'T' ? '' : flat.perCallUnit.prefix.trim()
  const perCall = rate > 0 ? `${prefix}${abbreviation}` : ''
  const units = [
    { column: 'percent', unit: '' },
    { column: 'cumulative', unit: abbreviation },
    { column: 'self', unit: abbreviation },
    { column: 'calls', unit: '' },
    { column: 'selfPerCall', unit: perCall },
    { column: 'totalPerCall', unit: perCall },
    { column: 'total', unit: abbreviation },
    { column: 'name', unit: '' },
  ] as const
  return units.map(({ column, unit }) => ({ column, label: SCREEN_HEADINGS[column], unit }))
}

function fixed(value: number): string {
  return Number.isNaN(value) ? '' : formatFixed(value, 2)
}

// The flat profile for spreadsheets: TSV for the clipboard, CSV for a file. Full precision, raw
// numbers.

/**
 * Byte order mark at the start of a spreadsheet file with non-ASCII letters. Without it,
 * spreadsheet programs assume the encoding of their system. Other readers see it as part of the
 * first heading.
 */
export const ENCODING_MARK = '\ufeff'

/** Whether a spreadsheet file with this text needs ENCODING_MARK. */
export const wantsMark = (text: string): boolean => /[^\0-\x7f]/.test(text)

/**
 * Returns one row as gprof prints it, tab-separated, without a line break. Counts have no separators. The
 * name is the full one, escaped so that no spreadsheet takes it for a formula.
 */
export function flatRowTsv(analyzed: AnalyzedProfile, flat: FlatProfile, f: FunctionIndex): string {
  const text = { ...flatRow(analyzed, flat, f).text, name: wholeName(analyzed.profile.functions, f) }
  return flatHeadings(analyzed, flat)
    .map(({ column }) => tsvCell(text[column].replaceAll(',', column === 'calls' ? '' : ',')))
    .join('\t')
}

/**
 * Returns rows of the flat profile as TSV, each line ended by "\n".
 *
 * @param rows functions (FunctionIndex), in the order of the lines
 */
export function flatTableTsv(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
  rows: ArrayLike<number>,
  withHeadings = true,
): string {
  const lines = withHeadings ? [headings(analyzed, flat).map(tsvCell).join('\t')] : []
  for (let row = 0; row < rows.length; row++) {
    lines.push(flatRowTsv(analyzed, flat, rows[row] as FunctionIndex))
  }
  return `${lines.join('\n')}\n`
}

/**
 * Returns rows of the flat profile as CSV (RFC 4180), numbers unrounded; unknown values are empty, and so is
 * the number of the cycle of a function in none. Lines end with "\r\n"; there is no byte order mark (`ENCODING_MARK`).
 *
 * @param rows functions (FunctionIndex), in the order of the lines
 * @param bounds result of `certainTicks`: adds the bounds of the time on the stack, in the unit of the
 *   total, and 1 if the upper one is the best possible, else 0; null for none
 */
export function flatTableCsv(
  analyzed: AnalyzedProfile,
  flat: FlatProfile,
  rows: ArrayLike<number>,
  withHeadings = true,
  bounds: Float64Array | null = null,
): string {
  const { rate } = analyzed.profile
  const headed = headings(analyzed, flat)
  const unit = rate > 0 ? ` (${analyzed.profile.abbreviation})` : ''
  headed.splice(-1, 0, ...(bounds ? [`At least${unit}`, `At most${unit}`, 'At most is exact'] : []), 'Cycle')
  const lines = withHeadings ? [headed.map(csvCell).join(',')] : []
  for (let row = 0; row < rows.length; row++) {
    const f = rows[row] as FunctionIndex
    const values = flatValues(analyzed, flat, f)
    const cells = [
      ...NUMBER_COLUMNS.map((column) => values[column]),
      ...(bounds ? boundValues(analyzed, bounds, f) : []),
      cycleNumber(analyzed, f),
    ].map((value) => (Number.isNaN(value) ? '' : String(value)))
    lines.push([...cells, csvCell(wholeName(analyzed.profile.functions, f))].join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

/** gprof's number of a member's cycle; NaN for other functions. */
function cycleNumber({ cycles }: AnalyzedProfile, f: FunctionIndex): number {
  const cycle = cycles.cycleOf[f]
  return cycle === NONE ? Number.NaN : cycle + 1
}

/** Returns the lower and the upper bound of the time on the stack, in seconds, and 1 if the upper one is exact. */
function boundValues(analyzed: AnalyzedProfile, bounds: Float64Array, f: FunctionIndex): readonly number[] {
  const { least, most } = rangeOfTotal(analyzed, bounds, f)
  const { rate } = analyzed.profile
  const isLoose = least < most && isUpperBoundLoose(analyzed, f)
  return [secondsOf(least, rate), secondsOf(most, rate), isLoose ? 0 : 1]
}

function headings(analyzed: AnalyzedProfile, flat: FlatProfile): string[] {
  return flatHeadings(analyzed, flat).map(({ label, unit }) => (unit === '' ? label : `${label} (${unit})`))
}

/**
 * Returns a text as a TSV cell: tabs and line breaks become spaces, and an apostrophe precedes what a
 * spreadsheet would take for a formula.
 */
export function tsvCell(text: string): string {
  return noFormula(text.replaceAll(/[\t\r\n]/g, ' '))
}

/**
 * Returns a text as a CSV cell: quoted if needed, and with an apostrophe before what a spreadsheet would
 * take for a formula.
 */
export function csvCell(text: string): string {
  const safe = noFormula(text)
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A leading = + - or @ would make a spreadsheet run the name as a formula. In locales with a
 * decimal comma, the semicolon separates cells, quoted or not, so a name may begin a cell after
 * one, too.
 */
const noFormula = (text: string): string => text.replaceAll(/(^|;)(?=["\s]*[=+\-@]|[\t\r])/g, "$1'")

// Rows of the call graph view: entries as one long column of lines, which entries are unfolded,
// and each line as text in gprof's columns.

// The call graph as one long column of lines, with some entries unfolded. Only the unfolded
// entries are stored, so 200,000 folded ones cost nothing.

/**
 * A line of the call graph: an entry's primary line, a caller, a callee, or a member of a cycle.
 */
export type EntryLine =
  | { readonly kind: 'primary'; readonly entry: EntryIndex }
  | { readonly kind: 'spontaneous'; readonly entry: EntryIndex }
  | { readonly kind: 'parent' | 'child'; readonly entry: EntryIndex; readonly arc: ArcIndex }
  | { readonly kind: 'member'; readonly entry: EntryIndex; readonly member: FunctionIndex }

/** The visible rows of the call graph; read them with `lineAt`. */
export interface EntryRows {
  /** Number of rows. */
  readonly length: number
  /** Ranks (positions in `listing.entries.printed`, from 0) of unfolded entries, ascending. */
  readonly unfoldedRanks: readonly number[]
  /** First row of each of them: its first caller or, if it has none, `<spontaneous>`. */
  readonly unfoldedStarts: readonly number[]
}

/**
 * Returns the rows of the call graph with these entries unfolded, others as their primary line. Ignores
 * entries that gprof does not print.
 */
export function entryRows(listing: Listing, unfolded: ReadonlySet<EntryIndex>): EntryRows {
  const { positions } = listing.entries
  const unfoldedRanks: number[] = []
  for (const entry of unfolded) if (positions[entry] > 0) unfoldedRanks.push(positions[entry] - 1)
  unfoldedRanks.sort((a, b) => a - b)
  let extra = 0
  const unfoldedStarts = unfoldedRanks.map((rank) => {
    const start = rank + extra
    extra += linesOf(listing, entryAt(listing, rank)) - 1
    return start
  })
  return { length: listing.entries.printed.length + extra, unfoldedRanks, unfoldedStarts }
}

/**
 * Returns the line at a row, from 0; it must be below `rows.length`. Sorts the lines of an unfolded entry
 * when one of them is first read.
 */
export function lineAt(analyzed: AnalyzedProfile, listing: Listing, rows: EntryRows, row: number): EntryLine {
  const { unfoldedRanks, unfoldedStarts } = rows
  const before = lastAtOrBelow(unfoldedStarts, row)
  if (before < 0) return { kind: 'primary', entry: entryAt(listing, row) }
  const start = unfoldedStarts[before]
  const rank = unfoldedRanks[before]
  const entry = entryAt(listing, rank)
  const length = linesOf(listing, entry)
  if (row >= start + length)
    return { kind: 'primary', entry: entryAt(listing, rank + row - (start + length) + 1) }
  return lineOf(analyzed, listing, entry, row - start)
}

/** Returns the row of an entry's primary line, from 0; −1 if gprof does not print the entry. */
export function primaryRow(listing: Listing, rows: EntryRows, entry: EntryIndex): number {
  const rank = listing.entries.positions[entry] - 1
  if (rank < 0) return -1
  let row = rank
  for (let at = 0; at < rows.unfoldedRanks.length; at++) {
    const other = rows.unfoldedRanks[at]
    if (other > rank) break
    const unfolded = entryAt(listing, other)
    row += other === rank ? linesBefore(listing, unfolded) : linesOf(listing, unfolded) - 1
  }
  return row
}

/**
 * Returns the number of lines of an unfolded entry: callers (or one for `<spontaneous>`), the primary line
 * and callees; for a whole cycle the primary line and its members.
 */
export function linesOf(listing: Listing, entry: EntryIndex): number {
  const f = listing.entries.functionOf[entry]
  if (f === NONE) {
    const cycle = listing.entries.cycleOf[entry]
    return 1 + (cycle === NONE ? 0 : size(listing.lines.cycleMembers, cycle))
  }
  return linesBefore(listing, entry) + 1 + size(listing.lines.childArcs, f)
}

/**
 * Number of lines above the primary line: the parents, or `<spontaneous>`. A whole cycle has
 * none.
 */
function linesBefore(listing: Listing, entry: EntryIndex): number {
  const f = listing.entries.functionOf[entry]
  return f === NONE ? 0 : Math.max(1, size(listing.lines.parentArcs, f))
}

function lineOf(analyzed: AnalyzedProfile, listing: Listing, entry: EntryIndex, offset: number): EntryLine {
  const f = listing.entries.functionOf[entry]
  const { parentArcs, cycleMembers } = listing.lines
  if (f === NONE) {
    const cycle = listing.entries.cycleOf[entry]
    if (offset === 0 || cycle === NONE) return { kind: 'primary', entry }
    const { offsets, items } = cycleMembers
    return { kind: 'member', entry, member: items[offsets[cycle] + offset - 1] }
  }
  const above = linesBefore(listing, entry)
  if (offset === above) return { kind: 'primary', entry }
  if (offset > above) {
    return {
      kind: 'child',
      entry,
      arc: childLines(analyzed, listing.lines, f)[offset - above - 1] as ArcIndex,
    }
  }
  if (size(parentArcs, f) === 0) return { kind: 'spontaneous', entry }
  return { kind: 'parent', entry, arc: parentLines(analyzed, listing.lines, f)[offset] as ArcIndex }
}

function entryAt(listing: Listing, rank: number): EntryIndex {
  return listing.entries.printed[rank] as EntryIndex
}

function size({ offsets }: Pick<Csr, 'offsets'>, group: number): number {
  return offsets[group + 1] - offsets[group]
}

/**
 * Returns a key of an entry that stays the same when entries are renumbered: the function's index, or
 * "cycle" and the cycle's index. It differs between the entries of one analysis.
 */
export function entryKey({ entries }: Listing, entry: EntryIndex): string {
  const f = entries.functionOf[entry]
  return f === NONE ? `cycle ${entries.cycleOf[entry]}` : `${f}`
}

/**
 * Returns a key of a line that stays the same when entries above it unfold and arcs are cut, unlike its row
 * and its arc. It differs between the lines of one entry only.
 */
export function lineKey({ cutArcs }: AnalyzedProfile, line: EntryLine): string {
  if (line.kind === 'member') return `member ${line.member}`
  if (line.kind !== 'parent' && line.kind !== 'child') return line.kind
  return `${line.kind} ${plainArc(cutArcs, line.arc)}`
}

// Entries unfolded by default: all of a small program, as gprof prints them; of other programs
// the first, as an example.

/** Number of entries up to which all are unfolded. */
const FEW = 30
/** Largest number of lines of the first entry: more would hide all other entries. */
const MOST_LINES = 100

/**
 * Returns the entries that are unfolded by default: all if gprof prints at most 30, otherwise the first,
 * unless it has more than 100 lines.
 */
export function initiallyUnfolded(listing: Listing): ReadonlySet<EntryIndex> {
  const printed = [...listing.entries.printed.subarray(0, FEW + 1)] as EntryIndex[]
  return new Set(
    printed.length <= FEW
      ? printed
      : printed.slice(0, 1).filter((entry) => linesOf(listing, entry) <= MOST_LINES),
  )
}

// One line of the call graph as gprof prints it, without the padding (spec section 10.2) and with
// separators in counts.

/** One line of the call graph as text. */
export interface EntryLineText {
  /** "[3]" on a primary line, else "". */
  readonly index: string
  /**
   * Percentage of the call graph's time with one decimal, without a sign; only on a primary line, "" if
   * unknown.
   */
  readonly percent: string
  /**
   * Times in the profile's unit (normally seconds) with two decimals; "" if unknown, and for an arc that
   * passes none.
   */
  readonly self: string
  readonly children: string
  /**
   * "1/3" on a parent or child line, "3" on one that passes no time; "3+7" or "3" on the line of a function
   * or cycle, "" if calls are unknown.
   */
  readonly called: string
  /** Readable name, or "<spontaneous>". */
  readonly name: string
  /** "cycle 1" or "". */
  readonly cycle: string
  /**
   * Number of the entry that the name refers to: "[5]", or "(5)" if gprof does not print that
   * entry. "" on the entry's own line.
   */
  readonly reference: string
  /** Label of a static call (`staticCallText`): "possible, never taken"; "" for recorded arcs. */
  readonly possible: string
  /** Entry that the name refers to; null for <spontaneous>. */
  readonly target: EntryIndex | null
  /** Shares of the call graph's time, 0–1: self time alone, and with child time. */
  readonly selfFraction: number
  readonly totalFraction: number
}

const BLANK: EntryLineText = {
  index: '',
  percent: '',
  self: '',
  children: '',
  called: '',
  name: '',
  cycle: '',
  reference: '',
  possible: '',
  target: null,
  selfFraction: 0,
  totalFraction: 0,
}

/** Returns a line as text in gprof's columns and with gprof's rounding. */
export function entryLineText(analyzed: AnalyzedProfile, listing: Listing, line: EntryLine): EntryLineText {
  switch (line.kind) {
    case 'spontaneous':
      return { ...BLANK, name: '<spontaneous>' }
    case 'primary':
      return primaryText(analyzed, listing, line.entry)
    case 'member':
      return memberText(analyzed, listing, line.member)
    case 'parent':
    case 'child':
      return arcText(analyzed, listing, line.arc, line.kind)
  }
}

/** Returns an entry's title: "[3] name" or "[2] cycle 1 as a whole". The number is gprof's. */
export function entryTitle(analyzed: AnalyzedProfile, listing: Listing, entry: EntryIndex): string {
  return `[${entry + 1}] ${entryName(analyzed, listing, entry)}`
}

/** Returns an entry's name without its number: the function's readable name, or "cycle 1 as a whole". */
export function entryName(analyzed: AnalyzedProfile, listing: Listing, entry: EntryIndex): string {
  const f = listing.entries.functionOf[entry]
  if (f !== NONE) return displayName(analyzed.profile.functions, f)
  return `cycle ${listing.entries.cycleOf[entry] + 1} as a whole`
}

function primaryText(analyzed: AnalyzedProfile, listing: Listing, entry: EntryIndex): EntryLineText {
  const { profile, times, cycles, asPrinted } = analyzed
  const index = `[${entry + 1}]`
  const f = listing.entries.functionOf[entry]
  if (f !== NONE) {
    const calls = profile.functions.calls[f]
    const selfCalls = profile.functions.selfCalls[f]
    const [self, child] = [times.propagatedSelf[f], times.propagatedChild[f]]
    const text = timeText(analyzed, self, child, asPrinted?.entryPercent[f])
    return {
      ...BLANK,
      ...text,
      selfFraction: text.selfFraction * certainPartOfSelf(analyzed, f),
      index,
      called: calls + selfCalls === 0 ? '' : withSelfCalls(calls, selfCalls),
      name: displayName(profile.functions, f),
      cycle: cycleTag(analyzed, f),
      target: entry,
    }
  }
  const cycle = listing.entries.cycleOf[entry]
  if (cycle === NONE) return BLANK
  return {
    ...BLANK,
    ...timeText(
      analyzed,
      times.cyclePropagatedSelf[cycle],
      times.cyclePropagatedChild[cycle],
      asPrinted?.cyclePercent[cycle],
    ),
    index,
    called: withSelfCalls(cycles.calls[cycle], cycles.internalCalls[cycle]),
    name: `cycle ${cycle + 1} as a whole`,
    target: entry,
  }
}

function memberText(analyzed: AnalyzedProfile, listing: Listing, member: FunctionIndex): EntryLineText {
  const { functions } = analyzed.profile
  return {
    ...BLANK,
    ...timeText(analyzed, analyzed.times.propagatedSelf[member], analyzed.times.propagatedChild[member]),
    percent: '',
    called: withSelfCalls(functions.calls[member], functions.selfCalls[member]),
    ...nameText(analyzed, listing, member),
  }
}

function arcText(
  analyzed: AnalyzedProfile,
  listing: Listing,
  arc: ArcIndex,
  kind: 'parent' | 'child',
): EntryLineText {
  const { arcs } = analyzed.profile
  const parent = arcs.parent[arc]
  const child = arcs.child[arc]
  const name = nameText(analyzed, listing, kind === 'parent' ? parent : child)
  const count = formatCount(arcs.count[arc])
  const possible = isStaticArc(analyzed, arc) ? staticCallText(analyzed, parent, child) : ''
  if (!passesTime(analyzed, arc)) return { ...BLANK, ...name, called: count, possible }
  return {
    ...BLANK,
    ...timeText(analyzed, arcSelfTicks(analyzed, arc), arcChildTicks(analyzed, arc)),
    percent: '',
    called: `${count}/${formatCount(callsOfHead(analyzed, child))}`,
    possible,
    ...name,
  }
}

function nameText(analyzed: AnalyzedProfile, listing: Listing, f: FunctionIndex) {
  const target = listing.entries.entryOfFunction[f]
  const isPrinted = analyzed.times.isPrinted[f] === 1
  return {
    name: displayName(analyzed.profile.functions, f),
    cycle: cycleTag(analyzed, f),
    reference: isPrinted ? `[${target + 1}]` : `(${target + 1})`,
    target,
  }
}

function cycleTag(analyzed: AnalyzedProfile, f: FunctionIndex): string {
  const cycle = analyzed.cycles.cycleOf[f]
  return cycle === NONE ? '' : `cycle ${cycle + 1}`
}

function withSelfCalls(calls: number, selfCalls: number): string {
  return selfCalls === 0 ? formatCount(calls) : `${formatCount(calls)}+${formatCount(selfCalls)}`
}

/**
 * Percentage, self and child time as gprof rounds them; blank times without a rate. A listing
 * without a call graph has no child times and shares.
 */
function timeText(analyzed: AnalyzedProfile, selfTicks: number, childTicks: number, printed?: number) {
  const { rate, listed } = analyzed.profile
  const whole = analyzed.printedTicks
  const percent = printed ?? percentOf(selfTicks + childTicks, whole)
  const isPercentKnown = areSharesKnown(analyzed.profile) && !(listed && Number.isNaN(percent))
  const areChildrenKnown = rate > 0 && (listed?.hasGraph ?? true)
  return {
    percent: isPercentKnown ? formatFixed(percent, 1) : '',
    self: rate > 0 ? formatFixed(secondsOf(selfTicks, rate), 2) : '',
    children: areChildrenKnown ? formatFixed(secondsOf(childTicks, rate), 2) : '',
    selfFraction: fractionOf(selfTicks, whole),
    totalFraction:
      printed === undefined || Number.isNaN(printed)
        ? fractionOf(selfTicks + childTicks, whole)
        : Math.min(1, printed / 100),
  }
}
