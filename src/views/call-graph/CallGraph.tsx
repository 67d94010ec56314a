// The call graph: shows the arrangement that the link names, and the grid of gprof's entries with
// its tools and headings.
import {
  type CSSProperties,
  type KeyboardEvent as ReactKeyboardEvent,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useViewParams } from '../../state/url-sync.ts'
import { isPlainKey, usePageKeys } from '../../ui/page-keys.ts'
import type { ViewProps } from '../view.ts'
import { arrange, ArrangementSwitch, callGraphParams, draw } from './ArrangementSwitch.tsx'
import { CallTreeView } from './tree/CallTreeView.tsx'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { arcName } from '../../../workers/core/reports/names/names.ts'
import {
  entryKey,
  entryRows,
  type EntryRows,
  lineAt,
  primaryRow,
} from '../../../workers/core/reports/entry-rows.ts'
import { type EntryColumn, explainEntryCell } from '../../../workers/core/reports/details/explain-cells.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { Listing } from '../../../workers/core/reports/listing/listing.ts'
import { countWidth, formatCounted, secondsWidth } from '../../../workers/core/reports/quantities.ts'
import { entryDifferences } from '../../../workers/core/reports/what-if/differences.ts'
import { cut } from '../../state/scenario.ts'
import {
  functionName,
  type FunctionPatch,
  hashFor,
  useCertain,
  useHrefOf,
  useIsOutdated,
  useSearchMark,
  useSelected,
} from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { isPlainKeyOnRow, useGridRows } from '../../ui/table/grid-rows.ts'
import { Tooltip, type TooltipContent } from '../../ui/Tooltip.tsx'
import { VirtualGrid } from '../../ui/table/VirtualGrid.tsx'
import { type EntryContext, EntryGroup, groupByEntry } from './EntryGroup.tsx'
import { ENTRY_WORDS, LEAST_DIGITS, useRowShape } from './columns.ts'
import { useFolding, useKeepRowInPlace, useLinkedEntry, useUnfolded } from './use-folding.ts'
import { foldAll, unfoldAll } from '../../state/actions.ts'
import { StaticArcsSwitch } from '../StaticArcsSwitch.tsx'
import sheet from '../../ui/table/sheet.module.css'
import controls from '../../ui/controls.module.css'
import styles from './call-graph.module.css'
import lines from './lines.module.css'

export function CallGraph({ opened }: ViewProps) {
  const params = useViewParams(callGraphParams)
  const { arrangement, drawing } = params
  const press = useCallback(
    (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return false
      if (event.key === 'e') arrange(opened, 'entries')
      else if (event.key === 'd') arrange(opened, 'callees')
      else if (event.key === 'u') arrange(opened, 'callers')
      else if (event.key === 'i' && arrangement !== 'entries') draw(drawing === 'tree' ? 'icicle' : 'tree')
      else return false
      letGoOfTab()
      return true
    },
    [opened, arrangement, drawing],
  )
  usePageKeys(press)
  if (arrangement === 'entries') return <EntryGrid opened={opened} />
  return <CallTreeView opened={opened} params={params} direction={arrangement} />
}

/**
 * Drops the focus from the view's tab, where it is when a profile opens, so that a part loaded on a
 * key can take it.
 */
function letGoOfTab(): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.role === 'tab') activeElement.blur()
}

// gprof's call graph: entries in gprof's order, each folded to its primary line or unfolded with
// callers and callees.

/** Pixels of the index column and the three time columns. */
const OTHER_COLUMNS = 294

const inCallGraph: FunctionPatch = (_shared, opened, f) => ({
  view: 'call-graph',
  selected: functionName(opened, f),
})

