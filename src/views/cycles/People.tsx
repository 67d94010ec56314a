// The members of a cycle by time, and the callers from outside.
import { useMemo, useState, type ReactNode } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { barOfTotal } from '../../../workers/core/reports/certain/certain-parts.ts'
import { listCallers, type MemberRow } from '../../../workers/core/reports/cycles/cycle-view.ts'
import { nameParts } from '../../../workers/core/reports/names/name-parts.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { wasText } from '../../../workers/core/reports/what-if/differences.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useCertain } from '../../state/certain.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls/controls.module.css'
import { LongName } from '../../ui/text/LongName.tsx'
import { NameLink } from '../../ui/text/NameLink.tsx'
import { TimeBar } from '../../ui/rows/TimeBar.tsx'
import cardStyles from './cycle-card.module.css'
import styles from './cycles.module.css'

export function Members({
  opened,
  rows,
  size,
  onMore,
}: {
  readonly opened: ProfileView
  readonly rows: readonly MemberRow[]
  readonly size: number
  readonly onMore: () => void
}) {
  const certain = useCertain()
  return (
    <section className={cardStyles.part}>
      <h3 className={styles.subtitle}>
        Members <span className={styles.quiet}>{formatCount(size)}</span>
      </h3>
      <table className={cardStyles.table}>
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
                <TimeBar
                  hasTrack
                  self={selfFraction}
                  {...barOfTotal(opened.analyzed, certain, f, totalFraction, opened.analyzed.printedTicks)}
                />
              </th>
              <Cell text={self} was={was.self} />
              <Cell text={total} was={was.total} />
              <Cell text={calls} was={was.calls} />
            </tr>
          ))}
        </tbody>
      </table>
      <More what="members" shown={rows.length} all={size} onMore={onMore} />
    </section>
  )
}

const MOST_CALLERS = 8
const NOT_KNOWN = { rows: [], all: 0 }
/** Rows that a click adds: a cycle may have a million members. */
export const PEOPLE_AT_ONCE = 500

function More({
  what,
  shown,
  all,
  onMore,
}: {
  readonly what: string
  readonly shown: number
  readonly all: number
  readonly onMore: () => void
}) {
  if (shown >= all) return null
  return (
    <button type="button" className={controls.quiet} onClick={onMore}>
      {shown + PEOPLE_AT_ONCE < all ? `${PEOPLE_AT_ONCE} more of` : 'All'} {formatCount(all)} {what}
    </button>
  )
}

export function Callers({
  opened,
  into,
}: {
  readonly opened: ProfileView
  /** Arcs from outside; null as long as they are looked for. */
  readonly into: Uint32Array | null
}) {
  const { analyzed } = opened
  const [limit, setLimit] = useState(MOST_CALLERS)
  const { rows, all } = useMemo(
    () => (into ? listCallers(analyzed, into, limit) : NOT_KNOWN),
    [analyzed, into, limit],
  )
  return (
    <section className={cardStyles.part}>
      <h3 className={styles.subtitle}>
        Called from outside by <span className={styles.quiet}>{into ? formatCount(all) : '…'}</span>
      </h3>
      {into?.length === 0 ? (
        <p className={styles.quiet}>Nobody outside calls it as far as the profile knows.</p>
      ) : (
        <table className={cardStyles.table}>
          <thead>
            <tr>
              <th scope="col">Caller → member</th>
              <th scope="col">Time</th>
              <th scope="col">Calls</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ f, name, into: member, time, calls }) => (
              <tr key={f}>
                <th scope="row">
                  <span className={cardStyles.pair}>
                    <FunctionLink opened={opened} f={f} name={name} />
                    <span className={cardStyles.into} title={member}>
                      <span className={cardStyles.to}> → </span>
                      <span className={cardStyles.member}>
                        <LongName {...nameParts(member)} />
                      </span>
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
      <More what="callers" shown={rows.length} all={all} onMore={() => setLimit(limit + PEOPLE_AT_ONCE)} />
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
  readonly opened: ProfileView
  readonly f: FunctionIndex
  readonly name: string
}) {
  const shared = useStore((state) => state.shared)
  return (
    <NameLink
      name={name}
      href={hashFor(shared, { selected: functionName(opened, f) })}
      className={cardStyles.link}
    />
  )
}
