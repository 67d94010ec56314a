// Texts of a diff: both profiles as wholes, rows, an explanation of every number, and whole
// tables as TSV, CSV, Markdown or columns for a terminal.
import { asArray, NONE, type None } from '../../base/columns.ts'
import { displayName, shownAt, wholeName } from '../names/names.ts'
import {
  formatCount,
  formatCounted,
  formatExact,
  formatFixed,
  formatScaled,
  formatSeconds,
  secondsOf,
} from '../quantities.ts'
import {
  type BeforeAfter,
  type Measure,
  MEASURES,
  runsIn,
  type Unit,
  type Values,
  valuesOf,
} from './measures.ts'
import { type ChangeColumn, nameOf } from './diff-rows.ts'
import type { PairIndex } from './pair-functions.ts'
import type { AnalyzedProfile } from '../../analysis/analyzed-profile.ts'
import {
  amountOf,
  ANY_BY_CHANCE,
  holdsDespiteSharedBins,
  type Changed,
  laterPart,
  likelihoodOf,
} from './significance.ts'
import { visibleText } from '../../base/string-table.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { csvCell, tsvCell } from '../rows.ts'
import type { Explanation } from '../bounds.ts'

/** Minus sign of negative differences. */
export const LESS = '−'

/** One row of a diff as text. */
export interface ChangeRow {
  /**
   * Text by column, without units; "" if unknown. `ratio` is "new" or "gone" for a function of one side
   * only.
   */
  readonly text: Readonly<Record<ChangeColumn, string>>
  readonly direction: 'more' | 'less' | 'same'
  /**
   * `new` or `gone`: only in the later or the earlier program. `likened`: paired with a function
   * of another name.
   */
  readonly status: 'new' | 'gone' | 'likened' | null
  /** After minus before, in the unit of `valuesOf`; NaN if either is unknown. */
  readonly difference: number
}

/**
 * Returns the heading and unit of each column, in order; `unit` is "" for a column without one. Calls have
 * fewer columns.
 */
export function changeHeadings(
  { after }: BeforeAfter,
  measure: Measure,
  unit: Unit,
): readonly { readonly column: ChangeColumn; readonly label: string; readonly unit: string }[] {
  const shown = measure === 'calls' ? '' : unit === 'share' ? '%' : after.profile.abbreviation
  return [
    { column: 'change', label: 'Change', unit: shown },
    { column: 'before', label: 'Before', unit: shown },
    { column: 'after', label: 'After', unit: shown },
    { column: 'ratio', label: 'Ratio', unit: '' },
    ...(measure === 'calls'
      ? []
      : ([
          { column: 'calls', label: 'Calls', unit: '' },
          { column: 'perCall', label: 'Per call', unit: '' },
        ] as const)),
    { column: 'name', label: 'Name', unit: '' },
  ]
}

/**
 * Returns one row as text: times and percentages with two decimals, differences with a sign (`LESS` for
 * minus).
 */
export function changeRow(compared: BeforeAfter, row: PairIndex, measure: Measure, unit: Unit): ChangeRow {
  const { pairs } = compared
  const values = valuesOf(compared, row, measure, unit)
  const calls = valuesOf(compared, row, 'calls', unit)
  const difference = values.after - values.before
  const status =
    pairs.before[row] === NONE
      ? 'new'
      : pairs.after[row] === NONE
        ? 'gone'
        : pairs.isLikened[row] === 1
          ? 'likened'
          : null
  const isAlone = status === 'new' || status === 'gone'
  const written = (value: number): string =>
    Number.isNaN(value) ? '' : measure === 'calls' ? countText(value) : formatFixed(value, 2)
  const change = withSign(difference, written)
  return {
    text: {
      change,
      before: status === 'new' ? '' : written(values.before),
      after: status === 'gone' ? '' : written(values.after),
      ratio: isAlone ? status : ratioText(values),
      calls: isAlone ? '' : ratioText(calls),
      perCall: ratioText(perCall(values, calls)),
      name: nameShown(compared, row),
    },
    direction: change.startsWith('+') ? 'more' : change.startsWith(LESS) ? 'less' : 'same',
    status,
    difference,
  }
}

