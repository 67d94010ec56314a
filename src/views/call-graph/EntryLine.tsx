// One line of an entry, as gprof prints it; every name is a link to its entry.
import type { MouseEvent } from 'react'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/brand.ts'
import type { ArcIndex } from '../../../workers/core/profile/tables.ts'
import {
  barOfTotal,
  certainPartOfCycle,
  type TotalBar,
} from '../../../workers/core/reports/certain/certain-parts.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import { arcName, arcTitle } from '../../../workers/core/reports/names/arc-names.ts'
import {
  entryLineText,
  type EntryLineText,
} from '../../../workers/core/reports/call-graph/entry-line-text.ts'
import { shownUnit } from '../../../workers/core/reports/quantities.ts'
import type { EntryColumn } from '../../../workers/core/reports/details/explain-entry.ts'
import {
  entryDifferences,
  NO_DIFFERENCES,
  type Differences,
} from '../../../workers/core/reports/what-if/differences.ts'
import { cut } from '../../state/scenario.ts'
import controls from '../../ui/controls/controls.module.css'
import { CutIcon, RightIcon } from '../../ui/controls/icons.tsx'
import names from '../../ui/text/long-name.module.css'
import { NameLink } from '../../ui/text/NameLink.tsx'
import { headed, spokenRow } from '../../ui/rows/GridRow.tsx'
import { TimeBar } from '../../ui/rows/TimeBar.tsx'
import type { EntryContext } from './entry-context.ts'
import type { VisibleLine } from './visible-entries.ts'
import styles from './call-graph.module.css'
import rows from '../../ui/rows/row.module.css'
import lines from './lines.module.css'

/** What a line is to the entry's own, before its name. */
const KINDS = { parent: 'parent ', spontaneous: '', child: 'child ', member: 'member ' } as const

const NUMBERS = ['percent', 'self', 'children', 'called'] as const

export function EntryLine({
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
    // A link to where one is already changes nothing in the address; it still leads to the entry.
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
        headed('children', text.children, unit),
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

/** Counts end and totals begin at one line down the column, as in gprof's listing. */
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
