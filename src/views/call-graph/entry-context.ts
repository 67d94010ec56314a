// What every entry and line of the call graph needs to know besides itself.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { MarkRange } from '../../../workers/core/reports/search/mark-ranges.ts'

export interface EntryContext {
  readonly opened: ProfileView
  /** The link of the page as it is. */
  readonly here: string
  /** Where a name leads. */
  readonly hrefOf: (f: FunctionIndex) => string
  readonly mark: (text: string) => readonly MarkRange[]
  readonly certain: Float64Array | null
  readonly unfolded: ReadonlySet<EntryIndex>
  readonly selected: FunctionIndex | null
  /** The row with the focus. */
  readonly active: number
  readonly onToggle: (entry: EntryIndex) => void
  /** Opens the entry and goes there. */
  readonly onReveal: (entry: EntryIndex) => void
  readonly setActive: (row: number) => void
}
