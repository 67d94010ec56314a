// The rows of the diff table: sorted and filtered in slices, with the selection, the focus and the
// keys.
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { asRows, NONE, type Rows } from '../../../workers/core/base/columns.ts'
import type { Changed } from '../../../workers/core/reports/diff/significance.ts'
import {
  type ChangeOrder,
  filterRows,
  orderRows,
  rowsOf,
} from '../../../workers/core/reports/diff/diff-rows.ts'
import type { Measure, Unit } from '../../../workers/core/reports/diff/measures.ts'
import type { PairIndex } from '../../../workers/core/reports/diff/pair-functions.ts'
import { flags, isExpression } from '../../../workers/core/reports/search-matches.ts'
import { type ComparedProfiles, useBaselineMatches, useChanged, useNameKeys } from '../../state/diff.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { useStore } from '../../state/store.ts'
import { useInSlices } from '../../state/worker/time-slicing.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { changeRowTsv } from '../../../workers/core/reports/diff/diff-text.ts'
import { openEntry, select } from '../../state/actions.ts'
import { useSelected } from '../../state/selectors.ts'
import { useCopy } from '../../ui/table/CopyTable.tsx'
import { useGridRows } from '../../ui/table/grid-rows.ts'

/** The rows of the diff table. */
export interface ShownRows {
  readonly rows: Rows<PairIndex>
  readonly greatest: number
  readonly changed: Changed | null
  /** Whether they are still those of another order, search or scenario. */
  readonly areOutdated: boolean
}

const NO_ROWS: Rows<PairIndex> = asRows(new Uint32Array(0))
const NOTHING: Iterator<void, null> = { next: () => ({ done: true, value: null }) }

/** Returns the sorted and filtered rows of the diff table; null before the first ones. */
export function useShownRows(
  compared: ComparedProfiles,
  measure: Measure,
  unit: Unit,
  order: ChangeOrder | null,
  isChangedOnly: boolean,
): ShownRows {
  const search = useStore((state) => state.ui.found)
  const found = valueOf(search)
  const isSearching = search.phase === 'loading'
  const query = useStore((state) => state.shared.query)
  const changed = useChanged(compared, measure, unit)
  const isByName = order?.column === 'name'
  const names = useNameKeys(compared, isByName)
  const ordered = useInSlices(
    useCallback(
      () => (isByName && !names ? NOTHING : orderRows(compared, measure, unit, order, names)),
      [compared, measure, unit, order, isByName, names],
    ),
  )
  const matches = found?.ok ? found.matches : null
  const { side } = compared
  const isPattern = matches !== null && isExpression(query)
  const isOther = useBaselineMatches(compared, side, query, isPattern && !isSearching ? matches : null)
  const isUnknown = isPattern && !isOther
  const wanted = useMemo(() => {
    const { functions } = compared[side].profile
    return matches && !isUnknown ? { side, isMatch: flags(matches, functions.length), query, isOther } : null
  }, [matches, compared, side, query, isOther, isUnknown])
  const filtered = useInSlices(
    useCallback(
      () =>
        filterRows(
          compared,
          ordered?.rows ?? NO_ROWS,
          wanted,
          isChangedOnly ? (changed?.isChanged ?? null) : null,
        ),
      [compared, ordered, wanted, isChangedOnly, changed],
    ),
  )
  // The previous rows stay until the new ones are ready, so nothing flashes.
  const now =
    ordered && filtered && !isUnknown && (changed || !isChangedOnly)
      ? { rows: filtered, greatest: ordered.greatest }
      : null
  const [last, setLast] = useState<{
    readonly of: ComparedProfiles
    readonly rows: Rows<PairIndex>
    readonly greatest: number
  } | null>(null)
  if (now && (last?.rows !== now.rows || last.of !== compared)) setLast({ of: compared, ...now })
  const shown = now ?? (last?.of.pairs === compared.pairs ? last : { rows: NO_ROWS, greatest: 0 })
  return { rows: shown.rows, greatest: shown.greatest, changed, areOutdated: now === null }
}

// The rows in a grid: the focus, and the keys.

/** Returns the grid of the diff table, with its focus and keys. */
export function useDiffRows({
  opened,
  compared,
  rows,
  measure,
  unit,
  scroller,
  rowHeight,
}: {
  readonly opened: ProfileView
  readonly compared: ComparedProfiles
  readonly rows: Rows<PairIndex>
  readonly measure: Measure
  readonly unit: Unit
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly rowHeight: number
}) {
  const selected = useSelected(opened)
  const selectedPair = useMemo(() => pairOf(compared, selected), [compared, selected])
  // The last focused row, from which the keys continue. It may be a function that the profile on
  // screen lacks, which cannot be selected.
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

  // The selection may change elsewhere: by a link, the search or the details.
  useEffect(() => {
    if (selectedPair !== null && rows[active] === selectedPair) scrollTo(active, 'auto')
    // eslint-disable-next-line react-hooks/exhaustive-deps -- follows the selection and the order, not the scrolling
  }, [selectedPair, rows, active])

  const pick = (row: number): void => {
    goTo(row)
    grid.focusRow(row)
  }
  const { told: copied, onCopyKey } = useCopy()
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

function pairOf({ pairs, side }: ComparedProfiles, f: FunctionIndex | null): PairIndex | null {
  const row = f === null ? undefined : rowsOf(pairs)[side][f]
  return row === undefined || row === NONE ? null : (row as PairIndex)
}
