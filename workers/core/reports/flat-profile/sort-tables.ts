// What the flat profile's rows are sorted by, apart from who sorts them: it is kept, and few people sort.
import type { AnalyzedProfile, CycleTable, TimeTables } from '../../analysis/analyzed-profile.ts'
import type { FunctionTable } from '../../profile/tables.ts'
import type { FlatProfile } from '../listing/flat-profile.ts'
import type { Listing } from '../listing/listing.ts'

/** What functions are sorted by; a small part of an analysis, for whoever keeps no more of it. */
export interface SortTables {
  readonly functions: Pick<FunctionTable, 'selfTicks' | 'calls'>
  readonly times: Pick<TimeTables, 'childTicks'>
  /** Of most profiles few functions are in one. */
  readonly cycles: Pick<CycleTable, 'members'>
  readonly flat: Pick<FlatProfile, 'printed'>
  /** As a listing printed it; null where it follows from self times. */
  readonly cumulativeTicks: FlatProfile['cumulativeTicks'] | null
}

export function sortTablesOf(analyzed: AnalyzedProfile, { flat }: Listing): SortTables {
  const { profile, times, cycles, asPrinted } = analyzed
  const { selfTicks, calls } = profile.functions
  const { printed, cumulativeTicks } = flat
  return {
    functions: { selfTicks, calls },
    times: { childTicks: times.childTicks },
    cycles: { members: cycles.members },
    flat: { printed },
    cumulativeTicks: asPrinted ? cumulativeTicks : null,
  }
}
