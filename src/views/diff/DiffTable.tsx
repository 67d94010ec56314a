// The functions of both profiles in one table, by default the largest change first.
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { ComparedProfiles } from '../../state/questions/diff.ts'
import { openEntry, select } from '../../state/actions.ts'
import { setViewParams, useViewParams } from '../../state/url/view-params.ts'
import { useHrefOf, useSearchMark, useSelected } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { formatCount, formatFixed } from '../../../workers/core/quantities.ts'
import { changeHeadings } from '../../../workers/core/reports/diff/diff-text.ts'
import { changeRowTsv } from '../../../workers/core/reports/diff/diff-tables.ts'
import { explainChange } from '../../../workers/core/reports/diff/explain-change.ts'
import type { Measure, Unit } from '../../../workers/core/reports/diff/measures.ts'
import type { ChangeColumn } from '../../../workers/core/reports/diff/diff-rows.ts'
import { type PairIndex, rowOf } from '../../../workers/core/reports/diff/pairs.ts'
import { useLittleRoom } from '../../ui/media.ts'
import { Tooltip, type TooltipContent } from '../../ui/Tooltip.tsx'
import { tableRowHeight } from '../../ui/grid-cells.ts'
import { Copied } from '../../ui/CopyTable.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { SortHeadRow } from '../../ui/SortHeadRow.tsx'
import { useGridRows } from '../../ui/use-grid-focus.ts'
import { useRevealRow } from '../../ui/use-reveal-row.ts'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { NONE, type Rows } from '../../../workers/core/base/columns.ts'
import table from '../../ui/table.module.css'
import styles from './diff.module.css'
import { diffParams, type DiffParams } from './diff-params.ts'
import { DiffControls } from './DiffControls.tsx'
import { useShownRows } from './use-change-rows.ts'
import { CHANGED_ID, HEADING_WORDS } from './column-tips.ts'
import { DiffRow } from './DiffRow.tsx'
import { DiffSummary } from './DiffSummary.tsx'

/** The default order: the largest change first. */
const OWN_ORDER = { column: 'change', direction: 'descending' } as const

export function DiffTable({
  opened,
  compared,
}: {
  readonly opened: ProfileView
  readonly compared: ComparedProfiles
}) {
  const params = useViewParams(diffParams)
  const { measure, unit, order, isChangedOnly } = params
  const shared = useStore((state) => state.shared)
  const hrefOf = useHrefOf(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const isStacked = useLittleRoom()
  const shown = useShownRows(compared, measure, unit, order, isChangedOnly)
  const { rows, greatest, changed, areOutdated } = shown
  const { active, selectedPair, functionOf, grid, onKeyDown, pick, copied } = useDiffRows({
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
    (key: string): TooltipContent | null => {
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
    <div className={`${table.view} ${styles.view}`}>
      <DiffSummary opened={opened} compared={compared} />
      <DiffControls params={params} compared={compared} changed={changed} />
      <Tooltip content={explain} className={table.tip}>
        <VirtualGrid
          role="grid"
          aria-label="Diff"
          aria-busy={areOutdated}
          aria-colcount={headings.length}
          className={styles.grid}
          data-measure={measure}
          style={{ '--amount': `${amountWidth(greatest, measure)}ch` } as CSSProperties}
          data-stacked={isStacked}
          onKeyDown={onKeyDown}
          grid={grid}
          head={
            <SortHeadRow
              headings={headings}
              order={order}
              ownOrder={OWN_ORDER}
              tabStop={order && isAlwaysShown(order.column) ? order.column : 'change'}
              className={styles.head}
              classOf={(column) => styles[column]}
              onSort={(column) =>
                setViewParams(diffParams, { ...params, order: nextOrder(params, column) }, 'push')
              }
              onDown={() => grid.focusRow(active)}
            />
          }
          empty={
            <p className={table.empty}>
              {areOutdated
                ? ''
                : shared.query.trim() !== ''
                  ? `No function of either profile matches “${shared.query}”.`
                  : isChangedOnly
                    ? 'No function changed significantly.'
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
                <DiffRow
                  // By DOM element, not by function, as in the flat profile.
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
        <Copied outcome={copied} />
        <span id={CHANGED_ID} hidden>
          significant
        </span>
      </Tooltip>
    </div>
  )
}

/** Whether a column is shown even if there is little room. */
const isAlwaysShown = (column: ChangeColumn): boolean => column !== 'calls' && column !== 'perCall'

/**
 * Returns the order after a click: numbers start descending, names ascending; a second click
 * reverses; a third click on the change restores its default order, by size.
 */
function nextOrder({ order }: DiffParams, column: ChangeColumn): DiffParams['order'] {
  if (order?.column !== column) return { column, direction: column === 'name' ? 'ascending' : 'descending' }
  if (column === 'change' && order.direction === 'ascending') return null
  return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Returns the length of the longest change in characters, including its sign. */
const amountWidth = (greatest: number, measure: Measure): number =>
  1 + (measure === 'calls' ? formatCount(greatest) : formatFixed(greatest, 2)).length

/** Returns the grid of the diff table, with its focus and keys. */
function useDiffRows({
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
  // The selection may change elsewhere: by a link, the search or the details.
  useRevealRow(grid.rows, selectedPair !== null && rows[active] === selectedPair ? active : null, rows)

  const pick = (row: number): void => {
    goTo(row)
    grid.focusRow(row)
  }
  const { outcome: copied, onCopyKey } = useCopy()
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
  const row = f === null ? NONE : rowOf(pairs, side, f)
  return row === NONE ? null : row
}