/**
 * Formats a count with separators; the mean of several runs may be fractional: "12.5", from 100 on rounded.
 */
export function countText(count: number): string {
  if (Number.isInteger(count)) return formatCount(count)
  return count < 100 ? formatFixed(count, 1) : formatCount(Math.round(count))
}

/** A value that rounds to 0 has no sign. */
function withSign(value: number, written: (value: number) => string): string {
  const size = written(Math.abs(value))
  if (!/[1-9]/.test(size)) return size
  return `${value < 0 ? LESS : '+'}${size}`
}

/**
 * Returns the values per call, before and after; NaN without calls.
 *
 * @param values in any unit
 * @param calls of the same runs
 */
export function perCall(values: Values, calls: Values): Values {
  return {
    before: calls.before > 0 ? values.before / calls.before : Number.NaN,
    after: calls.after > 0 ? values.after / calls.after : Number.NaN,
  }
}

/** "×0.53"; "=" for equal values; "" if the earlier one is 0 or either is unknown. */
function ratioText({ before, after }: Values): string {
  if (!(before > 0) || Number.isNaN(after)) return ''
  if (before === after) return '='
  const ratio = after / before
  return `×${ratio < 100 ? formatFixed(ratio, 2) : formatCount(Math.round(ratio))}`
}

function nameShown({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const f = pairs.after[row]
  if (f !== NONE) return displayName(after.profile.functions, f)
  const gone = pairs.before[row]
  return gone === NONE ? '' : displayName(before.profile.functions, gone)
}

// Both profiles as wholes: how much longer or shorter the later one took, and cautions about the
// comparison.

/** Probability below which a single difference is significant. */
const LEVEL = 0.01
/** Ratio from which a factor is shown instead of a percentage. */
const MANY_TIMES = 10

/** Returns a summary of one side: "1.20 s in 1 run", "no samples in 1 run"; "1.20 s" for a listing. */
export function sideText({ profile: { totals, rate, abbreviation, listed } }: AnalyzedProfile): string {
  const time = rate > 0 ? formatSeconds(secondsOf(totals.ticks, rate), abbreviation) : 'no samples'
  return listed ? time : `${time} in ${formatCounted(totals.runs, 'run')}`
}

/**
 * Returns the change of the total time, without a full stop: "0.30 s less (−25.0%), significant", or "as
 * long as before"; "" if a time is unknown.
 */
export function wholeChange({ before, after }: BeforeAfter): string {
  if (!areTimed(before, after)) return ''
  const runs = runsIn({ before, after })
  const [was, is] = [timeOf(before) / runs.before, timeOf(after) / runs.after]
  const { abbreviation } = after.profile
  const size = formatFixed(Math.abs(is - was), 2)
  const likelihood = likelihoodOf(
    before.profile.totals.ticks,
    after.profile.totals.ticks,
    laterPart({ before, after }, 'time'),
  )
  const chance = likelihood < LEVEL ? 'significant' : 'within noise'
  if (!/[1-9]/.test(size)) return 'as long as before'
  const each = runs.before === runs.after ? '' : ' a run'
  return `${size} ${abbreviation} ${is < was ? 'less' : 'more'}${each}${changeInBrackets({ before: was, after: is })}, ${chance}`
}

/** " (−25.0%)", " (×74.00)"; "" if the earlier value is 0. */
function changeInBrackets(values: { readonly before: number; readonly after: number }): string {
  const { before, after } = values
  if (!(before > 0)) return ''
  const percent = (): string =>
    `${withSign((100 * (after - before)) / before, (value) => formatFixed(value, 1))}%`
  return ` (${after >= MANY_TIMES * before ? ratioText(values) : percent()})`
}

/**
 * If less than this share of the smaller program's functions exist in the other by name, they are
 * different programs rather than two builds.
 */
const STRANGERS = 1 / 3

/** Whether the profiles have hardly a function in common. */
function areStrangers({ pairs }: BeforeAfter): boolean {
  const [before, after] = [asArray(pairs.before), asArray(pairs.after)]
  let earlier = 0
  let later = 0
  let both = 0
  for (let row = 0; row < before.length; row++) {
    if (before[row] !== NONE) earlier++
    if (after[row] !== NONE) later++
    if (before[row] !== NONE && after[row] !== NONE) both++
  }
  return both < STRANGERS * Math.min(earlier, later)
}

/** Returns what times and calls refer to, as a sentence; "" if they are as gprof prints them. */
export function basis(compared: BeforeAfter): string {
  const { before, after } = runsIn(compared)
  return before === after
    ? ''
    : `Times and calls are means of one run: ${formatCount(before)} and ${formatCount(after)} are compared.`
}

/** Returns a sentence of caution about the comparison, the gravest one only; "" for none. */
export function caution(compared: BeforeAfter): string {
  const { before, after } = compared
  if (areStrangers(compared)) return 'They share hardly any function names: are they of the same program?'
  if (!areTimed(before, after)) {
    const none = isTimed(before) || isTimed(after) ? 'One of them holds no' : 'Neither holds any'
    return `${none} samples: only calls can be compared.`
  }
  if (before.profile.abbreviation !== after.profile.abbreviation)
    return 'Their times are in different units: compare shares.'
  return ''
}

const areTimed = (before: AnalyzedProfile, after: AnalyzedProfile): boolean =>
  isTimed(before) && isTimed(after)

const isTimed = ({ profile }: AnalyzedProfile): boolean => profile.rate > 0

const timeOf = ({ profile: { totals, rate } }: AnalyzedProfile): number => secondsOf(totals.ticks, rate)

// Head of a diff in text form: both sides, the whole, and how many functions changed.

/** Lines above the rows of a diff. */
export interface ChangeHead {
  /** "prog: 1.20 s in 1 run" */
  readonly before: string
  readonly after: string
  /** Sentences about both; none is empty. */
  readonly remarks: readonly string[]
  /** "3 of 40 functions changed significantly." */
  readonly verdict: string
}

/**
 * Returns the head of a diff in text form.
 *
 * @param programs names of both programs, the earlier first
 * @param found how many rows changed, of how many compared, from `findChanged`
 */
export function changeHead(
  compared: BeforeAfter,
  [earlier, later]: readonly [string, string],
  measure: Measure,
  { count, compared: rows }: Pick<Changed, 'count' | 'compared'>,
): ChangeHead {
  const change = measure === 'calls' ? '' : wholeChange(compared).replace(LESS, '-').replace('×', 'x')
  const of =
    count === 0
      ? `No function of ${formatCount(rows)}`
      : `${formatCount(count)} of ${formatCounted(rows, 'function')}`
  return {
    before: `${visibleText(earlier)}: ${sideText(compared.before)}`,
    after: `${visibleText(later)}: ${sideText(compared.after)}`,
    remarks: [change, basis(compared), caution(compared)].filter((line) => line !== ''),
    verdict: `${of} changed${measure === 'calls' ? ' in calls' : ' significantly'}.`,
  }
}

// A diff as text: TSV for the clipboard, CSV for a file, columns for a terminal.

/**
 * Returns one row as on screen, tab-separated, without a line break, with full names and ASCII minus signs,
 * which spreadsheets read.
 */
export function changeRowTsv(compared: BeforeAfter, row: PairIndex, measure: Measure, unit: Unit): string {
  const { text } = changeRow(compared, row, measure, unit)
  return changeHeadings(compared, measure, unit)
    .map(({ column }) => {
      if (column === 'name') return tsvCell(nameOf(compared, row))
      const plain = text[column].replace(LESS, '-').replace(/^\+/, '')
      return measure === 'calls' ? plain.replaceAll(',', '') : plain
    })
    .join('\t')
}

/**
 * Returns rows as CSV (RFC 4180), all measures with unrounded numbers. Unknown values and missing names are
 * empty. Lines end with "\r\n"; there is no byte order mark.
 *
 * @param rows PairIndex, in the order of the lines
 */
export function changeTableCsv(
  compared: BeforeAfter,
  rows: ArrayLike<number>,
  unit: Unit,
  withHeadings = true,
): string {
  const { before, after, pairs } = compared
  const shown = unit === 'share' ? '%' : after.profile.abbreviation
  const heads = ['Self', 'Total', 'Calls'].flatMap((label) =>
    ['before', 'after'].map((side) => `${label} ${side}${label === 'Calls' ? '' : ` (${shown})`}`),
  )
  const lines = withHeadings ? [[...heads, 'Name before', 'Name after'].map(csvCell).join(',')] : []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as PairIndex
    const numbers = MEASURES.flatMap((measure) => {
      const values = valuesOf(compared, row, measure, unit)
      return [values.before, values.after].map((value) => (Number.isNaN(value) ? '' : String(value)))
    })
    const names = [nameIn(before, pairs.before[row]), nameIn(after, pairs.after[row])]
    lines.push([...numbers, ...names.map(csvCell)].join(','))
  }
  return `${lines.join('\r\n')}\r\n`
}

