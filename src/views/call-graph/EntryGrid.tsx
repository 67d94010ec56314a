// gprof's call graph as a grid: entries in gprof's order, each folded to its primary line or unfolded
// with callers, callees.
import {
  type CSSProperties,
  type KeyboardEvent as ReactKeyboardEvent,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { foldAll, unfoldAll } from '../../state/actions.ts'
import {
  functionName,
  type FunctionPatch,
  hashFor,
  useHrefOf,
  useIsOutdated,
  useSearchMark,
} from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { cycleSelection } from '../../state/selected-cycle.ts'
import { FoldSwitch, StaticArcsSwitch } from '../ScenarioSwitches.tsx'
import type { ViewProps } from '../view.ts'
import { useUnfoldedCycles } from './cycle-entries.ts'
import { toggleConvention } from './params.ts'
import { ArrangementSwitch } from './ArrangementSwitch.tsx'
import { ENTRY_WORDS } from './column-tips.ts'
import { LEAST_DIGITS, useRowShape } from './use-row-shape.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { arcName } from '../../../workers/core/names/arc-names.ts'
import {
  entryKey,
  entryOrder,
  entryRows,
  type EntryRows,
  lineAt,
  primaryRow,
} from '../../../workers/core/reports/entry-rows.ts'
import type { Convention } from '../../../workers/core/reports/cycle-entry.ts'
import { type EntryColumn, explainEntryCell } from '../../../workers/core/reports/explain-entry.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { Listing } from '../../../workers/core/reports/listing/listing.ts'
import { countWidth, formatCounted, secondsWidth } from '../../../workers/core/quantities.ts'
import { entryDifferences } from '../../../workers/core/reports/differences.ts'
import type { Bounds } from '../../../workers/core/trust/bounds/bounds.ts'
import { cut } from '../../state/questions/scenario.ts'
import { useBounds } from '../../state/bounds.ts'
import { isPlainKeyOnRow, useGridRows } from '../../ui/use-grid-focus.ts'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { Tooltip, type TooltipContent } from '../../ui/Tooltip.tsx'
import table from '../../ui/table.module.css'
import { Button } from '../../ui/Button.tsx'
import styles from './call-graph.module.css'
import lines from './lines.module.css'
import { useSelectedEntry, useUnfolded, useFolding, useLinkedEntry } from './use-folding.ts'
import { useKeepRowInPlace } from './use-keep-row-in-place.ts'
import { type EntryContext, groupByEntry } from './visible-entries.ts'
import { arcsOfLine } from './entry-line.ts'
import { EntryGroup } from './EntryGroup.tsx'

/** Pixels of the index column and the three time columns. */
const OTHER_COLUMNS = 294

const inCallGraph: FunctionPatch = (_shared, opened, f) => ({
  view: 'call-graph',
  selected: functionName(opened, f),
})

export function EntryGrid({ opened, convention }: ViewProps & { readonly convention: Convention }) {
  const { analyzed, listing } = opened
  const shared = useStore((state) => state.shared)
  const linked = useSelectedEntry(opened)
  const order = useMemo(() => entryOrder(analyzed, listing, convention), [analyzed, listing, convention])
  const unfolded = useUnfolded(listing, order, linked)
  const { entries, withUnfolded } = useUnfoldedCycles(opened, unfolded)
  const cycles = convention === 'manual' ? entries : null
  const isOutdated = useIsOutdated(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const counts = countWidth(listing.entries.callDigits)
  const callsWidth = Math.max(LEAST_DIGITS, counts) + Math.max(LEAST_DIGITS, counts + 1)
  const { isStacked, rowHeight } = useRowShape(scroller, OTHER_COLUMNS, callsWidth)
  const rows = useMemo(() => entryRows(listing, unfolded, cycles, order), [listing, unfolded, cycles, order])
  // The primary line of the linked entry or of the first, whatever lines are above it.
  const [active, setActive] = useState(() => initialRow(listing, rows, linked))
  const lastRow = rows.length - 1
  const current = Math.min(active, Math.max(0, lastRow))
  const grid = useGridRows({ scroller, count: rows.length, rowHeight, active: current, onMove: setActive })
  const { focusRow } = grid
  const moveTo = (row: number) => {
    setActive(row)
    focusRow(row)
  }
  const rowsFor = (next: ReadonlySet<EntryIndex>) =>
    entryRows(listing, next, cycles && withUnfolded(next), order)
  const folding = useFolding({
    listing,
    unfolded,
    rows,
    rowsFor,
    rowHeight,
    scroller,
    list: grid.rows,
    moveTo,
  })

  useLinkedEntry(opened, linked, (entry) => rowsFor(new Set(unfolded).add(entry)), grid, setActive)
  useKeepRowInPlace({
    opened,
    unfolded,
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
  const bounds = useBounds()
  const context: EntryContext = {
    opened,
    here: hashFor(shared, {}),
    hrefOf,
    hrefOfCycle: (cycle) => hashFor(shared, { selected: cycleSelection(opened, cycle) }),
    mark,
    bounds,
    convention,
    positions: order.positions,
    unfolded,
    selected: linked,
    active: current,
    onToggle: folding.toggle,
    onReveal: folding.reveal,
    setActive,
  }

  const explain = useCallback(
    (key: string) => explainCell(opened, bounds, rows, key, convention),
    [opened, bounds, rows, convention],
  )

  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>) => {
    if (isPlainKeyOnRow(event) && rows.length > 0) {
      const line = lineAt(analyzed, listing, rows, current)
      const arcs = arcsOfLine(line)
      if (event.key === 'x' && arcs.length > 0) {
        event.preventDefault()
        cut(arcs.map((arc) => arcName(analyzed, arc)))
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
    <div className={table.view}>
      <EntryTools opened={opened} printed={order.printed} convention={convention} />
      <Tooltip content={explain} className={table.tip}>
        <VirtualGrid
          role="grid"
          aria-label="Call graph"
          aria-busy={isOutdated}
          aria-rowcount={order.printed.length + 1}
          aria-colcount={HEADINGS.length}
          data-stacked={isStacked}
          className={styles.grid}
          style={widths}
          onKeyDown={onKeyDown}
          grid={grid}
          head={<HeadingRow unit={abbreviation} />}
          empty={<p className={table.empty}>No function was called or took time: there are no entries.</p>}
        >
          {groups.map((group) => (
            <EntryGroup key={entryKey(listing, group.entry)} group={group} context={context} />
          ))}
        </VirtualGrid>
      </Tooltip>
    </div>
  )
}

function initialRow(listing: Listing, rows: EntryRows, linked: EntryIndex | null): number {
  const entry = linked ?? (rows.order.printed[0] as EntryIndex | undefined)
  return entry === undefined ? 0 : Math.max(0, primaryRow(listing, rows, entry))
}

/** @param key of a cell in EntryLine: column and row; of a heading in HeadingRow: the column alone */
function explainCell(
  opened: ProfileView,
  bounds: Bounds | null,
  rows: EntryRows,
  key: string,
  convention: Convention,
): TooltipContent | null {
  const { analyzed, listing, asMeasured } = opened
  const [column = '', row] = key.split(':')
  if (row === undefined) return ENTRY_WORDS[column as EntryColumn]
  const line = Number(row) < rows.length ? lineAt(analyzed, listing, rows, Number(row)) : null
  const explanation =
    line && explainEntryCell(analyzed, bounds, listing, line, column as EntryColumn, convention)
  const was =
    line && asMeasured && entryDifferences(opened, asMeasured, line, convention)[column as EntryColumn]
  return explanation && { ...explanation, was: was ?? undefined }
}

/** With more unfolded entries, updating all of them on each fold would delay the next frame. */
const MOST_UNFOLDED = 5000

function EntryTools({
  opened,
  printed,
  convention,
}: {
  readonly opened: ProfileView
  /** EntryIndex of all entries. */
  readonly printed: Uint32Array
  readonly convention: Convention
}) {
  return (
    <div className={`${table.tools} ${styles.tools}`}>
      <ArrangementSwitch opened={opened} />
      <StaticArcsSwitch />
      <FoldSwitch opened={opened} />
      {opened.analyzed.cycles.length > 0 && (
        <Button
          look="toggle"
          aria-pressed={convention === 'gprof'}
          title="Entries of cycles as GNU gprof prints them: without callers and other functions, with all calls of each member. gprof’s manual describes what is shown otherwise"
          onClick={toggleConvention}
        >
          As gprof prints
        </Button>
      )}
      <span className={styles.count}>
        {formatCounted(printed.length, 'entry', 'entries')}
        {opened.analyzed.profile.hasArcs ? ', in gprof’s order' : '; who calls whom is not known'}
      </span>
      <div className={styles.folds}>
        {printed.length <= MOST_UNFOLDED && (
          <Button look="quiet" onClick={() => unfoldAll(printed)}>
            Open all
          </Button>
        )}
        <Button look="quiet" onClick={foldAll}>
          Close all
        </Button>
      </div>
    </div>
  )
}

/** The columns of the call graph. */
const HEADINGS: readonly {
  readonly column: EntryColumn
  readonly label: string
  /** Whether to show the unit of time. */
  readonly isTime: boolean
  readonly isOnNameLine?: true
}[] = [
  { column: 'index', label: 'Index', isTime: false, isOnNameLine: true },
  { column: 'percent', label: 'Total %', isTime: false },
  { column: 'self', label: 'Self', isTime: true },
  { column: 'children', label: 'Callees', isTime: true },
  { column: 'called', label: 'Called', isTime: false },
  { column: 'name', label: 'Name', isTime: false, isOnNameLine: true },
]

function HeadingRow({ unit }: { readonly unit: string }) {
  return (
    <div role="row" aria-rowindex={1} className={`${lines.headings} ${table.head}`}>
      {HEADINGS.map(({ column, label, isTime, isOnNameLine }, at) => (
        <div
          key={column}
          role="columnheader"
          aria-label={label}
          aria-colindex={at + 1}
          data-tip={column === 'name' ? undefined : column}
          className={`${table.heading} ${styles.heading} ${styles[column] ?? ''} ${isOnNameLine ? lines.onNameLine : ''}`}
        >
          {label}
          {isTime && <span className={table.unit}>{unit}</span>}
        </div>
      ))}
    </div>
  )
}
