// The call graph's columns, as gprof heads them.
import type { EntryColumn } from '../../../workers/core/reports/details/explain.ts'

export const HEADINGS: readonly {
  readonly column: EntryColumn
  readonly label: string
  /** Shows the unit of time. */
  readonly isTime: boolean
}[] = [
  { column: 'index', label: 'Index', isTime: false },
  { column: 'percent', label: '% time', isTime: false },
  { column: 'self', label: 'Self', isTime: true },
  { column: 'children', label: 'Children', isTime: true },
  { column: 'called', label: 'Called', isTime: false },
  { column: 'name', label: 'Name', isTime: false },
]