const nameIn = ({ profile: { functions } }: AnalyzedProfile, f: FunctionIndex | None): string =>
  f === NONE ? '' : wholeName(functions, f)

/**
 * Returns lines of text without line breaks: the headings (`changeHeadings`), also without rows, then one line
 * for each row. Columns are right-aligned, names last. A change within noise has a `~`.
 *
 * @param rows PairIndex, in the order of the lines
 * @param isChanged by row (PairIndex), from `findChanged`
 */
export function changeLines(
  compared: BeforeAfter,
  rows: ArrayLike<number>,
  measure: Measure,
  unit: Unit,
  isChanged: Uint8Array,
): readonly string[] {
  const columns = changeHeadings(compared, measure, unit)
  const lines = [columns.map(({ label, unit: of }) => (of === '' ? label : `${label} ${of}`))]
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as PairIndex
    const { text } = changeRow(compared, row, measure, unit)
    lines.push(
      columns.map(({ column }) =>
        column === 'name'
          ? nameOf(compared, row)
          : column === 'change'
            ? `${text.change.replace(LESS, '-')}${isChanged[row] === 1 ? ' ' : '~'}`
            : text[column].replace('×', 'x'),
      ),
    )
  }
  const widths = columns.map((_, at) => lines.reduce((most, cells) => Math.max(most, cells[at].length), 0))
  return lines.map((cells) =>
    cells.map((cell, at) => (at === cells.length - 1 ? cell : cell.padStart(widths[at]))).join('  '),
  )
}

