// gprof's call graph: entries in gprof's order, each folded to its primary line or opened to parents and children.
import { useCallback, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { arcName } from '../../../workers/core/reports/names/arc-names.ts'
import {
  entryKey,
  entryRows,
  lineAt,
  primaryRow,
  type EntryRows,
} from '../../../workers/core/reports/call-graph/entry-rows.ts'
import { explainEntryCell, type EntryColumn } from '../../../workers/core/reports/details/explain-entry.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { Listing } from '../../../workers/core/reports/listing/listing.ts'
import { countWidth, secondsWidth } from '../../../workers/core/reports/quantities.ts'
import { entryDifferences } from '../../../workers/core/reports/what-if/differences.ts'
import { cut } from '../../state/scenario.ts'
import {
  functionName,
  hashFor,
  useHrefOf,
  useIsOutdated,
  useSearchMark,
  useSelected,
  type FunctionPatch,
} from '../../state/selectors.ts'
import { useCertain } from '../../state/certain.ts'
import { useStore } from '../../state/store.ts'
import { isPlainKeyOnRow } from '../../ui/rows/grid-focus.ts'
import { Tip, type TipContent } from '../../ui/overlays/Tip.tsx'
import { VirtualGrid } from '../../ui/rows/VirtualGrid.tsx'
import { useGridRows } from '../../ui/rows/use-grid-rows.ts'
import type { ViewProps } from '../view.ts'
import { EntryTools } from './EntryTools.tsx'
import type { EntryContext } from './entry-context.ts'
import { EntryGroup } from './EntryGroup.tsx'
import sheet from '../../ui/rows/sheet.module.css'
import styles from './call-graph.module.css'
import { ENTRY_WORDS } from './heading-words.ts'
import { HEADINGS, HeadingRow } from './Headings.tsx'
import { useUnfolded } from './use-unfolded.ts'
import { useFolding } from './use-folding.ts'
import { useLinkedEntry } from './use-linked-entry.ts'
import { LEAST_DIGITS, useRowShape } from './use-row-shape.ts'
import { useSteadyRow } from './use-steady-row.ts'
import { groupByEntry } from './visible-entries.ts'

/** Pixels of the index and the three columns of times. */
const OTHER_COLUMNS = 294

const inCallGraph: FunctionPatch = (_shared, opened, f) => ({
  view: 'call-graph',
  selected: functionName(opened, f),
})

export function CallGraph({ opened }: ViewProps) {
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
  // The first entry's own line, whatever stands above it.
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
  useSteadyRow({
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

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
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
      <Tip content={explain} className={sheet.tip}>
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
      </Tip>
    </div>
  )
}

function firstPrimaryRow(listing: Listing, rows: EntryRows): number {
  const [first] = listing.entries.printed as Iterable<number> as Iterable<EntryIndex>
  return first === undefined ? 0 : primaryRow(listing, rows, first)
}

/** @param key as EntryLine names its cells, column and row, and HeadingRow its own: the column alone */
function explainCell(opened: ProfileView, rows: EntryRows, key: string): TipContent | null {
  const { analyzed, listing, asMeasured } = opened
  const [column = '', row] = key.split(':')
  if (row === undefined) return ENTRY_WORDS[column as EntryColumn]
  const line = Number(row) < rows.length ? lineAt(analyzed, listing, rows, Number(row)) : null
  const told = line && explainEntryCell(analyzed, listing, line, column as EntryColumn)
  const was = line && asMeasured && entryDifferences(opened, asMeasured, line)[column as EntryColumn]
  return told && { ...told, was: was ?? undefined }
}
