// The functions of both profiles in one table, the greatest change first.
import { useCallback, useMemo, useRef, type CSSProperties } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { changeHeadings } from '../../../workers/core/reports/change/change-row.ts'
import { explainChange } from '../../../workers/core/reports/change/explain-change.ts'
import type { Measure } from '../../../workers/core/reports/change/measures.ts'
import type { ChangeColumn } from '../../../workers/core/reports/change/order-rows.ts'
import type { PairIndex } from '../../../workers/core/reports/change/pairs.ts'
import { formatCount, formatFixed } from '../../../workers/core/reports/quantities.ts'
import type { Compared } from '../../state/before-after.ts'
import { useHrefOf, useSearchMark } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { setViewParams, useViewParams } from '../../state/view-params.ts'
import { useLittleRoom } from '../../ui/display/use-width.ts'
import { Tip, type TipContent } from '../../ui/overlays/Tip.tsx'
import { Copied } from '../../ui/rows/Copied.tsx'
import { SortHeadRow } from '../../ui/rows/SortHeadRow.tsx'
import { tableRowHeight } from '../../ui/rows/table-row-height.ts'
import { VirtualGrid } from '../../ui/rows/VirtualGrid.tsx'
import { CHANGED_ID, CompareRow } from './CompareRow.tsx'
import { HEADING_WORDS } from './heading-words.ts'
import { compareParams, type CompareParams } from './params.ts'
import { Tools } from './Tools.tsx'
import { useCompareRows } from './use-compare-rows.ts'
import { useShownRows } from './use-shown-rows.ts'
import { Wholes } from './Wholes.tsx'
import sheet from '../../ui/rows/sheet.module.css'
import styles from './compare.module.css'

/** The greatest change first. */
const OWN_ORDER = { column: 'change', direction: 'descending' } as const

export function Comparison({
  opened,
  compared,
}: {
  readonly opened: ProfileView
  readonly compared: Compared
}) {
  const params = useViewParams(compareParams)
  const { measure, unit, order, isChangedOnly } = params
  const shared = useStore((state) => state.shared)
  const hrefOf = useHrefOf(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const isStacked = useLittleRoom()
  const shown = useShownRows(compared, measure, unit, order, isChangedOnly)
  const { rows, greatest, changed, areOutdated } = shown
  const { active, selectedPair, functionOf, grid, onKeyDown, pick, copied } = useCompareRows({
    opened,
    compared,
    rows,
    measure,
    unit,
    scroller,
    rowHeight: tableRowHeight(isStacked),
  })
  const mark = useSearchMark()
  const headings = useMemo(() => changeHeadings(compared, measure, unit), [compared, measure, unit])
  const rowsCompared = changed?.compared ?? 0
  const explain = useCallback(
    (key: string): TipContent | null => {
      const [column = '', pair] = key.split(':')
      if (pair === undefined) return HEADING_WORDS[column as ChangeColumn]
      return explainChange(compared, Number(pair) as PairIndex, column as ChangeColumn, {
        measure,
        unit,
        rows: rowsCompared,
      })
    },
    [compared, measure, unit, rowsCompared],
  )
  return (
    <div className={`${sheet.view} ${styles.view}`}>
      <Wholes opened={opened} compared={compared} />
      <Tools params={params} compared={compared} changed={changed} />
      <Tip content={explain} className={sheet.tip}>
        <VirtualGrid
          role="grid"
          aria-label="Compare"
          aria-busy={areOutdated}
          aria-rowcount={rows.length + 1}
          aria-colcount={headings.length}
          className={styles.grid}
          data-measure={measure}
          style={{ '--amount': `${amountWidth(greatest, measure)}ch` } as CSSProperties}
          data-stacked={isStacked}
          onKeyDown={onKeyDown}
          scroller={scroller}
          rows={grid.rows}
          count={rows.length}
          head={
            <SortHeadRow
              headings={headings}
              order={order}
              ownOrder={OWN_ORDER}
              tabStop={order && isAlwaysShown(order.column) ? order.column : 'change'}
              className={styles.head}
              classOf={(column) => styles[column]}
              onSort={(column) =>
                setViewParams(compareParams, { ...params, order: nextOrder(params, column) }, 'push')
              }
              onDown={() => grid.focusRow(active)}
            />
          }
          empty={
            <p className={sheet.empty}>
              {areOutdated
                ? ''
                : shared.query.trim() !== ''
                  ? `No function of either profile matches “${shared.query}”.`
                  : isChangedOnly
                    ? 'No function changed by more than chance.'
                    : measure === 'calls'
                      ? 'Neither profile counted any call.'
                      : 'There is no time to compare: choose Calls.'}
            </p>
          }
        >
          {grid.rows.visible.map(({ index, top, key }) => {
            const pair = rows[index]
            const f = pair === undefined ? null : functionOf(pair)
            return (
              pair !== undefined && (
                <CompareRow
                  // By element, not by function, as in the flat profile.
                  key={key}
                  compared={compared}
                  pair={pair}
                  f={f}
                  measure={measure}
                  unit={unit}
                  greatest={greatest}
                  isChanged={changed?.isChanged[pair] === 1}
                  row={index}
                  top={top}
                  isSelected={pair === selectedPair}
                  isActive={index === active}
                  href={f === null ? null : hrefOf(f)}
                  mark={mark}
                  onPick={pick}
                />
              )
            )
          })}
        </VirtualGrid>
        <Copied told={copied} />
        <span id={CHANGED_ID} hidden>
          more than chance
        </span>
      </Tip>
    </div>
  )
}

/** However little room there is. */
const isAlwaysShown = (column: ChangeColumn): boolean => column !== 'calls' && column !== 'perCall'

/** Numbers descend at first, names ascend; the second click turns the order, the third at the change goes back to its size. */
function nextOrder({ order }: CompareParams, column: ChangeColumn): CompareParams['order'] {
  if (order?.column !== column) return { column, direction: column === 'name' ? 'ascending' : 'descending' }
  if (column === 'change' && order.direction === 'ascending') return null
  return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Letters of the longest change, its sign among them. */
const amountWidth = (greatest: number, measure: Measure): number =>
  1 + (measure === 'calls' ? formatCount(greatest) : formatFixed(greatest, 2)).length
