// At the end of a printed list: how much of it is on paper, and where to get the rest.
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import type { VirtualRows } from './virtual-rows.ts'
import sheet from './sheet.module.css'

export function PrintNote({ rows, count }: { readonly rows: VirtualRows; readonly count: number }) {
  if (rows.leftOut === 0) return null
  return (
    <p className={sheet.empty}>
      The first {formatCount(count - rows.leftOut)} of {formatCount(count)} rows. All of them are in the gprof
      listing and the tables under Export.
    </p>
  )
}
