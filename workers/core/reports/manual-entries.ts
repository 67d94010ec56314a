// The entries of the call graph as the manual of gprof describes them: each cycle has one.
import type { AnalyzedProfile, CycleIndex } from '../analysis/analyzed-profile.ts'
import { asArray, NONE } from '../base/columns.ts'
import type { Ticks } from '../base/units.ts'
import { timesOfCycle } from './cycle-entry.ts'
import type { EntryIndex } from './listing/entries.ts'
import type { Listing } from './listing/listing.ts'

/**
 * Returns the entries in gprof's order: those that gprof prints, and those of cycles with printed members that
 * gprof leaves out because nothing outside calls them. Such a cycle comes before the first entry with less time.
 *
 * @param listing of the same analysis
 */
export function manualEntries(
  analyzed: AnalyzedProfile,
  { entries }: Pick<Listing, 'entries'>,
): readonly EntryIndex[] {
  const printed = Array.from(entries.printed, (entry) => entry as EntryIndex)
  const missing = missingCycles(analyzed, entries)
  if (missing.length === 0) return printed
  const all: EntryIndex[] = []
  let next = 0
  for (const entry of printed) {
    const cycle = entries.cycleOf[entry]
    const total = cycle === NONE ? totalOf(analyzed, entries, entry) : totalOfCycle(analyzed, cycle)
    // Of equal entries cycles come first.
    while (
      next < missing.length &&
      (missing[next].total > total || (missing[next].total === total && cycle === NONE))
    )
      all.push(entries.entryOfCycle[missing[next++].cycle])
    all.push(entry)
  }
  return [...all, ...missing.slice(next).map(({ cycle }) => entries.entryOfCycle[cycle])]
}

/** Cycles that gprof leaves out, most time first. */
function missingCycles(
  analyzed: AnalyzedProfile,
  { positions, entryOfCycle, entryOfFunction }: Listing['entries'],
): readonly { readonly cycle: CycleIndex; readonly total: Ticks }[] {
  const { offsets, items } = analyzed.cycles.members
  const missing: { readonly cycle: CycleIndex; readonly total: Ticks }[] = []
  for (let row = 0; row < analyzed.cycles.length; row++) {
    const cycle = row as CycleIndex
    if (positions[entryOfCycle[cycle]] > 0) continue
    let hasPrinted = false
    for (let at = offsets[row]; at < offsets[row + 1]; at++)
      hasPrinted ||= positions[entryOfFunction[items[at]]] > 0
    if (hasPrinted) missing.push({ cycle, total: totalOfCycle(analyzed, cycle) })
  }
  return missing.sort((left, right) => right.total - left.total || left.cycle - right.cycle)
}

function totalOfCycle(analyzed: AnalyzedProfile, cycle: CycleIndex): Ticks {
  const { self, children } = timesOfCycle(analyzed, cycle)
  return self + children
}

function totalOf({ times }: AnalyzedProfile, { functionOf }: Listing['entries'], entry: EntryIndex): Ticks {
  const f = functionOf[entry]
  return asArray(times.propagatedSelf)[f] + asArray(times.propagatedChild)[f]
}
