// The members of a cycle by time, and the callers from outside.
import { useState, type ReactNode } from 'react'
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import type { CallerRow, MemberRow } from '../../../workers/core/reports/cycles/cycle-view.ts'
import { nameParts } from '../../../workers/core/reports/names/name-parts.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { wasText } from '../../../workers/core/reports/what-if/differences.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls/controls.module.css'
import { LongName } from '../../ui/text/LongName.tsx'
import { NameLink } from '../../ui/text/NameLink.tsx'
import { TimeBar } from '../../ui/rows/TimeBar.tsx'
import styles from './cycles.module.css'

export function Members({
  opened,
  rows,
  size,
  onAll,
}: {
  readonly opened: OpenedProfile
  readonly rows: readonly MemberRow[]
  readonly size: number
  /** Shows the rest; null when all are there. */
  readonly onAll: (() => void) | null
}) {
  return (
    <section className={styles.part}>
      <h3 className={styles.subtitle}>
        Members <span className={styles.quiet}>{formatCount(size)}</span>
      </h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Function</th>
            <th scope="col">Self</th>
            <th scope="col">Total</th>
            <th scope="col">Calls</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ f, name, self, total, calls, was, selfFraction, totalFraction }) => (
            <tr key={f}>
              <th scope="row">
                <FunctionLink opened={opened} f={f} name={name} />
                <TimeBar hasTrack self={selfFraction} total={totalFraction} />
              </th>
              <Cell text={self} was={was.self} />
              <Cell text={total} was={was.total} />
              <Cell text={calls} was={was.calls} />
            </tr>
          ))}
        </tbody>
      </table>
      {onAll && (
        <button type="button" className={controls.quiet} onClick={onAll}>
          All {formatCount(size)} members
        </button>
      )}
    </section>
  )
}

const MOST_CALLERS = 8

export function Callers({
  opened,
  rows,
}: {
  readonly opened: OpenedProfile
  readonly rows: readonly CallerRow[]
}) {
  const [areAll, setAll] = useState(false)
  const shown = areAll ? rows : rows.slice(0, MOST_CALLERS)
  return (
    <section className={styles.part}>
      <h3 className={styles.subtitle}>
        Called from outside by <span className={styles.quiet}>{formatCount(rows.length)}</span>
      </h3>
      {rows.length === 0 ? (
        <p className={styles.quiet}>Nobody outside calls it as far as the profile knows.</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Caller → member</th>
              <th scope="col">Time</th>
              <th scope="col">Calls</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ f, name, into, time, calls }) => (
              <tr key={f}>
                <th scope="row">
                  <span className={styles.pair}>
                    <FunctionLink opened={opened} f={f} name={name} />
                    <span className={styles.into} title={into}>
                      <span className={styles.to}> → </span>
                      <LongName {...nameParts(into)} />
                    </span>
                  </span>
                </th>
                <Cell text={time} was={undefined} />
                <Cell text={calls} was={undefined} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > shown.length && (
        <button type="button" className={controls.quiet} onClick={() => setAll(true)}>
          All {formatCount(rows.length)} callers
        </button>
      )}
    </section>
  )
}

function Cell({ text, was }: { readonly text: string; readonly was: string | undefined }): ReactNode {
  return (
    <td>
      <span data-was={was} title={wasText(was)}>
        {text}
      </span>
    </td>
  )
}

function FunctionLink({
  opened,
  f,
  name,
}: {
  readonly opened: OpenedProfile
  readonly f: FunctionIndex
  readonly name: string
}) {
  const shared = useStore((state) => state.shared)
  return (
    <NameLink
      name={name}
      href={hashFor(shared, { selected: functionName(opened, f) })}
      className={styles.link}
    />
  )
}
