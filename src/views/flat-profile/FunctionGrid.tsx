// The flat profile with a row for each function, in gprof's order until a heading sorts it.
import { useRef } from 'react'
import { areSharesKnown } from '../../../workers/core/quantities.ts'
import { useAreRowsOutdated } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { useLittleRoom } from '../../ui/media.ts'
import { tableRowHeight } from '../../ui/grid-cells.ts'
import { Copied } from '../../ui/CopyTable.tsx'
import type { VisibleRow } from '../../ui/use-virtual-rows.ts'
import type { ViewProps } from '../view.ts'
import table from '../../ui/table.module.css'
import { useMarkedCycle } from '../../state/selected-cycle.ts'
import styles from './flat-profile.module.css'
import { FlatGrid, type RowContext } from './FlatGrid.tsx'
import { FlatRow } from './FlatRow.tsx'
import { useFlatRows, mayBeExpression } from './use-flat-rows.ts'

export function FunctionGrid({ opened }: ViewProps) {
  const { analyzed } = opened
  const query = useStore((state) => state.shared.query)
  const isSearch = valueOf(useStore((state) => state.ui.found))?.ok === true
  const areRowsOutdated = useAreRowsOutdated(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const isStacked = useLittleRoom()
  const { rows, functionAt, active, selected, grid, onKeyDown, copied } = useFlatRows(
    opened,
    scroller,
    tableRowHeight(isStacked),
  )
  const hovered = useStore((state) => state.ui.hovered)
  const marked = useMarkedCycle(opened)
  const { cycleOf } = analyzed.cycles
  const drawRow = ({ index, top, key }: VisibleRow, { hrefOf, ...context }: RowContext) => {
    const f = functionAt(index)
    return (
      f !== undefined && (
        <FlatRow
          // By DOM element, not by function: scrolling and sorting then change text, not elements.
          key={key}
          {...{ opened, f, top, ...context }}
          row={index}
          isSelected={f === selected}
          isActive={index === active}
          isHovered={f === hovered || (marked !== null && cycleOf[f] === marked)}
          href={hrefOf(f)}
          onPick={grid.focusRow}
        />
      )
    )
  }
  return (
    <FlatGrid
      role="grid"
      aria-label="Flat profile"
      aria-busy={areRowsOutdated}
      by={null}
      isRanked={isSearch}
      {...{ opened, grid, active, isStacked, onKeyDown, drawRow }}
      empty={<Empty isSearch={isSearch} query={query} />}
      above={
        !areSharesKnown(analyzed.profile) &&
        rows.length > 0 && (
          <p className={styles.untimed}>
            Functions by calls. The profile holds no samples: times are not known, and their columns stay
            empty.
          </p>
        )
      }
      below={<Copied outcome={copied} />}
    />
  )
}

function Empty({ isSearch, query }: { readonly isSearch: boolean; readonly query: string }) {
  return (
    <p className={table.empty}>
      {isSearch
        ? `No match for “${query}” in the flat profile. Functions without time or calls are in Call graph.${mayBeExpression(query) ? ' A regular expression goes between slashes: /…/.' : ''}`
        : 'No function was called or took time: the profile is empty. Run the program once more, longer.'}
    </p>
  )
}
