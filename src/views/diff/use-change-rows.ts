// The rows of the diff table: sorted or filtered in slices, with the selection, the focus, the keys.
import { useCallback, useMemo, useState } from 'react'
import {
  type ComparedProfiles,
  useBaselineMatches,
  useChanged,
  useNameKeys,
} from '../../state/questions/diff.ts'
import { useStore } from '../../state/store.ts'
import { useInSlices } from '../../state/worker/slices.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import type { Measure, Unit } from '../../../workers/core/reports/diff/measures.ts'
import { type ChangeOrder, orderRows } from '../../../workers/core/reports/diff/diff-rows.ts'
import { filterRows } from '../../../workers/core/reports/diff/filter-changes.ts'
import type { PairIndex } from '../../../workers/core/reports/diff/pairs.ts'
import type { Changed } from '../../../workers/core/reports/diff/significance.ts'
import { flags } from '../../../workers/core/reports/search/filter-rows.ts'
import { isExpression } from '../../../workers/core/reports/search/match-marks.ts'
import { asRows, type Rows } from '../../../workers/core/base/columns.ts'

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
