// What a line of an entry means: its arcs, its menu, its bar, its name in full.
import { arcEnds, menuOf, menuOfCycle } from '../menu-subject.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { arcTitle } from '../../../workers/core/names/arc-names.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import type { EntryLine } from '../../../workers/core/reports/entry-rows.ts'
import type { EntryLineText } from '../../../workers/core/reports/entry-line-text.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { ArcIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import {
  type BarLengths,
  barOfCycle,
  barOfTotal,
  type Whisker,
  whiskerOf,
} from '../../../workers/core/reports/time-bar.ts'
import type { EntryContext } from './visible-entries.ts'

/** Returns the arcs that a line is of; none for a function or a cycle by itself. */
export function arcsOfLine(line: EntryLine): readonly ArcIndex[] {
  if (line.kind === 'parent' || line.kind === 'child') return [line.arc]
  return line.kind === 'caller' || line.kind === 'other' ? line.outside.arcs : []
}

/** An unknown caller has no menu. */
export function menuOfLine(opened: ProfileView, line: EntryLine): object {
  if (line.kind === 'spontaneous') return {}
  if (line.kind === 'member') return menuOf(line.member)
  if (line.kind === 'caller' || line.kind === 'other') {
    const [arc, ...others] = line.outside.arcs
    // Of several arcs none can be named.
    return menuOf(line.outside.f, arc === undefined || others.length > 0 ? null : arcEnds(opened, arc))
  }
  if (line.kind === 'parent' || line.kind === 'child') {
    const ends = arcEnds(opened, line.arc)
    return ends ? menuOf(line.kind === 'parent' ? ends.parent : ends.child, ends) : {}
  }
  const { functionOf, cycleOf } = opened.listing.entries
  const f = functionOf[line.entry] ?? NONE
  const cycle = cycleOf[line.entry] ?? NONE
  return f !== NONE ? menuOf(f) : cycle !== NONE ? menuOfCycle(cycle) : {}
}

export function barOfEntry({ opened, bounds, convention }: EntryContext, entry: EntryIndex): BarLengths {
  const { analyzed, listing } = opened
  const f = listing.entries.functionOf[entry] ?? NONE
  if (f !== NONE) return barOfTotal(analyzed, bounds, f)
  const cycle = listing.entries.cycleOf[entry] ?? NONE
  return cycle === NONE ? { self: 0, certain: 0, total: 0 } : barOfCycle(analyzed, bounds, cycle, convention)
}

export function whiskerOfEntry({ opened, bounds }: EntryContext, entry: EntryIndex): Whisker | null {
  const f = opened.listing.entries.functionOf[entry] ?? NONE
  return f === NONE ? null : whiskerOf(opened.analyzed, bounds, f)
}

export function titleOfArcs(analyzed: AnalyzedProfile, arcs: readonly ArcIndex[], line: EntryLine): string {
  const [arc, ...others] = arcs
  if (arc !== undefined && others.length === 0) return arcTitle(analyzed, arc)
  if (line.kind !== 'caller' && line.kind !== 'other') return ''
  const name = displayName(analyzed.profile.functions, line.outside.f)
  const cycle = `cycle ${line.cycle.cycle + 1}`
  return line.kind === 'caller' ? `${name} → ${cycle}` : `${cycle} → ${name}`
}

export function fullName(text: EntryLineText): string {
  return [text.name, text.cycle, text.reference, text.possible].filter((part) => part !== '').join(' ')
}
