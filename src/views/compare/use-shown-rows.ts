// What the view shows, worked out a slice at a time: what changed, and the rows in order.
import { useCallback, useMemo, useState } from 'react'
import type { Rows } from '../../../workers/core/base/brand.ts'
import { asRows } from '../../../workers/core/base/as-column.ts'
import type { Changed } from '../../../workers/core/reports/change/chance.ts'
import { filterRows } from '../../../workers/core/reports/change/filter-rows.ts'
import type { Measure, Unit } from '../../../workers/core/reports/change/measures.ts'
import { orderRows, type ChangeOrder } from '../../../workers/core/reports/change/order-rows.ts'
import type { PairIndex } from '../../../workers/core/reports/change/pairs.ts'
import { isExpression } from '../../../workers/core/reports/search/mark-ranges.ts'
import { flags } from '../../../workers/core/reports/search/matches.ts'
import { useChanged, type Compared } from '../../state/before-after.ts'
import { valueOf } from '../../state/async-value.ts'
import { useStore } from '../../state/store.ts'
import { useFoundElsewhere } from '../../state/worker/find-elsewhere.ts'
import { useNameKeys } from '../../state/worker/name-keys.ts'
import { useInSlices } from '../../state/worker/patience.ts'

export interface ShownRows {
  readonly rows: Rows<PairIndex>
  readonly greatest: number
  readonly changed: Changed | null
  /** They are still those of another order, search or scenario. */
  readonly areOutdated: boolean
}

const NO_ROWS: Rows<PairIndex> = asRows(new Uint32Array(0))
const NOTHING: Iterator<void, null> = { next: () => ({ done: true, value: null }) }

export function useShownRows(
  compared: Compared,
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
  const isOther = useFoundElsewhere(compared, side, query, isPattern && !isSearching ? matches : null)
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
  // What was shown stays until the next is there: nothing flashes.
  const now =
    ordered && filtered && !isUnknown && (changed || !isChangedOnly)
      ? { rows: filtered, greatest: ordered.greatest }
      : null
  const [last, setLast] = useState<{
    readonly of: Compared
    readonly rows: Rows<PairIndex>
    readonly greatest: number
  } | null>(null)
  if (now && (last?.rows !== now.rows || last.of !== compared)) setLast({ of: compared, ...now })
  const shown = now ?? (last?.of.pairs === compared.pairs ? last : { rows: NO_ROWS, greatest: 0 })
  return { rows: shown.rows, greatest: shown.greatest, changed, areOutdated: now === null }
}
