// The visible lines of one entry: callers above, the primary line, callees or members below, as
// gprof prints them.
import type { MouseEvent } from 'react'
import {
  type EntryLine,
  entryLineText,
  type EntryLineText,
  entryName,
  entryTitle,
  lineKey,
} from '../../../workers/core/reports/entry-rows.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { ArcIndex, FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { barOfTotal, certainPartOfCycle, type TotalBar } from '../../../workers/core/reports/bounds.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import { arcName, arcTitle } from '../../../workers/core/reports/names/names.ts'
import { shownUnit } from '../../../workers/core/reports/quantities.ts'
import type { EntryColumn } from '../../../workers/core/reports/details/explain-cells.ts'
import {
  type Differences,
  entryDifferences,
  NO_DIFFERENCES,
} from '../../../workers/core/reports/what-if/differences.ts'
import { cut } from '../../state/scenario.ts'
import { CutIcon, RightIcon } from '../../ui/controls.tsx'
import { NameLink } from '../../ui/text.tsx'
import { headed, spokenRow } from '../../ui/table/VirtualGrid.tsx'
import { TimeBar } from '../../ui/table/TimeBar.tsx'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { MarkRange } from '../../../workers/core/reports/search-matches.ts'
import controls from '../../ui/controls.module.css'
import names from '../../ui/long-name.module.css'
import rows from '../../ui/table/row.module.css'
import styles from './call-graph.module.css'
import lines from './lines.module.css'

// The visible lines of one entry. For assistive technology an entry is one row of the grid with a
// small table inside, because a grid may contain only rows.

export function EntryGroup({
  group,
  context,
}: {
  readonly group: VisibleEntry
  readonly context: EntryContext
}) {
  const { opened, unfolded } = context
  const { analyzed, listing } = opened
  const name = entryName(analyzed, listing, group.entry)
  const isOpen = unfolded.has(group.entry)
  const above = group.lines.filter(({ line }) => line.kind === 'parent' || line.kind === 'spontaneous')
  const own = group.lines.filter(({ line }) => line.kind === 'primary')
  const below = group.lines.filter(({ line }) => line.kind === 'child')
  const members = group.lines.filter(({ line }) => line.kind === 'member')
  const linesOf = (visible: readonly VisibleLine[]) =>
    visible.map((line) => (
      <EntryRow key={lineKey(analyzed, line.line)} visible={line} isOpen={isOpen} context={context} />
    ))
  return (
    <div role="row" aria-rowindex={(listing.entries.positions[group.entry] ?? 0) + 1}>
      <div role="gridcell" aria-colspan={6}>
        <div role="group" aria-label={entryTitle(analyzed, listing, group.entry)}>
          <div role="table">
            {above.length > 0 && (
              <div role="rowgroup" aria-label={`Callers of ${name}`}>
                {linesOf(above)}
              </div>
            )}
            {own.length > 0 && <div role="rowgroup">{linesOf(own)}</div>}
            {below.length > 0 && (
              <div role="rowgroup" aria-label={`Callees of ${name}`}>
                {linesOf(below)}
              </div>
            )}
            {members.length > 0 && (
              <div role="rowgroup" aria-label={`Members of ${name}`}>
                {linesOf(members)}
              </div>
            )}
          </div>
        </div>
      </div>
    </div>
  )
}

// One line of an entry, as gprof prints it; every name is a link to its entry.

/** The relation of a line to the entry's function, announced before its name. */
const KINDS = { parent: 'caller ', spontaneous: '', child: 'callee ', member: 'member ' } as const

const NUMBERS = ['percent', 'self', 'children', 'called'] as const

function EntryRow({
  visible,
  isOpen,
  context,
}: {
  readonly visible: VisibleLine
  readonly isOpen: boolean
  readonly context: EntryContext
}) {
  const { row, top, line } = visible
  const { opened, active, selected, setActive, onToggle, onReveal } = context
  const { analyzed, listing } = opened
  const text = entryLineText(analyzed, listing, line)
  const { asMeasured } = opened
  const was: Differences<EntryColumn> = asMeasured
    ? entryDifferences(opened, asMeasured, line)
    : NO_DIFFERENCES
  const isPrimary = line.kind === 'primary'
  const unit = shownUnit(analyzed.profile.abbreviation)
  const onClick = (event: MouseEvent<HTMLElement>) => {
    setActive(row)
    const link = event.target instanceof Element ? event.target.closest('a, button') : null
    // A link to the current address does not change it, but must still lead to the entry.
    if (link?.getAttribute('href') === context.here && text.target !== null) onReveal(text.target)
    const isSelecting = window.getSelection()?.isCollapsed === false
    if (isPrimary && !link && !isSelecting) onToggle(line.entry)
  }
  const isSelected = isPrimary && selected !== null && listing.entries.functionOf[line.entry] === selected
  return (
    <div
      role="row"
      aria-label={spokenRow(
        isPrimary ? `${text.index} ${fullName(text)}` : `${KINDS[line.kind]}${fullName(text)}`,
        text.percent === '' ? '' : `${text.percent} % time`,
        headed('self', text.self, unit),
        headed('callees', text.children, unit),
        headed('called', text.called),
      )}
      tabIndex={row === active ? 0 : -1}
      data-row={row}
      data-kind={line.kind}
      data-open={isOpen}
      data-selected={isSelected}
      data-possible={text.possible !== '' || undefined}
      className={`${rows.row} ${lines.line} ${styles.row}`}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onClick}
      onFocus={() => setActive(row)}
    >
      <div role="cell" className={styles.index}>
        {isPrimary && <Fold text={text} isOpen={isOpen} onToggle={() => onToggle(line.entry)} />}
      </div>
      {NUMBERS.map((column) => (
        <div
          key={column}
          role="cell"
          tabIndex={-1}
          data-tip={`${column}:${row}`}
          className={`${lines.number} ${styles[column] ?? ''}`}
        >
          {column === 'percent' && isPrimary && (
            <TimeBar self={text.selfFraction} {...barOfEntry(context, line.entry, text.totalFraction)} />
          )}
          {column === 'called' ? (
            <Called text={text.called} was={was.called} />
          ) : (
            <span data-was={was[column]}>{text[column]}</span>
          )}
        </div>
      ))}
      <div
        role="rowheader"
        tabIndex={-1}
        data-tip={line.kind === 'spontaneous' ? `name:${row}` : undefined}
        className={`${lines.name} ${styles.name}`}
        aria-label={fullName(text)}
      >
        <LinkedName text={text} context={context} />
        {(line.kind === 'parent' || line.kind === 'child') && (
          <CutButton analyzed={analyzed} arc={line.arc} />
        )}
      </div>
    </div>
  )
}

