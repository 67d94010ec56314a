// A table of many rows: headings that stay in sight, and of the rows those that are.
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { PrintNote } from './PrintNote.tsx'
import type { VirtualRows } from './virtual-rows.ts'
import sheet from './sheet.module.css'

export function VirtualGrid({
  scroller,
  rows,
  count,
  head,
  empty,
  printedRest,
  bodyClass = '',
  children,
  ...grid
}: ComponentProps<'div'> & {
  readonly role: 'grid' | 'treegrid'
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rows: VirtualRows
  /** All rows there are. */
  readonly count: number
  readonly head: ReactNode
  /** Stands in place of rows where there are none. */
  readonly empty?: ReactNode
  /** On paper, which has the first of very many: where to get the rest. */
  readonly printedRest?: string
  readonly bodyClass?: string | undefined
}) {
  return (
    <div className={sheet.scroller} ref={scroller}>
      <div {...grid}>
        {head}
        <div role="rowgroup" className={`${sheet.body} ${bodyClass}`} style={{ height: rows.height }}>
          {children}
        </div>
      </div>
      <PrintNote rows={rows} count={count} rest={printedRest} />
      {count === 0 && empty}
    </div>
  )
}
