// The call graph: shows the arrangement that the link names, and the grid of gprof's entries with
// its tools and headings.
import {
  type CSSProperties,
  type MouseEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  foldAll,
  functionName,
  type FunctionPatch,
  hashFor,
  setUnfolded,
  unfold,
  unfoldAll,
  useCertain,
  useHrefOf,
  useIsOutdated,
  useSearchMark,
  useSelected,
  useStore,
  useViewParams,
} from '../../state/store.ts'
import { isPlainKey, usePageKeys } from '../../ui/page.ts'
import { showFlame } from '../call-trees.ts'
import { cycleSelection, useSelectedCycle } from '../../state/selected-cycle.ts'
import { CycleTag } from '../CycleTag.tsx'
import { withSymbols } from '../explained.tsx'
import { arcEnds, FoldSwitch, menuOf, menuOfCycle, StaticArcsSwitch, type ViewProps } from '../view.tsx'
import { cycleEntriesAtOnce, useCycleEntries } from './cycle-entries.ts'
import {
  arrange,
  ArrangementSwitch,
  callGraphParams,
  ENTRY_WORDS,
  LEAST_DIGITS,
  toggleConvention,
  useRowShape,
} from './arrangement.tsx'
import { CallTreeView } from './tree/CallTreeView.tsx'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { arcName, arcTitle, displayName } from '../../../workers/core/reports/names/names.ts'
import {
  entryKey,
  type EntryLine,
  type EntryOrder,
  entryOrder,
  entryRows,
  type EntryRows,
  initiallyUnfolded,
  lineAt,
  lineKey,
  primaryRow,
} from '../../../workers/core/reports/entry-rows.ts'
import {
  entryLineText,
  type EntryLineText,
  entryName,
  entryTitle,
} from '../../../workers/core/reports/entry-line-text.ts'
import type { Convention } from '../../../workers/core/reports/cycle-entry.ts'
import { type EntryColumn, explainEntryCell } from '../../../workers/core/reports/explain-entry.ts'
import type { EntryIndex, Listing } from '../../../workers/core/reports/listing/listing.ts'
import {
  countWidth,
  formatCounted,
  secondsWidth,
  shownUnit,
} from '../../../workers/core/reports/quantities.ts'
import { type Differences, entryDifferences, NO_DIFFERENCES } from '../../../workers/core/reports/what-if.ts'
import { cut } from '../../state/queries.ts'
import {
  type GridRows,
  headed,
  isPlainKeyOnRow,
  spokenRow,
  TimeBar,
  useGridRows,
  VirtualGrid,
  type VirtualRows,
} from '../../ui/table.tsx'
import { CutIcon, RightIcon, Tooltip, type TooltipContent } from '../../ui/controls.tsx'
import type { AnalyzedProfile, CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { ArcIndex, FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import {
  type BarLengths,
  barOfCycle,
  barOfTotal,
  type Whisker,
  whiskerOf,
} from '../../../workers/core/reports/time-bar.ts'
import { groupOf } from '../../../workers/core/reports/groups.ts'
import { GroupMark } from '../../ui/group-colour.tsx'
import { NameLink } from '../../ui/text.tsx'
import type { MarkRange } from '../../../workers/core/reports/search.ts'
import { mapEntry } from '../../../workers/core/reports/analysis-change.ts'
import table from '../../ui/table.module.css'
import controls from '../../ui/controls.module.css'
import names from '../../ui/text.module.css'
import styles from './call-graph.module.css'
import lines from './lines.module.css'

export function CallGraph({ opened }: ViewProps) {
  const params = useViewParams(callGraphParams)
  const { arrangement, root } = params
  const press = useCallback(
    (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return false
      if (event.key === 'e') arrange(opened, 'entries')
      else if (event.key === 'd') arrange(opened, 'callees')
      else if (event.key === 'u') arrange(opened, 'callers')
      else if (event.key === 'i' && arrangement !== 'entries') showFlame(arrangement, root)
      else return false
      letGoOfTab()
      return true
    },
    [opened, arrangement, root],
  )
  usePageKeys(press)
  if (arrangement === 'entries') return <EntryGrid opened={opened} convention={params.convention} />
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

function EntryGrid({ opened, convention }: ViewProps & { readonly convention: Convention }) {
  const { analyzed, listing } = opened
  const shared = useStore((state) => state.shared)
  const linked = useSelectedEntry(opened)
  const order = useMemo(() => entryOrder(analyzed, listing, convention), [analyzed, listing, convention])
  const unfolded = useUnfolded(listing, order, linked)
  const made = useCycleEntries(opened, unfolded)
  const cycles = convention === 'manual' ? made : null
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
    entryRows(listing, next, cycles && cycleEntriesAtOnce(opened, next), order)
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
  const context: EntryContext = {
    opened,
    here: hashFor(shared, {}),
    hrefOf,
    hrefOfCycle: (cycle) => hashFor(shared, { selected: cycleSelection(opened, cycle) }),
    mark,
    certain: useCertain(),
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
    (key: string) => explainCell(opened, rows, key, convention),
    [opened, rows, convention],
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
          scroller={scroller}
          rows={grid.rows}
          count={rows.length}
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
  rows: EntryRows,
  key: string,
  convention: Convention,
): TooltipContent | null {
  const { analyzed, listing, asMeasured } = opened
  const [column = '', row] = key.split(':')
  if (row === undefined) return ENTRY_WORDS[column as EntryColumn]
  const line = Number(row) < rows.length ? lineAt(analyzed, listing, rows, Number(row)) : null
  const explanation = line && explainEntryCell(analyzed, listing, line, column as EntryColumn, convention)
  const was =
    line && asMeasured && entryDifferences(opened, asMeasured, line, convention)[column as EntryColumn]
  return explanation && { ...withSymbols(explanation), was: was ?? undefined }
}

// The toolbar: the arrangement, the number of entries, and buttons to open or close all.

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
        <button
          type="button"
          className={controls.toggle}
          aria-pressed={convention === 'gprof'}
          title="Entries of cycles as GNU gprof prints them: without callers and other functions, with all calls of each member. gprof’s manual describes what is shown otherwise"
          onClick={toggleConvention}
        >
          As gprof prints
        </button>
      )}
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
          Close all
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

// The visible lines of one entry: callers above, the primary line, callees or members below, as
// gprof prints them.

// The visible lines of one entry. For assistive technology an entry is one row of the grid with a
// small table inside, because a grid may contain only rows.

/** Kinds of the lines above a primary line. */
const ABOVE: ReadonlySet<EntryLine['kind']> = new Set(['parent', 'caller', 'spontaneous'])

function EntryGroup({ group, context }: { readonly group: VisibleEntry; readonly context: EntryContext }) {
  const { opened, unfolded } = context
  const { analyzed, listing } = opened
  const name = entryName(analyzed, listing, group.entry)
  const isOpen = unfolded.has(group.entry)
  const above = group.lines.filter(({ line }) => ABOVE.has(line.kind))
  const own = group.lines.filter(({ line }) => line.kind === 'primary')
  const below = group.lines.filter(({ line }) => line.kind === 'child')
  const members = group.lines.filter(({ line }) => line.kind === 'member')
  const others = group.lines.filter(({ line }) => line.kind === 'other')
  const linesOf = (visible: readonly VisibleLine[]) =>
    visible.map((line) => (
      <EntryRow key={lineKey(analyzed, line.line)} visible={line} isOpen={isOpen} context={context} />
    ))
  return (
    <div role="row" aria-rowindex={(context.positions[group.entry] ?? 0) + 1}>
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
            {others.length > 0 && (
              <div role="rowgroup" aria-label={`Other functions that members of ${name} call`}>
                {linesOf(others)}
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
const KINDS = {
  parent: 'caller ',
  spontaneous: '',
  child: 'callee ',
  caller: 'caller ',
  member: 'member ',
  other: 'other function ',
} as const

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
  const { opened, active, selected, convention, setActive, onToggle, onReveal } = context
  const { analyzed, listing } = opened
  const text = entryLineText(analyzed, listing, line, convention)
  const { asMeasured } = opened
  const was: Differences<EntryColumn> = asMeasured
    ? entryDifferences(opened, asMeasured, line, convention)
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
  const isSelected = isPrimary && line.entry === selected
  const arcs = arcsOfLine(line)
  return (
    <div
      role="row"
      aria-label={spokenRow(
        isPrimary ? `${text.index} ${fullName(text)}` : `${KINDS[line.kind]}${fullName(text)}`,
        text.percent === '' ? '' : `${text.percent} time`,
        headed('self', text.self, unit),
        headed('callees', text.children, unit),
        headed('called', text.called),
      )}
      tabIndex={row === active ? 0 : -1}
      data-row={row}
      {...menuOfLine(opened, line)}
      data-kind={line.kind}
      data-open={isOpen}
      data-selected={isSelected}
      data-possible={text.possible !== '' || undefined}
      className={`${table.row} ${lines.line} ${styles.row}`}
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
            <TimeBar
              {...barOfEntry(context, line.entry)}
              whisker={isSelected ? whiskerOfEntry(context, line.entry) : null}
            />
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
        {arcs.length > 0 && <CutButton analyzed={analyzed} arcs={arcs} line={line} />}
      </div>
    </div>
  )
}

/** Returns the arcs that a line is of; none for a function or a cycle by itself. */
function arcsOfLine(line: EntryLine): readonly ArcIndex[] {
  if (line.kind === 'parent' || line.kind === 'child') return [line.arc]
  return line.kind === 'caller' || line.kind === 'other' ? line.outside.arcs : []
}

/** An unknown caller has no menu. */
function menuOfLine(opened: ProfileView, line: EntryLine): object {
  if (line.kind === 'spontaneous') return {}
  if (line.kind === 'member') return menuOf(line.member)
  if (line.kind === 'caller' || line.kind === 'other') {
    const [arc, ...others] = line.outside.arcs
    // Of several arcs none can be named.
    return menuOf(line.outside.f, arc === undefined || others.length > 0 ? null : arcEnds(opened, arc))
  }
  if (line.kind === 'parent' || line.kind === 'child') {
    const ends = arcEnds(opened, line.arc)
    return ends ? menuOf(line.kind === 'parent' ? ends.parent : ends.child, ends) : {}
  }
  const { functionOf, cycleOf } = opened.listing.entries
  const f = functionOf[line.entry] ?? NONE
  const cycle = cycleOf[line.entry] ?? NONE
  return f !== NONE ? menuOf(f) : cycle !== NONE ? menuOfCycle(cycle) : {}
}

function barOfEntry({ opened, certain, convention }: EntryContext, entry: EntryIndex): BarLengths {
  const { analyzed, listing } = opened
  const f = listing.entries.functionOf[entry] ?? NONE
  if (f !== NONE) return barOfTotal(analyzed, certain, f)
  const cycle = listing.entries.cycleOf[entry] ?? NONE
  return cycle === NONE ? { self: 0, certain: 0, total: 0 } : barOfCycle(analyzed, certain, cycle, convention)
}

function whiskerOfEntry({ opened, certain }: EntryContext, entry: EntryIndex): Whisker | null {
  const f = opened.listing.entries.functionOf[entry] ?? NONE
  return f === NONE ? null : whiskerOf(opened.analyzed, certain, f)
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

function CutButton({
  analyzed,
  arcs,
  line,
}: {
  readonly analyzed: AnalyzedProfile
  /** Several between a cycle and a function outside. */
  readonly arcs: readonly ArcIndex[]
  readonly line: EntryLine
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.cut}
      aria-label={`Cut ${titleOfArcs(analyzed, arcs, line)}`}
      title="As if these calls had not been counted (x)"
      onClick={() => cut(arcs.map((arc) => arcName(analyzed, arc)))}
    >
      <CutIcon />
    </button>
  )
}

function titleOfArcs(analyzed: AnalyzedProfile, arcs: readonly ArcIndex[], line: EntryLine): string {
  const [arc, ...others] = arcs
  if (arc !== undefined && others.length === 0) return arcTitle(analyzed, arc)
  if (line.kind !== 'caller' && line.kind !== 'other') return ''
  const name = displayName(analyzed.profile.functions, line.outside.f)
  const cycle = `cycle ${line.cycle.cycle + 1}`
  return line.kind === 'caller' ? `${name} → ${cycle}` : `${cycle} → ${name}`
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
  const { opened, hrefOf, hrefOfCycle, mark } = context
  const { functionOf, cycleOf } = opened.listing.entries
  const f = text.target === null ? NONE : (functionOf[text.target] ?? NONE)
  const whole = text.target === null ? NONE : (cycleOf[text.target] ?? NONE)
  if (whole !== NONE)
    return <NameLink name={text.name} href={hrefOfCycle(whole)} tabIndex={-1} className={styles.link} />
  if (f === NONE) {
    return <span className={`${names.plain} ${styles.plain}`}>{text.name}</span>
  }
  const cycle = opened.analyzed.cycles.cycleOf[f] ?? NONE
  return (
    <>
      <GroupMark group={groupOf(opened.analyzed.profile, f)} />
      <NameLink name={text.name} href={hrefOf(f)} mark={mark} tabIndex={-1} className={styles.link} />
      {cycle !== NONE && <CycleTag opened={opened} cycle={cycle} tabIndex={-1} />}
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
  /** Returns the link of a cycle as a whole. */
  readonly hrefOfCycle: (cycle: CycleIndex) => string
  readonly mark: (text: string) => readonly MarkRange[]
  readonly certain: Float64Array | null
  /** Whose description the entries follow. */
  readonly convention: Convention
  /** By EntryIndex, from 1. */
  readonly positions: Uint32Array
  readonly unfolded: ReadonlySet<EntryIndex>
  /** The entry of the selected function or cycle. */
  readonly selected: EntryIndex | null
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
function groupByEntry(
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

// The unfolded entries, and how the list keeps its position and focus when an entry is folded or
// unfolded, a link is followed, or a scenario reorders the entries.

// The unfolded entries: those that the user or a link has unfolded. Before that a default set,
// which stays unfolded until it is folded.

/**
 * Returns the unfolded entries; the default set before any was folded or unfolded.
 *
 * @param linked the entry of the selected function: only that is then unfolded by default
 */
function useUnfolded(
  listing: Listing,
  order: EntryOrder,
  linked: EntryIndex | null,
): ReadonlySet<EntryIndex> {
  const known = useStore((state) => state.ui.unfolded)
  const atFirst = useMemo(
    () => (linked === null ? initiallyUnfolded(listing, order) : new Set([linked])),
    [listing, order, linked],
  )
  useEffect(() => {
    if (known === null) setUnfolded(atFirst)
  }, [known, atFirst])
  return known ?? atFirst
}

// Folds and unfolds entries in place: the toggled line keeps the focus and, if there is room for
// the callers above it, its position on screen.

/** Actions that fold and unfold entries. */
export interface Folding {
  readonly toggle: (entry: EntryIndex) => void
  /** Unfolds the entry if it is folded, and focuses its primary line. */
  readonly reveal: (entry: EntryIndex) => void
  /**
   * Handles Right (unfold), Left (fold), Enter and Space (toggle); on other lines Enter follows the
   * link. Returns true if the key was one of these.
   */
  readonly onKeyDown: (event: ReactKeyboardEvent<HTMLElement>, line: EntryLine) => boolean
}

/** Lines below the primary line that are kept in view with it. */
const CONTEXT = 3

/** Returns the actions that fold and unfold entries, and keeps their position on screen. */
function useFolding(options: {
  readonly listing: Listing
  readonly unfolded: ReadonlySet<EntryIndex>
  readonly rows: EntryRows
  /** Returns the rows with these entries unfolded. */
  readonly rowsFor: (unfolded: ReadonlySet<EntryIndex>) => EntryRows
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: VirtualRows
  readonly moveTo: (row: number) => void
}): Folding {
  const { listing, unfolded, rows, rowsFor, rowHeight, scroller, list, moveTo } = options
  const { place, moveTo: scrollTo } = list
  const turned = useRef<{ readonly entry: EntryIndex; readonly from: number } | null>(null)

  useLayoutEffect(() => {
    const element = scroller.current
    if (!turned.current || !element) return
    const { entry, from } = turned.current
    const to = primaryRow(listing, rows, entry)
    turned.current = null
    const same = place() + (to - from) * rowHeight
    const lowest = (to + CONTEXT) * rowHeight - element.clientHeight
    scrollTo(to > from ? Math.max(lowest, Math.min(same, from * rowHeight)) : same)
  }, [listing, rows, rowHeight, scroller, place, scrollTo])

  const toggle = (entry: EntryIndex) => {
    const next = new Set(unfolded)
    if (!next.delete(entry)) next.add(entry)
    turned.current = { entry, from: primaryRow(listing, rows, entry) }
    setUnfolded(next)
    moveTo(primaryRow(listing, rowsFor(next), entry))
  }
  const reveal = (entry: EntryIndex) => {
    if (unfolded.has(entry)) moveTo(primaryRow(listing, rows, entry))
    else toggle(entry)
  }
  const onKeyDown = (event: ReactKeyboardEvent<HTMLElement>, line: EntryLine): boolean => {
    const isOpen = unfolded.has(line.entry)
    const isPrimary = line.kind === 'primary'
    if (event.key === 'ArrowRight' && isPrimary && !isOpen) toggle(line.entry)
    else if (event.key === 'ArrowLeft' && isOpen && isPrimary) toggle(line.entry)
    else if (event.key === 'ArrowLeft' && isOpen) moveTo(primaryRow(listing, rows, line.entry))
    else if ((event.key === 'Enter' || event.key === ' ') && isPrimary) toggle(line.entry)
    else if (event.key === 'Enter') (event.target as HTMLElement).querySelector('a')?.click()
    else return false
    event.preventDefault()
    return true
  }
  return { toggle, reveal, onKeyDown }
}

/** Returns the entry of the selected function or cycle; null if none is selected. */
function useSelectedEntry(opened: ProfileView): EntryIndex | null {
  const { entries } = opened.listing
  const f = useSelected(opened)
  const cycle = useSelectedCycle(opened)
  if (cycle !== null) return entries.entryOfCycle[cycle] ?? null
  return f === null ? null : (entries.entryOfFunction[f] ?? null)
}

/**
 * Unfolds the entry of the selected function or cycle, scrolls it into view and focuses it.
 *
 * @param target the entry
 * @param rowsWith returns the rows with one more entry unfolded
 */
function useLinkedEntry(
  opened: ProfileView,
  target: EntryIndex | null,
  rowsWith: (entry: EntryIndex) => EntryRows,
  { rows, focusRow }: GridRows,
  setActive: (row: number) => void,
): void {
  const { listing } = opened
  const f = useSelected(opened)
  const cycle = useSelectedCycle(opened)
  useEffect(() => {
    if (target === null) return
    unfold(target)
    const row = primaryRow(listing, rowsWith(target), target)
    if (row < 0) return
    setActive(row)
    requestAnimationFrame(() => rows.scrollTo(row, 'center'))
    if (!(document.activeElement instanceof HTMLInputElement)) focusRow(row)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once per selection, not per folding or scenario
  }, [f, cycle, opened.files])
}

/**
 * Keeps the focused line, and its position on screen, when a scenario reorders the entries, and when lines of
 * a large cycle arrive.
 */
function useKeepRowInPlace(options: {
  readonly opened: ProfileView
  readonly unfolded: ReadonlySet<EntryIndex>
  readonly rows: EntryRows
  readonly active: number
  readonly rowHeight: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: VirtualRows
  readonly setActive: (row: number) => void
  readonly focusRow: (row: number) => void
}): void {
  const { opened, unfolded, rows, active, rowHeight, scroller, list, setActive, focusRow } = options
  const last = useRef({ opened, unfolded, rows })
  useLayoutEffect(() => {
    const before = last.current
    last.current = { opened, unfolded, rows }
    const isSameProfile = before.opened.files === opened.files
    // Who unfolds an entry has moved the focus along.
    const isFolding = before.opened === opened && before.unfolded !== unfolded
    if (isFolding || before.rows === rows || !isSameProfile || active >= before.rows.length) return
    const row = rowOfSameLine(before, { opened, rows }, active)
    const element = scroller.current
    if (row < 0 || !element) return
    list.moveTo(list.place() + (row - active) * rowHeight)
    setActive(row)
    const { activeElement } = document
    if (activeElement === document.body || element.contains(activeElement)) focusRow(row)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the numbers change, not when the focus does
  }, [opened, rows])
}

interface Column {
  readonly opened: ProfileView
  readonly rows: EntryRows
}

/**
 * Returns the row that has the same offset from its entry's primary line as before, or the nearest
 * that still belongs to the entry; −1 if there is none.
 */
function rowOfSameLine(before: Column, after: Column, row: number): number {
  const { entry } = lineAt(before.opened.analyzed, before.opened.listing, before.rows, row)
  const there = mapEntry(before.opened, after.opened, entry)
  if (there === NONE) return -1
  const primary = primaryRow(after.opened.listing, after.rows, there)
  if (primary < 0) return -1
  const { analyzed, listing } = after.opened
  let to = primary + row - primaryRow(before.opened.listing, before.rows, entry)
  const isTheirs = (at: number): boolean =>
    at >= 0 && at < after.rows.length && lineAt(analyzed, listing, after.rows, at).entry === there
  while (to !== primary && !isTheirs(to)) to += Math.sign(primary - to)
  return to
}