// A diff as Markdown, for a pull request. Names come from programs, so they are escaped.

/** Returns the head of a diff as a Markdown list and a line, names escaped; ends with a line break. */
export function markdownHead({ before, after, remarks, verdict }: ChangeHead): string {
  const lines = [`Before: ${asText(before)}`, `After: ${asText(after)}`, ...remarks.map(asText)]
  return `${lines.map((line) => `- ${line}\n`).join('')}\n${asText(verdict)}\n`
}

/**
 * Returns a Markdown table, or its next rows without headings, each line ended by "\n"; "" without rows.
 * Names are escaped.
 *
 * @param rows PairIndex, in the order of the lines
 * @param isChanged by row (PairIndex), from `findChanged`; other changes are marked "(chance?)"
 */
export function markdownRows(
  compared: BeforeAfter,
  rows: ArrayLike<number>,
  measure: Measure,
  unit: Unit,
  isChanged: Uint8Array,
  withHeadings = true,
): string {
  const columns = changeHeadings(compared, measure, unit)
  const lines: string[] = []
  if (withHeadings && rows.length > 0) {
    lines.push(lineOf(columns.map(({ label, unit: of }) => asText(of === '' ? label : `${label} ${of}`))))
    lines.push(lineOf(columns.map(({ column }) => (column === 'name' ? ':--' : '--:'))))
  }
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as PairIndex
    const { text } = changeRow(compared, row, measure, unit)
    const isChance = isChanged[row] !== 1
    const cells = columns.map(({ column }) => {
      if (column === 'name') return `<code>${asText(nameOf(compared, row))}</code>`
      return `${asText(text[column])}${column === 'change' && isChance ? ' (chance?)' : ''}`
    })
    lines.push(lineOf(cells))
  }
  return lines.map((line) => `${line}\n`).join('')
}

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/**
 * Characters without a meaning in Markdown stay readable; all others become numeric entities
 * (CommonMark 0.31, 2.5).
 */
