// One line of an entry, as gprof prints it, where every name is a link to its entry.
import type { MouseEvent } from 'react'
import { CycleTag } from '../CycleTag.tsx'
import { arcName } from '../../../workers/core/names/arc-names.ts'
import type { EntryLine } from '../../../workers/core/reports/entry-rows.ts'
import { entryLineText, type EntryLineText } from '../../../workers/core/reports/entry-line-text.ts'
import type { EntryColumn } from '../../../workers/core/reports/explain-entry.ts'
import { shownUnit } from '../../../workers/core/quantities.ts'
import {
  type Differences,
  entryDifferences,
  NO_DIFFERENCES,
} from '../../../workers/core/reports/differences.ts'
import { cut } from '../../state/questions/scenario.ts'
import { headed, spokenRow } from '../../ui/grid-cells.ts'
import { GridRow } from '../../ui/GridRow.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { CutIcon, RightIcon } from '../../ui/icons.tsx'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { ArcIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { groupsOf } from '../../state/names-and-groups.ts'
import { GroupMark } from '../../ui/GroupMark.tsx'
import { NameLink } from '../../ui/NameLink.tsx'
import names from '../../ui/text.module.css'
import styles from './call-graph.module.css'
import lines from './lines.module.css'
import type { VisibleLine, EntryContext } from './visible-entries.ts'
import { arcsOfLine, fullName, menuOfLine, barOfEntry, whiskerOfEntry, titleOfArcs } from './entry-line.ts'

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

export function EntryRow({
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
  const onClick = (event: MouseEvent) => {
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
    <GridRow
      {...{ row, top }}
      // A row of the small table in the entry, which is the grid's row.
      aria-rowindex={undefined}
      isActive={row === active}
      aria-label={spokenRow(
        isPrimary ? `${text.index} ${fullName(text)}` : `${KINDS[line.kind]}${fullName(text)}`,
        text.percent === '' ? '' : `${text.percent} time`,
        headed('self', text.self, unit),
        headed('callees', text.children, unit),
        headed('called', text.called),
      )}
      {...menuOfLine(opened, line)}
      data-kind={line.kind}
      data-open={isOpen}
      data-selected={isSelected}
      data-possible={text.possible !== '' || undefined}
      className={`${lines.line} ${styles.row}`}
      onPlainClick={onClick}
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
    </GridRow>
  )
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
      <GroupMark group={groupsOf(opened.analyzed.profile).groupOf(f)} />
      <NameLink name={text.name} href={hrefOf(f)} mark={mark} tabIndex={-1} className={styles.link} />
      {cycle !== NONE && <CycleTag opened={opened} cycle={cycle} tabIndex={-1} />}
      {text.reference !== '' && <span className={styles.reference}>{text.reference}</span>}
      {text.possible !== '' && <span className={styles.possible}>{text.possible}</span>}
    </>
  )
}
