// A virtualised table: sticky headings that sort, the rows on screen with their cells, a note at the end
// when printed.
import type { ComponentProps, ReactNode } from 'react'
import { formatCount } from '../../workers/core/quantities.ts'
import styles from './table.module.css'
import type { GridRows } from './use-grid-focus.ts'
import type { VirtualRows } from './use-virtual-rows.ts'

export function VirtualGrid({
  grid: { scroller, rows, count },
  head,
  empty,
  printedRest,
  bodyClass = '',
  children,
  ...others
}: ComponentProps<'div'> & {
  readonly role: 'grid' | 'treegrid'
  readonly grid: Pick<GridRows, 'scroller' | 'rows' | 'count'>
  readonly head: ReactNode
  /** Shown if there are no rows. */
  readonly empty?: ReactNode
  /** Where to find the other rows, printed when only the first of very many are on paper. */
  readonly printedRest?: string
  readonly bodyClass?: string | undefined
}) {
  return (
    <div className={styles.scroller} ref={scroller}>
      <div aria-rowcount={count + 1} {...others}>
        {head}
        <div role="rowgroup" className={`${styles.body} ${bodyClass}`} style={{ height: rows.height }}>
          {children}
        </div>
      </div>
      <PrintNote rows={rows} count={count} rest={printedRest} />
      {count === 0 && empty}
    </div>
  )
}

export function PrintNote({
  rows,
  count,
  rest = 'All of them are in the gprof listing and the tables under Export.',
}: {
  readonly rows: VirtualRows
  readonly count: number
  /** Where to find it. */
  readonly rest?: string | undefined
}) {
  if (rows.leftOut === 0) return null
  return (
    <p className={styles.empty}>
      The first {formatCount(count - rows.leftOut)} of {formatCount(count)} rows. {rest}
    </p>
  )
}