const OTHERS =
  /[^\w ,():+\-%=.\u0080-\uffff]|(?<!\d)\.(?=\S)|\.(?=[^\d\s])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g

const asText = (text: string): string => visibleText(text).replace(OTHERS, (one) => `&#${one.charCodeAt(0)};`)

// Explanations of a diff's numbers: the formula, whether the change is significant, and what
// contributes to it.

const WHAT: Readonly<Record<Measure, string>> = {
  self: 'Self time',
  total: 'Total time',
  calls: 'Calls',
}

const UNKNOWN = 'Not known on both sides.'
const NONE_BEFORE = 'There is nothing to divide by: before it was 0.'

/**
 * Explains one cell of a diff: its formula, and whether the change is significant. The explanation of a
 * name is empty.
 *
 * @param rows number of rows with samples or calls (`findChanged`); 0 while unknown, when significance is
 *   not judged
 */
export function explainChange(
  compared: BeforeAfter,
  row: PairIndex,
  column: ChangeColumn,
  { measure, unit, rows }: { readonly measure: Measure; readonly unit: Unit; readonly rows: number },
): Explanation {
  const values = valuesOf(compared, row, measure, unit)
  const calls = valuesOf(compared, row, 'calls', unit)
  const written = (value: number): string => amountText(compared, value, measure, unit)
  const what = WHAT[measure]
  switch (column) {
    case 'change':
      return {
        title: `${what} after, less ${what.toLowerCase()} before`,
        formula: differenceText(values, written),
        note: Number.isNaN(values.after - values.before)
          ? UNKNOWN
          : [
              whereItIs(compared, row),
              madeOf(values, calls, measure, shortText(compared, unit)),
              chanceNote(compared, row, measure, unit, rows),
            ]
              .filter((part) => part !== '')
              .join(' '),
      }
    case 'before':
    case 'after':
      return {
        title: `${what} ${column}`,
        formula: Number.isNaN(values[column]) ? '' : written(values[column]),
        note: whereItIs(compared, row),
      }
    case 'ratio':
      return ratioOf(`${what} after, divided by before`, values, written, whereItIs(compared, row))
    case 'calls':
      return ratioOf('Calls after, divided by calls before', calls, countText, 'Counted, not sampled.')
    case 'perCall':
      return ratioOf(
        `${what} of a call after, divided by that before`,
        perCall(values, calls),
        shortText(compared, unit),
        'The means of all calls.',
      )
    case 'name':
      return { title: '', formula: '', note: '' }
  }
}

/** "+0.9 s = 1.8 s − 0.9 s"; "" if either is unknown. */
function differenceText({ before, after }: Values, written: (value: number) => string): string {
  const difference = after - before
  if (Number.isNaN(difference)) return ''
  return `${signed(difference, written)} = ${written(after)} ${LESS} ${written(before)}`
}

function ratioOf(
  title: string,
  { before, after }: Values,
  written: (value: number) => string,
  note: string,
): Explanation {
  if (Number.isNaN(before) || Number.isNaN(after)) return { title, formula: '', note: UNKNOWN }
  if (before <= 0) return { title, formula: '', note: `${note} ${NONE_BEFORE}`.trim() }
  return { title, formula: `${formatExact(after / before)} = ${written(after)} ÷ ${written(before)}`, note }
}

