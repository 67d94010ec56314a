// gprof's flat profile: one row per function, in gprof's order until a heading asks for another.
import { useCallback, useMemo, useRef, type CSSProperties } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { explainFlatCell } from '../../../workers/core/reports/details/explain-flat.ts'
import { flatHeadings, type FlatColumn } from '../../../workers/core/reports/flat-profile/flat-rows.ts'
import { flatDifferences } from '../../../workers/core/reports/what-if/differences.ts'
import { areSharesKnown, countWidth, secondsWidth } from '../../../workers/core/reports/quantities.ts'
import { useAreRowsOutdated, useHrefOf, useSearchMark } from '../../state/selectors.ts'
import { useCertain } from '../../state/certain.ts'
import { valueOf } from '../../state/async-value.ts'
import { useStore } from '../../state/store.ts'
import { Tip, type TipContent } from '../../ui/overlays/Tip.tsx'
import { useLittleRoom } from '../../ui/display/use-width.ts'
import { Copied } from '../../ui/rows/Copied.tsx'
import { tableRowHeight } from '../../ui/rows/table-row-height.ts'
import { VirtualGrid } from '../../ui/rows/VirtualGrid.tsx'
import type { ViewProps } from '../view.ts'
import { FlatHead } from './FlatHead.tsx'
import { FlatRow } from './FlatRow.tsx'
import { HEADING_WORDS } from './heading-words.ts'
import { hasLongNames } from './long-names.ts'
import { useFlatRows } from './use-flat-rows.ts'
import sheet from '../../ui/rows/sheet.module.css'
import styles from './flat-profile.module.css'

export function FlatProfile({ opened }: ViewProps) {
  const { analyzed, listing } = opened
  const shared = useStore((state) => state.shared)
  const found = valueOf(useStore((state) => state.ui.found))
  const areRowsOutdated = useAreRowsOutdated(opened)
  const scroller = useRef<HTMLDivElement>(null)
  const isStacked = useLittleRoom()
  const { rows, functionAt, active, selected, grid, onKeyDown, copied } = useFlatRows(
    opened,
    scroller,
    tableRowHeight(isStacked),
  )
  const headings = useMemo(() => flatHeadings(analyzed, listing.flat), [analyzed, listing])
  const mark = useSearchMark()
  const hrefOf = useHrefOf(opened)
  const certain = useCertain()
  const areNamesLong = useMemo(() => hasLongNames(opened), [opened])
  const explain = useCallback((key: string) => explainCell(opened, key), [opened])
  const { totals, rate } = analyzed.profile
  const widths = {
    '--calls': `${countWidth(listing.entries.callDigits)}ch`,
    '--seconds': `${secondsWidth(totals.ticks, rate)}ch`,
  } as CSSProperties
  const isTimed = areSharesKnown(analyzed.profile)

  return (
    <Tip content={explain} className={`${sheet.view} ${styles.view}`}>
      {!isTimed && rows.length > 0 && (
        <p className={styles.untimed}>
          Functions by calls. The profile holds no samples: times are not known, and their columns stay empty.
        </p>
      )}
      <VirtualGrid
        role="grid"
        aria-label="Flat profile"
        aria-busy={areRowsOutdated}
        aria-rowcount={rows.length + 1}
        aria-colcount={headings.length}
        className={styles.grid}
        data-timed={isTimed}
        data-stacked={isStacked}
        data-names={areNamesLong ? 'long' : 'short'}
        style={widths}
        onKeyDown={onKeyDown}
        scroller={scroller}
        bodyClass={styles.body}
        rows={grid.rows}
        count={rows.length}
        head={
          <FlatHead
            headings={headings}
            order={shared.sort}
            isTimed={isTimed}
            onDown={() => grid.focusRow(active)}
          />
        }
        empty={<Empty isSearch={found?.ok === true} query={shared.query} />}
      >
        {grid.rows.visible.map(({ index, top, key }) => {
          const f = functionAt(index)
          return (
            f !== undefined && (
              <FlatRow
                // By element, not by function: scrolling and another order then change texts, not elements.
                key={key}
                opened={opened}
                certain={certain}
                f={f}
                row={index}
                top={top}
                isSelected={f === selected}
                isActive={index === active}
                href={hrefOf(f)}
                mark={mark}
                onPick={grid.focusRow}
              />
            )
          )
        })}
      </VirtualGrid>
      <Copied told={copied} />
    </Tip>
  )
}

/** @param key as FlatRow names its cells, column and function, and FlatHead its headings: the column alone */
function explainCell(opened: ProfileView, key: string): TipContent | null {
  const { analyzed, listing, asMeasured } = opened
  const [column = '', f] = key.split(':')
  if (f === undefined) return HEADING_WORDS[column as FlatColumn]
  if (column === 'name') return null
  const row = Number(f) as FunctionIndex
  const was = asMeasured && flatDifferences(opened, asMeasured, row)[column as FlatColumn]
  return { ...explainFlatCell(analyzed, listing.flat, row, column as FlatColumn), was }
}

function Empty({ isSearch, query }: { readonly isSearch: boolean; readonly query: string }) {
  return (
    <p className={sheet.empty}>
      {isSearch
        ? `No function that was called or took time matches “${query}”. What only calls, as main may, is in the call graph.`
        : 'No function was called or took time: the profile is empty. Run the program once more, longer.'}
    </p>
  )
}