function barOfEntry({ opened, certain }: EntryContext, entry: EntryIndex, total: number): TotalBar {
  const { analyzed, listing } = opened
  const f = listing.entries.functionOf[entry] ?? NONE
  if (f !== NONE) return barOfTotal(analyzed, certain, f, total, analyzed.printedTicks)
  const cycle = listing.entries.cycleOf[entry] ?? NONE
  return { total, certain: cycle === NONE ? 0 : certainPartOfCycle(analyzed, certain, cycle) }
}

function Fold({
  text,
  isOpen,
  onToggle,
}: {
  readonly text: EntryLineText
  readonly isOpen: boolean
  readonly onToggle: () => void
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${lines.fold} ${styles.fold}`}
      aria-expanded={isOpen}
      aria-label={`${isOpen ? 'Fold' : 'Open'} ${text.index} ${text.name}`}
      onClick={onToggle}
    >
      <RightIcon />
      <span aria-hidden="true">{text.index}</span>
    </button>
  )
}

function CutButton({ analyzed, arc }: { readonly analyzed: AnalyzedProfile; readonly arc: ArcIndex }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.cut}
      aria-label={`Cut ${arcTitle(analyzed, arc)}`}
      title="As if these calls had not been counted (x)"
      onClick={() => cut([arcName(analyzed, arc)])}
    >
      <CutIcon />
    </button>
  )
}

/** The `/` between a count and its total is aligned down the column, as in gprof's listing. */
function Called({ text, was }: { readonly text: string; readonly was: string | undefined }) {
  const at = text.search(/[/+]|$/)
  return (
    <>
      <span data-was={was}>{text.slice(0, at)}</span>
      <span className={styles.of} data-was={was}>
        {text.slice(at)}
      </span>
    </>
  )
}

function fullName(text: EntryLineText): string {
  return [text.name, text.cycle, text.reference, text.possible].filter((part) => part !== '').join(' ')
}

function LinkedName({ text, context }: { readonly text: EntryLineText; readonly context: EntryContext }) {
  const { opened, hrefOf, mark } = context
  const f = text.target === null ? NONE : (opened.listing.entries.functionOf[text.target] ?? NONE)
  if (f === NONE) {
    return <span className={`${names.plain} ${styles.plain}`}>{text.name}</span>
  }
  return (
    <>
      <NameLink name={text.name} href={hrefOf(f)} mark={mark} tabIndex={-1} className={styles.link} />
      {text.cycle !== '' && <span className={controls.tag}>{text.cycle}</span>}
      {text.reference !== '' && <span className={styles.reference}>{text.reference}</span>}
      {text.possible !== '' && <span className={styles.possible}>{text.possible}</span>}
    </>
  )
}

// Data that every entry and line of the call graph shares.

/** Data shared by all entries and lines. */
export interface EntryContext {
  readonly opened: ProfileView
  /** The hash of the current address. */
  readonly here: string
  /** Returns the link of a name. */
  readonly hrefOf: (f: FunctionIndex) => string
  readonly mark: (text: string) => readonly MarkRange[]
  readonly certain: Float64Array | null
  readonly unfolded: ReadonlySet<EntryIndex>
  readonly selected: FunctionIndex | null
  /** The focused row. */
  readonly active: number
  readonly onToggle: (entry: EntryIndex) => void
  /** Unfolds the entry and moves to it. */
  readonly onReveal: (entry: EntryIndex) => void
  readonly setActive: (row: number) => void
}

// Groups the visible lines by entry.

/** A visible line with its row and its offset in pixels. */
export interface VisibleLine {
  readonly row: number
  readonly top: number
  readonly line: EntryLine
}

/** The visible lines of one entry. */
export interface VisibleEntry {
  readonly entry: EntryIndex
  readonly lines: readonly VisibleLine[]
}

/** Groups visible rows by their entry, in order. */
export function groupByEntry(
  visible: readonly { readonly index: number; readonly top: number }[],
  lineAtRow: (row: number) => EntryLine,
): readonly VisibleEntry[] {
  const groups: { entry: EntryIndex; lines: VisibleLine[] }[] = []
  for (const { index, top } of visible) {
    const line = lineAtRow(index)
    const last = groups.at(-1)
    if (last?.entry === line.entry) last.lines.push({ row: index, top, line })
    else groups.push({ entry: line.entry, lines: [{ row: index, top, line }] })
  }
  return groups
}
