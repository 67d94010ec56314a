// Displayed numbers that differ from those without a scenario, with their values there. Compares the
// displayed text, so that no mark appears at a number that looks the same.
import { NONE } from '../base/columns.ts'
import { measuredArc } from '../analysis/apply-scenario.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import type { Convention } from './cycle-entry.ts'
import { outsideLine } from './outside-line.ts'
import { entryLineText } from './entry-line-text.ts'
import type { EntryLine } from './entry-rows.ts'
import { flatCells } from './flat-rows.ts'
import type { Fact } from './function-facts.ts'
import { type Relative, relativeOf } from './relatives.ts'
import type { EntryColumn } from './explain-entry.ts'
import type { Analysis } from './listing/listing.ts'
import { SCREEN_COLUMNS, type ScreenColumn } from './sort-functions.ts'
import { mapEntry } from './map-entries.ts'

/** The measured number with its unit, for each column that differs. */
export type Differences<C extends string> = Readonly<Partial<Record<C, string>>>

/** No differences. */
export const NO_DIFFERENCES: Differences<string> = {}

/** Text of an unknown number. */
export const NOT_KNOWN = 'not known'

/**
 * Returns the cells of a row of the flat profile that the scenario changed, with their text as measured.
 *
 * @param now the analysis under the scenario
 * @param plain the analysis as measured, of the same functions
 */
export function flatDifferences(now: Analysis, plain: Analysis, f: FunctionIndex): Differences<ScreenColumn> {
  const here = flatCells(now.analyzed, now.listing.flat, f)
  const there = flatCells(plain.analyzed, plain.listing.flat, f)
  const differences: Partial<Record<ScreenColumn, string>> = {}
  for (const column of SCREEN_COLUMNS) {
    if (here[column] !== there[column]) differences[column] = there[column] || NOT_KNOWN
  }
  return differences
}

/**
 * Returns the tooltip of a number that the scenario changed: "As measured: 1.20 s".
 *
 * @param was the measured number as text; undefined if it is the same, and so then is the result
 */
export function previousText(was: string | undefined): string | undefined {
  return was === undefined ? undefined : `As measured: ${was}`
}

const ENTRY_COLUMNS = ['percent', 'self', 'children', 'called'] as const

/**
 * Returns the cells of a line of the call graph that the scenario changed, with their text and unit as
 * measured. Empty for a line that is not in the measured call graph: of a new cycle, or a static call.
 *
 * @param now the analysis under the scenario
 * @param plain the analysis as measured
 * @param line a line of `now`
 * @param convention whose description the entry follows
 */
export function entryDifferences(
  now: Analysis,
  plain: Analysis,
  line: EntryLine,
  convention: Convention = 'gprof',
): Differences<EntryColumn> {
  const counterpart = plainLine(now, plain, line)
  if (!counterpart) return NO_DIFFERENCES
  const here = entryLineText(now.analyzed, now.listing, line, convention)
  const there = entryLineText(plain.analyzed, plain.listing, counterpart, convention)
  const { abbreviation } = plain.analyzed.profile
  const differences: Partial<Record<EntryColumn, string>> = {}
  for (const column of ENTRY_COLUMNS) {
    if (here[column] === there[column]) continue
    const unit = column === 'called' || column === 'percent' ? '' : abbreviation
    differences[column] = withUnit(there[column], unit)
  }
  return differences
}

/**
 * Returns the same line as measured; null if there is none: a cycle that is new, or a static
 * call.
 */
function plainLine(now: Analysis, plain: Analysis, line: EntryLine): EntryLine | null {
  switch (line.kind) {
    case 'parent':
    case 'child': {
      const arc = measuredArc(now.analyzed, line.arc)
      return arc === NONE ? null : { ...line, arc }
    }
    case 'member':
      return line
    case 'caller':
    case 'other': {
      const { offsets, items } = now.analyzed.cycles.members
      const first = items[offsets[line.cycle.cycle]]
      const cycle = plain.analyzed.cycles.cycleOf[first]
      const outside = cycle === NONE ? null : outsideLine(plain.analyzed, cycle, line.outside.f, line.kind)
      return outside && { ...line, outside }
    }
    case 'primary':
    case 'spontaneous': {
      const entry = mapEntry(now, plain, line.entry)
      return entry === NONE ? null : { ...line, entry }
    }
  }
}

/**
 * Returns the values that differ between facts with the same label, by label, as measured; "not known" for
 * a fact that `plain` lacks.
 *
 * @param now facts under the scenario
 * @param plain facts as measured
 */
export function factDifferences(now: readonly Fact[], plain: readonly Fact[]): Differences<string> {
  const differences: Record<string, string> = {}
  for (const { label, value } of now) {
    const there = plain.find((fact) => fact.label === label)
    if (there?.value !== value) differences[label] = there?.value ?? NOT_KNOWN
  }
  return differences
}

/**
 * Returns the texts of a caller or callee that the scenario changed, as measured. Empty for a static call.
 *
 * @param now the analysis under the scenario
 * @param plain the analysis as measured
 * @param f the function whose caller or callee it is
 * @param relative from `biggestRelatives` or `relativeOf` of `now`
 */
export function relativeDifferences(
  now: Analysis,
  plain: Analysis,
  f: FunctionIndex,
  relative: Relative,
  kind: 'parents' | 'children',
): Differences<'time' | 'count'> {
  const arc = measuredArc(now.analyzed, relative.arc)
  if (arc === NONE) return {}
  const there = relativeOf(plain.analyzed, null, f, arc, kind)
  const differences: { time?: string; count?: string } = {}
  if (there.time !== relative.time) differences.time = withUnit(there.time, '')
  if (there.count !== relative.count) differences.count = there.count
  return differences
}

function withUnit(text: string, unit: string): string {
  if (text === '') return NOT_KNOWN
  return unit === '' ? text : `${text} ${unit}`
}
