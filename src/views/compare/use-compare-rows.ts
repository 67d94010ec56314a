// The comparison's rows in a grid: which one has the focus, and what keys do on it.
import { useEffect, useMemo, useState, type KeyboardEvent, type RefObject } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { NONE, type Rows } from '../../../workers/core/base/brand.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { rowsOf } from '../../../workers/core/reports/change/caller-changes.ts'
import { changeRowTsv } from '../../../workers/core/reports/change/change-table.ts'
import type { Measure, Unit } from '../../../workers/core/reports/change/measures.ts'
import type { PairIndex } from '../../../workers/core/reports/change/pairs.ts'
import type { Compared } from '../../state/before-after.ts'
import { openEntry, select } from '../../state/actions.ts'
import { useSelected } from '../../state/selectors.ts'
import { useCopied } from '../../ui/rows/Copied.tsx'
import { useGridRows } from '../../ui/rows/use-grid-rows.ts'

export function useCompareRows({
  opened,
  compared,
  rows,
  measure,
  unit,
  scroller,
  rowHeight,
}: {
  readonly opened: ProfileView
  readonly compared: Compared
  readonly rows: Rows<PairIndex>
  readonly measure: Measure
  readonly unit: Unit
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rowHeight: number
}) {
  const selected = useSelected(opened)
  const selectedPair = useMemo(() => pairOf(compared, selected), [compared, selected])
  // Where one was: there the keys go on, also at a function that the profile on screen does not have, which cannot be selected.
  const [last, setLast] = useState<{ readonly of: PairIndex | null; readonly at: PairIndex | null }>({
    of: selectedPair,
    at: selectedPair,
  })
  if (selectedPair !== last.of) setLast({ of: selectedPair, at: selectedPair ?? last.at })
  const active = Math.max(0, last.at === null ? 0 : rows.indexOf(last.at))
  const functionOf = (pair: PairIndex): FunctionIndex | null => {
    const f = compared.pairs[compared.side][pair]
    return f === undefined || f === NONE ? null : f
  }
  const goTo = (row: number): void => {
    const pair = rows[row]
    if (pair === undefined) return
    setLast({ of: selectedPair, at: pair })
    const f = functionOf(pair)
    if (f !== null) select(f, 'replace')
  }
  const grid = useGridRows({ scroller, count: rows.length, rowHeight, active, onMove: goTo })
  const { scrollTo } = grid.rows

  // The selection may have moved from elsewhere: a link, the search, the details.
  useEffect(() => {
    if (selectedPair !== null && rows[active] === selectedPair) scrollTo(active, 'auto')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- follows the selection and the order, not the scrolling
  }, [selectedPair, rows, active])

  const pick = (row: number): void => {
    goTo(row)
    grid.focusRow(row)
  }
  const { told: copied, onCopyKey } = useCopied()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (grid.onKeyDown(event)) return
    const pair = rows[active]
    if (pair === undefined || (event.target as HTMLElement).closest('[data-row]') === null) return
    const isCommand = event.ctrlKey || event.metaKey
    const f = functionOf(pair)
    if (event.key === 'Enter' && !isCommand && f !== null) {
      event.preventDefault()
      openEntry(f)
    } else onCopyKey(event, () => changeRowTsv(compared, pair, measure, unit))
  }
  return { active, selectedPair, functionOf, grid, onKeyDown, pick, copied }
}

function pairOf({ pairs, side }: Compared, f: FunctionIndex | null): PairIndex | null {
  const row = f === null ? undefined : rowsOf(pairs)[side][f]
  return row === undefined || row === NONE ? null : (row as PairIndex)
}
