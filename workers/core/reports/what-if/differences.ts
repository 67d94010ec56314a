// Displayed numbers that differ from those without a scenario, and their values there. Compares
// the displayed text, so that no mark appears at a number that looks the same.
import { NONE } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { type EntryLine, entryLineText } from '../entry-rows.ts'
import type { EntryColumn } from '../details/explain-cells.ts'
import type { Analysis, FlatProfile } from '../listing/listing.ts'
import { flatHeadings, flatRow, type FlatRow } from '../flat-rows.ts'
import type { FlatColumn } from '../sort-functions.ts'
import { shownUnit } from '../quantities.ts'
import { type Fact, type Relative, relativeOf } from '../details/function-details.ts'
import { measuredArc } from '../../analysis/scenario/apply-scenario.ts'
import { mapEntry } from './analysis-change.ts'

/** The measured number with its unit, for each column that differs. */
export type Differences<C extends string> = Readonly<Partial<Record<C, string>>>

/** No differences. */
export const NO_DIFFERENCES: Differences<string> = {}

/** Text of an unknown number. */
export const NOT_KNOWN = 'not known'

/** Returns the differences in a row of the flat profile. */
export function flatDifferences(now: Analysis, plain: Analysis, f: FunctionIndex): Differences<FlatColumn> {
  const here = flatRow(now.analyzed, now.listing.flat, f)
  const flat = inUnitOf(plain.listing.flat, now.listing.flat)
  const there = flatRow(plain.analyzed, flat, f)
  const differences: Partial<Record<FlatColumn, string>> = {}
  for (const { column, unit } of flatHeadings(plain.analyzed, flat)) {
    const was = shown(there, column, shownUnit(unit))
    if (shown(here, column, shownUnit(unit)) !== was) differences[column] = was
  }
  return differences
}

/** Text of a cell, with its unit. */
function shown({ text, finer }: FlatRow, column: FlatColumn, unit: string): string {
  const small = column === 'selfPerCall' || column === 'totalPerCall' ? finer[column] : null
  return small ? `${small.digits} ${small.unit}` : withUnit(text[column], unit)
}

/** The plain flat profile with the per-call unit on screen. */
function inUnitOf(plain: FlatProfile, { perCallUnit }: FlatProfile): FlatProfile {
  return plain.perCallUnit.prefix === perCallUnit.prefix ? plain : { ...plain, perCallUnit }
}

/** Returns the text of a tooltip; undefined if nothing differs. */
export function previousText(was: string | undefined): string | undefined {
  return was === undefined ? undefined : `As measured: ${was}`
}

const ENTRY_COLUMNS = ['percent', 'self', 'children', 'called'] as const

/** Returns the differences in a line of the call graph. */
export function entryDifferences(now: Analysis, plain: Analysis, line: EntryLine): Differences<EntryColumn> {
  const counterpart = plainLine(now, plain, line)
  if (!counterpart) return NO_DIFFERENCES
  const here = entryLineText(now.analyzed, now.listing, line)
  const there = entryLineText(plain.analyzed, plain.listing, counterpart)
  const { abbreviation } = plain.analyzed.profile
  const differences: Partial<Record<EntryColumn, string>> = {}
  for (const column of ENTRY_COLUMNS) {
    if (here[column] === there[column]) continue
    const unit = column === 'called' ? '' : column === 'percent' ? '%' : abbreviation
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
    case 'primary':
    case 'spontaneous': {
      const entry = mapEntry(now, plain, line.entry)
      return entry === NONE ? null : { ...line, entry }
    }
  }
}

/** Returns the differences between facts with the same label, by label. */
export function factDifferences(now: readonly Fact[], plain: readonly Fact[]): Differences<string> {
  const differences: Record<string, string> = {}
  for (const { label, value } of now) {
    const there = plain.find((fact) => fact.label === label)
    if (there?.value !== value) differences[label] = there?.value ?? NOT_KNOWN
  }
  return differences
}

/** Returns the differences in time and calls of the arc to a caller or callee. */
export function relativeDifferences(
  now: Analysis,
  plain: Analysis,
  f: FunctionIndex,
  relative: Relative,
  kind: 'parents' | 'children',
): Differences<'time' | 'count'> {
  const arc = measuredArc(now.analyzed, relative.arc)
  if (arc === NONE) return {}
  const there = relativeOf(plain.analyzed, f, arc, kind)
  const differences: { time?: string; count?: string } = {}
  if (there.time !== relative.time) differences.time = withUnit(there.time, '')
  if (there.count !== relative.count) differences.count = there.count
  return differences
}

function withUnit(text: string, unit: string): string {
  if (text === '') return NOT_KNOWN
  return unit === '' ? text : `${text} ${unit}`
}
