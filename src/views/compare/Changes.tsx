// What the selected function has more or less of than in the other profile, and who calls it more or less often.
import { useCallback, useMemo } from 'react'
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { NONE } from '../../../workers/core/base/brand.ts'
import {
  callerChanges,
  rowsOf,
  type CallerChange,
} from '../../../workers/core/reports/change/caller-changes.ts'
import { changeHeadings, changeRow } from '../../../workers/core/reports/change/change-row.ts'
import { explainChange } from '../../../workers/core/reports/change/explain-change.ts'
import { MEASURES, type Measure } from '../../../workers/core/reports/change/measures.ts'
import type { PairIndex } from '../../../workers/core/reports/change/pairs.ts'
import { usualUnit } from '../../../workers/core/reports/change/whole-change.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { useBeforeAfter, type Compared } from '../../state/before-after.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { Tip } from '../../ui/overlays/Tip.tsx'
import { NameLink } from '../../ui/text/NameLink.tsx'
import type { DetailsProps } from '../view.ts'
import styles from './compare.module.css'

/** More callers are not told one by one. */
const CALLERS = 6

const LABELS: Readonly<Record<Measure, string>> = { self: 'Self', total: 'Total', calls: 'Calls' }

export function Changes({ opened, f }: DetailsProps) {
  const compared = useBeforeAfter(opened)
  const row = compared ? rowsOf(compared.pairs)[compared.side][f] : undefined
  return compared && row !== undefined && row !== NONE ? (
    <Changed opened={opened} compared={compared} row={row as PairIndex} />
  ) : null
}

function Changed({
  opened,
  compared,
  row,
}: {
  readonly opened: OpenedProfile
  readonly compared: Compared
  readonly row: PairIndex
}) {
  const unit = usualUnit(compared)
  const { callers, left } = useMemo(() => callerChanges(compared, row, CALLERS), [compared, row])
  // What is more than chance hangs on how many functions are compared: the table tells it.
  const explain = useCallback(
    (key: string) => explainChange(compared, row, 'change', { measure: key as Measure, unit, rows: 0 }),
    [compared, row, unit],
  )
  return (
    <section className={styles.changes} aria-label="Before and after">
      <h3>Before and after</h3>
      <Tip content={explain}>
        <dl>
          {MEASURES.map((measure) => {
            const { text, direction } = changeRow(compared, row, measure, unit)
            const shown = changeHeadings(compared, measure, unit)[0]?.unit ?? ''
            return (
              text.change !== '' && (
                <div key={measure}>
                  <dt>{LABELS[measure]}</dt>
                  {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a number explains itself on focus, too */}
                  <dd tabIndex={0} data-tip={measure}>
                    <b data-direction={direction}>
                      {text.change} {shown}
                    </b>
                    <span>
                      {text.before || '0'} → {text.after || '0'}
                      {text.ratio.startsWith('×') && ` · ${text.ratio}`}
                    </span>
                  </dd>
                </div>
              )
            )
          })}
        </dl>
      </Tip>
      {callers.length > 0 && (
        <>
          <h3>Calls by parents, before and after</h3>
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

function Caller({
  opened,
  compared: { pairs, side },
  caller: { pair, name, before, after },
}: {
  readonly opened: OpenedProfile
  readonly compared: Compared
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
        {formatCount(before)} → {formatCount(after)}
      </span>
    </li>
  )
}
