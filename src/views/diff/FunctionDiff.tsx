// The change of the selected function, in the details: its times, its calls, the calls by each caller.
import { useCallback, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import { type CallerChange, callerChanges } from '../../../workers/core/reports/diff/caller-changes.ts'
import { changeHeadings, changeRow, countText } from '../../../workers/core/reports/diff/diff-text.ts'
import { explainChange } from '../../../workers/core/reports/diff/explain-change.ts'
import { type Measure, MEASURES } from '../../../workers/core/reports/diff/measures.ts'
import { type PairIndex, rowOf } from '../../../workers/core/reports/diff/pairs.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { type ComparedProfiles, useBeforeAfter, useChanged } from '../../state/questions/diff.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { NameLink } from '../../ui/NameLink.tsx'
import type { DetailsProps } from '../view.ts'
import styles from './diff.module.css'

/** More callers are only summarized. */
const CALLERS = 6

/** The table shows shares. */
const UNIT = 'time'

const LABELS: Readonly<Record<Measure, string>> = { self: 'Self', total: 'Total', calls: 'Calls' }

export function FunctionDiff({ opened, f }: DetailsProps) {
  const compared = useBeforeAfter(opened)
  const row = compared ? rowOf(compared.pairs, compared.side, f) : NONE
  return compared && row !== NONE ? <Changed opened={opened} compared={compared} row={row} /> : null
}

function Changed({
  opened,
  compared,
  row,
}: {
  readonly opened: ProfileView
  readonly compared: ComparedProfiles
  readonly row: PairIndex
}) {
  const { callers, left } = useMemo(() => callerChanges(compared, row, CALLERS), [compared, row])
  return (
    <section className={styles.changes} aria-label="Before and after">
      <h3>Before and after</h3>
      {MEASURES.map((measure) => (
        <Measured key={measure} compared={compared} row={row} measure={measure} />
      ))}
      {callers.length > 0 && (
        <>
          <h3>Calls by callers, before and after</h3>
          <ul>
            {callers.map((caller) => (
              <Caller key={caller.pair} opened={opened} compared={compared} caller={caller} />
            ))}
          </ul>
          {left > 0 && <p>and {formatCount(left)} more</p>}
        </>
      )}
    </section>
  )
}

function Measured({
  compared,
  row,
  measure,
}: {
  readonly compared: ComparedProfiles
  readonly row: PairIndex
  readonly measure: Measure
}) {
  const changed = useChanged(compared, measure, UNIT)
  const rows = changed?.compared ?? 0
  const explain = useCallback(
    () => explainChange(compared, row, 'change', { measure, unit: UNIT, rows }),
    [compared, row, measure, rows],
  )
  const { text, direction } = changeRow(compared, row, measure, UNIT)
  if (text.change === '') return null
  const shown = changeHeadings(compared, measure, UNIT)[0]?.unit ?? ''
  return (
    <Tooltip content={explain} className={styles.measured}>
      <span>{LABELS[measure]}</span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a number explains itself on focus, too */}
      <span tabIndex={0} data-tip={measure}>
        <b data-direction={changed?.isChanged[row] === 1 ? direction : 'same'}>
          {text.change} {shown}
        </b>{' '}
        {text.before || '0'} → {text.after || '0'}
        {text.ratio.startsWith('×') && ` · ${text.ratio}`}
      </span>
    </Tooltip>
  )
}

function Caller({
  opened,
  compared: { pairs, side },
  caller: { pair, name, before, after },
}: {
  readonly opened: ProfileView
  readonly compared: ComparedProfiles
  readonly caller: CallerChange
}) {
  const shared = useStore((state) => state.shared)
  const f = pairs[side][pair]
  return (
    <li>
      {f === undefined || f === NONE ? (
        <code>{name}</code>
      ) : (
        <NameLink name={name} href={hashFor(shared, { selected: functionName(opened, f) })} />
      )}
      <span>
        {countText(before)} → {countText(after)}
      </span>
    </li>
  )
}