function EntryGrid({ opened }: ViewProps) {
  const { analyzed, listing } = opened
  const shared = useStore((state) => state.shared)
  const selected = useSelected(opened)
  const unfolded = useUnfolded(listing, selected !== null)
  const isOutdated = useIsOutdated(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const counts = countWidth(listing.entries.callDigits)
  const callsWidth = Math.max(LEAST_DIGITS, counts) + Math.max(LEAST_DIGITS, counts + 1)
  const { isStacked, rowHeight } = useRowShape(scroller, OTHER_COLUMNS, callsWidth)
  const rows = useMemo(() => entryRows(listing, unfolded), [listing, unfolded])
  // The first entry's primary line, whatever lines are above it.
  const [active, setActive] = useState(() => firstPrimaryRow(listing, rows))
  const lastRow = rows.length - 1
  const current = Math.min(active, Math.max(0, lastRow))
  const grid = useGridRows({ scroller, count: rows.length, rowHeight, active: current, onMove: setActive })
  const { focusRow } = grid
  const moveTo = (row: number) => {
    setActive(row)
    focusRow(row)
  }
  const folding = useFolding({ listing, unfolded, rows, rowHeight, scroller, list: grid.rows, moveTo })

  useLinkedEntry(opened, unfolded, grid, setActive)
  useKeepRowInPlace({
    opened,
    rows,
    active: current,
    rowHeight,
    scroller,
    list: grid.rows,
    setActive,
    focusRow,
  })

  const mark = useSearchMark()
  const hrefOf = useHrefOf(opened, inCallGraph)
  const context: EntryContext = {
    opened,
    here: hashFor(shared, {}),
    hrefOf,
    mark,
    certain: useCertain(),
    unfolded,
    selected,
    active: current,
    onToggle: folding.toggle,
    onReveal: folding.reveal,
    setActive,
  }

  const explain = useCallback((key: string) => explainCell(opened, rows, key), [opened, rows])

  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
    if (isPlainKeyOnRow(event) && rows.length > 0) {
      const line = lineAt(analyzed, listing, rows, current)
      if (event.key === 'x' && (line.kind === 'parent' || line.kind === 'child')) {
        event.preventDefault()
        cut([arcName(analyzed, line.arc)])
        return
      }
      if (folding.onKeyDown(event, line)) return
    }
    grid.onKeyDown(event)
  }

  const groups = groupByEntry(grid.rows.visible, (row) => lineAt(analyzed, listing, rows, row))
  const { abbreviation, rate, totals } = analyzed.profile
  const widths = {
    '--seconds': `${secondsWidth(totals.ticks, rate)}ch`,
    '--count': `${counts}ch`,
    '--index': `${`${listing.entries.length}`.length + 1}ch`,
  } as CSSProperties
  return (
    <div className={sheet.view}>
      <EntryTools opened={opened} />
      <Tooltip content={explain} className={sheet.tip}>
        <VirtualGrid
          role="grid"
          aria-label="Call graph"
          aria-busy={isOutdated}
          aria-rowcount={listing.entries.printed.length + 1}
          aria-colcount={HEADINGS.length}
          data-stacked={isStacked}
          className={styles.grid}
          style={widths}
          onKeyDown={onKeyDown}
          scroller={scroller}
          rows={grid.rows}
          count={rows.length}
          head={<HeadingRow unit={abbreviation} />}
          empty={<p className={sheet.empty}>No function was called or took time: there are no entries.</p>}
        >
          {groups.map((group) => (
            <EntryGroup key={entryKey(listing, group.entry)} group={group} context={context} />
          ))}
        </VirtualGrid>
      </Tooltip>
    </div>
  )
}

function firstPrimaryRow(listing: Listing, rows: EntryRows): number {
  const [first] = listing.entries.printed as Iterable<number> as Iterable<EntryIndex>
  return first === undefined ? 0 : primaryRow(listing, rows, first)
}

/** @param key of a cell in EntryLine: column and row; of a heading in HeadingRow: the column alone */
function explainCell(opened: ProfileView, rows: EntryRows, key: string): TooltipContent | null {
  const { analyzed, listing, asMeasured } = opened
  const [column = '', row] = key.split(':')
  if (row === undefined) return ENTRY_WORDS[column as EntryColumn]
  const line = Number(row) < rows.length ? lineAt(analyzed, listing, rows, Number(row)) : null
  const told = line && explainEntryCell(analyzed, listing, line, column as EntryColumn)
  const was = line && asMeasured && entryDifferences(opened, asMeasured, line)[column as EntryColumn]
  return told && { ...told, was: was ?? undefined }
}

// The toolbar: the arrangement, the number of entries, and buttons to fold or unfold all.

/** With more unfolded entries, updating all of them on each fold would delay the next frame. */
const MOST_UNFOLDED = 5000

function EntryTools({ opened }: { readonly opened: ProfileView }) {
  const { printed } = opened.listing.entries
  return (
    <div className={`${sheet.tools} ${styles.tools}`}>
      <ArrangementSwitch opened={opened} />
      <StaticArcsSwitch />
      <span className={styles.count}>
        {formatCounted(printed.length, 'entry', 'entries')}
        {opened.analyzed.profile.hasArcs ? ', in gprof’s order' : '; who calls whom is not known'}
      </span>
      <div className={styles.folds}>
        {printed.length <= MOST_UNFOLDED && (
          <button type="button" className={controls.quiet} onClick={() => unfoldAll(printed)}>
            Open all
          </button>
        )}
        <button type="button" className={controls.quiet} onClick={foldAll}>
          Fold all
        </button>
      </div>
    </div>
  )
}

// The call graph's columns, with gprof's headings.

/** The columns of the call graph. */
export const HEADINGS: readonly {
  readonly column: EntryColumn
  readonly label: string
  /** Whether to show the unit of time. */
  readonly isTime: boolean
  readonly isOnNameLine?: true
}[] = [
  { column: 'index', label: 'Index', isTime: false, isOnNameLine: true },
  { column: 'percent', label: '% time', isTime: false },
  { column: 'self', label: 'Self', isTime: true },
  { column: 'children', label: 'Callees', isTime: true },
  { column: 'called', label: 'Called', isTime: false },
  { column: 'name', label: 'Name', isTime: false, isOnNameLine: true },
]

function HeadingRow({ unit }: { readonly unit: string }) {
  return (
    <div role="row" aria-rowindex={1} className={`${lines.headings} ${sheet.head}`}>
      {HEADINGS.map(({ column, label, isTime, isOnNameLine }, at) => (
        <div
          key={column}
          role="columnheader"
          aria-label={label}
          aria-colindex={at + 1}
          data-tip={column === 'name' ? undefined : column}
          className={`${sheet.heading} ${styles.heading} ${styles[column] ?? ''} ${isOnNameLine ? lines.onNameLine : ''}`}
        >
          {label}
          {isTime && <span className={sheet.unit}>{unit}</span>}
        </div>
      ))}
    </div>
  )
}
