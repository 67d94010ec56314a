// At the end of a printed list: how much of it is on paper, and where to get the rest.
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import type { VirtualRows } from './virtual-rows.ts'
import sheet from './sheet.module.css'

export function PrintNote({
  rows,
  count,
  rest = 'All of them are in the gprof listing and the tables under Export.',
}: {
  readonly rows: VirtualRows
  readonly count: number
  /** Where to get it. */
  readonly rest?: string | undefined
}) {
  if (rows.leftOut === 0) return null
  return (
    <p className={sheet.empty}>
      The first {formatCount(count - rows.leftOut)} of {formatCount(count)} rows. {rest}
    </p>
  )
}
