// One row of a function's source: a line, a gap between two lines, or the name of an inlined function.
import { memo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { fileOfPath, shownPath } from '../../../workers/core/reports/find-source.ts'
import {
  certainPartOfLines,
  type CodeFacts,
  type LineCall,
  type LineFacts,
  sumOfFacts,
} from '../../../workers/core/reports/lines/line-facts.ts'
import { restText, type SourceRow } from '../../../workers/core/reports/lines/source-rows.ts'
import { demangleOnce, displayName, shownName } from '../../../workers/core/names/names.ts'
import { nameParts } from '../../../workers/core/names/name-parts.ts'
import { cellAt } from '../../ui/grid-cells.ts'
import { GridRow, type RowPlace } from '../../ui/GridRow.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { LongName } from '../../ui/LongName.tsx'
import { NameLink } from '../../ui/NameLink.tsx'
import type { FunctionLines as LinesOfFunction } from '../../../workers/core/profile/lines/function-lines.ts'
import {
  formatCount,
  formatCounted,
  formatFixed,
  fractionOf,
  secondsOf,
} from '../../../workers/core/quantities.ts'
import styles from './source.module.css'
import { useBounds } from '../../state/bounds.ts'

interface RowProps extends RowPlace {
  readonly opened: ProfileView
  readonly lines: LinesOfFunction
  readonly facts: CodeFacts
  readonly line: SourceRow
  readonly hrefOf: (f: FunctionIndex) => string
  readonly onPick: (row: number) => void
}

type Line = Extract<SourceRow, { readonly kind: 'line' }>
type Section = Extract<SourceRow, { readonly kind: 'section' }>

/** A row of a function's source. */
export const SourceLineRow = memo(function SourceLineRow(props: RowProps) {
  const { opened, lines, facts, line, hrefOf, onPick, ...place } = props
  return (
    <GridRow
      {...place}
      className={`${styles.row} ${line.kind === 'line' ? '' : KINDS[line.kind]}`}
      data-code={line.kind === 'line' ? factsOf(facts, line) !== undefined : undefined}
      onPlainClick={() => onPick(place.row)}
    >
      {line.kind === 'line' ? (
        <LineCells {...{ opened, facts, line, hrefOf }} />
      ) : line.kind === 'section' ? (
        <SectionCells {...{ opened, lines, facts, line }} />
      ) : (
        <>
          <div role="rowheader" aria-colindex={1} className={styles.line}>
            {line.kind === 'gap' ? '⋯' : '↳'}
          </div>
          <div role="gridcell" aria-colindex={4} className={styles.code}>
            {line.kind === 'gap'
              ? `${formatCounted(line.to - line.from + 1, 'line')} without code of it`
              : restText(line.sections)}
          </div>
        </>
      )}
    </GridRow>
  )
})

const KINDS = { gap: styles.gap, rest: styles.gap, section: styles.section } as const

const NO_OWN_FACTS: readonly LineFacts[] = []

const factsOf = (facts: CodeFacts, { section, row }: Line): LineFacts | undefined =>
  facts.lines[section]?.[row]

function LineCells({
  opened,
  facts,
  line,
  hrefOf,
}: Pick<RowProps, 'opened' | 'facts' | 'hrefOf'> & { readonly line: Line }) {
  const own = factsOf(facts, line)
  const calls = own?.calls ?? []
  const [first] = calls
  return (
    <>
      <div role="rowheader" aria-colindex={1} className={styles.line} tabIndex={-1}>
        {line.line}
      </div>
      {own ? (
        <Numbers opened={opened} facts={facts} own={[own]} tip={`${line.section}:${line.row}`} />
      ) : (
        <>
          <div role="gridcell" aria-label="No code" aria-colindex={2} />
          <div role="gridcell" aria-label="No code" aria-colindex={3} className={styles.total} />
        </>
      )}
      <div role="gridcell" aria-colindex={4} className={styles.code}>
        {line.text !== null && (
          <code className={styles.text} title={line.text}>
            {line.text}
          </code>
        )}
      </div>
      <div
        {...cellAt(4, calls.length > 0 ? `calls:${line.section}:${line.row}` : undefined)}
        className={styles.calls}
      >
        {first && <Call opened={opened} call={first} href={hrefOf(first.child)} />}
        {calls.length > 1 && <span className={styles.more}>+{formatCount(calls.length - 1)}</span>}
      </div>
    </>
  )
}

function SectionCells({
  opened,
  lines,
  facts,
  line,
}: Pick<RowProps, 'opened' | 'lines' | 'facts'> & { readonly line: Section }) {
  const section = lines.sections[line.section]
  const name = shownName(demangleOnce(section?.name ?? '', opened.analyzed.profile.functions.namePrefix))
  const file = fileOfPath(shownPath(section?.file ?? ''))
  const words = line.isInlined ? `Inlined: ${name}` : `Its lines in ${file}`
  return (
    <>
      <div role="rowheader" aria-label={words} aria-colindex={1} className={styles.line}>
        ↳
      </div>
      <Numbers
        opened={opened}
        facts={facts}
        own={facts.lines[line.section] ?? NO_OWN_FACTS}
        tip={`${line.section}:-1`}
      />
      <div role="gridcell" aria-colindex={4} className={styles.code}>
        <span className={styles.kind}>{line.isInlined ? 'inlined' : 'its lines in'}</span>
        {line.isInlined && <LongName {...nameParts(name)} />}
        <span className={styles.file}>{file}</span>
      </div>
    </>
  )
}

function Numbers({
  opened,
  facts,
  own,
  tip,
}: {
  readonly opened: ProfileView
  readonly facts: CodeFacts
  /** A line, or all lines of a section. */
  readonly own: readonly LineFacts[]
  /** Key as parsed by `Source.tsx`: the section, and the position in it, or −1 for all of it. */
  readonly tip: string
}) {
  const { analyzed } = opened
  const { rate } = analyzed.profile
  const { self, below } = sumOfFacts(own)
  const certain = certainPartOfLines(analyzed, useBounds(), own)
  const seconds = (ticks: number): string => (rate > 0 ? formatFixed(secondsOf(ticks, rate), 2) : '')
  return (
    <>
      <div {...cellAt(1, `self:${tip}`)} data-none={self === 0} className={styles.number}>
        {seconds(self)}
      </div>
      <div
        {...cellAt(2, `total:${tip}`)}
        data-none={self + below === 0}
        className={`${styles.number} ${styles.total}`}
      >
        <TimeBar
          self={fractionOf(self, facts.total)}
          certain={fractionOf(self + below, facts.total) * certain}
          total={fractionOf(self + below, facts.total)}
        />
        <span>{seconds(self + below)}</span>
      </div>
    </>
  )
}

/** The call with the most time; the tooltip lists the others. */
function Call({
  opened,
  call: { child, count, isSure },
  href,
}: {
  readonly opened: ProfileView
  readonly call: LineCall
  readonly href: string
}) {
  return (
    <>
      {!isSure && <span>≈</span>}
      <NameLink
        name={displayName(opened.analyzed.profile.functions, child)}
        href={href}
        className={styles.callee}
        tabIndex={-1}
      />
      <span className={styles.count}>{formatCount(count)} ×</span>
    </>
  )
}