/** Why a side has no value, or the name that the function has there. */
function whereItIs({ before, after, pairs }: BeforeAfter, row: PairIndex): string {
  const [earlier, later] = [pairs.before[row], pairs.after[row]]
  if (earlier === NONE)
    return 'Not in the earlier program by this name: it is new, was renamed, or was inlined before.'
  if (later === NONE)
    return 'Not in the later program by this name: it was removed, renamed, or is inlined now.'
  if (pairs.isLikened[row] === 0) return ''
  return `It is ${shownAt(before.profile.functions.names, earlier)} before and ${shownAt(after.profile.functions.names, later)} after: clones that compilers make of one function.`
}

/**
 * Splits a difference of time into the parts due to the number of calls and to the time per call.
 */
function madeOf(values: Values, calls: Values, measure: Measure, written: (value: number) => string): string {
  const { before, after } = perCall(values, calls)
  if (measure === 'calls' || !(before >= 0) || !(after >= 0) || calls.before === calls.after) return ''
  const more = calls.after - calls.before
  const byCalls = more * before
  const byCost = calls.after * (after - before)
  return `${signed(byCalls, written)} for ${countText(Math.abs(more))} ${Math.abs(more) === 1 ? 'call' : 'calls'} ${more > 0 ? 'more' : 'fewer'} at what one took before, ${signed(byCost, written)} for what each takes now.`
}

/** Whether the difference is significant; "" if that cannot be determined. */
function chanceNote(
  { before, after, pairs }: BeforeAfter,
  row: PairIndex,
  measure: Measure,
  unit: Unit,
  rows: number,
): string {
  if (measure === 'calls') return 'Counted, not sampled.'
  const earlier = amountOf(before, pairs.before[row], measure)
  const later = amountOf(after, pairs.after[row], measure)
  const likelihood = likelihoodOf(earlier, later, laterPart({ before, after }, unit))
  if (Number.isNaN(likelihood)) return ''
  const of = `${formatExact(Number(later.toPrecision(4)))} samples after ${formatExact(Number(earlier.toPrecision(4)))}`
  if (likelihood > 0.5) return `${of}: as likely as not by chance alone.`
  const often = `${of}: by chance alone so much or more in ${oneIn(likelihood)} comparisons`
  // The number of comparisons is still unknown.
  if (rows === 0) return `${often}.`
  const level = ANY_BY_CHANCE / rows
  const isMore = likelihood < level
  const part = laterPart({ before, after }, unit)
  if (isMore && !holdsDespiteSharedBins({ before, after, pairs }, row, [earlier, later], part, level))
    return `${often}. Its bins of the histogram hold other functions, too: the difference may be theirs.`
  if (isMore) return `${often}: significant.`
  if (rows > 1 && likelihood < ANY_BY_CHANCE)
    return `${often}, and ${formatCount(rows)} functions are compared: within noise.`
  return `${often}: within noise.`
}

/** "1 of 40" */
function oneIn(likelihood: number): string {
  const of = 1 / likelihood
  if (of > 1e6) return 'less than 1 of 1,000,000'
  return of < 10 ? `${formatFixed(10 / of, 0)} of 10` : `1 of ${formatCount(Number(of.toPrecision(2)))}`
}

/** Three significant digits. */
const shortText =
  ({ after }: BeforeAfter, unit: Unit) =>
  (value: number): string =>
    unit === 'share' ? `${Number(value.toPrecision(3))}%` : formatScaled(value, after.profile.abbreviation)

function amountText({ after }: BeforeAfter, value: number, measure: Measure, unit: Unit): string {
  if (Number.isNaN(value)) return 'not known'
  if (measure === 'calls') return countText(value)
  return unit === 'share' ? `${formatExact(value)}%` : `${formatExact(value)} ${after.profile.abbreviation}`
}

function signed(value: number, written: (value: number) => string): string {
  return `${value < 0 ? LESS : '+'}${written(Math.abs(value))}`
}
