// Functions of a cycle as tables: its members by time, its callers from outside.
import { type ReactNode, useMemo, useState } from 'react'
import { listCallers, type MemberRow } from '../../../workers/core/reports/cycle-rows.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { useBounds } from '../../state/bounds.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { previousText } from '../../../workers/core/reports/differences.ts'
import { NameLink } from '../../ui/NameLink.tsx'
import { LongName } from '../../ui/LongName.tsx'
import { barOfTotal } from '../../../workers/core/reports/time-bar.ts'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { nameParts } from '../../../workers/core/names/name-parts.ts'
import { Button } from '../../ui/Button.tsx'
import { FUNCTIONS_AT_ONCE } from './rows-at-once.ts'
import styles from './cycles.module.css'

export function CycleMembers({
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
  const bounds = useBounds()
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
            <th scope="col">Total %</th>
            <th scope="col">Calls inside</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ f, name, self, total, share, calls, was }) => (
            <tr key={f}>
              <th scope="row">
                <FunctionLink opened={opened} f={f} name={name} />
              </th>
              <Cell text={self} was={was.self} />
              <Cell text={total} was={was.total} />
              <td data-was={was.share} title={previousText(was.share)}>
                <span className={styles.shareCell}>
                  <TimeBar hasTrack {...barOfTotal(opened.analyzed, bounds, f)} />
                  {share}
                </span>
              </td>
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
    <Button look="quiet" onClick={onMore}>
      {shown + FUNCTIONS_AT_ONCE < all ? `${FUNCTIONS_AT_ONCE} more of` : 'All'} {formatCount(all)} {what}
    </Button>
  )
}

export function CycleCallers({
  opened,
  into,
}: {
  readonly opened: ProfileView
  /** Arcs from outside; null while they are searched for. */
  readonly into: Uint32Array | null
}) {
  const { analyzed } = opened
  const [limit, setLimit] = useState(MOST_CALLERS)
  const { rows, all } = useMemo(
    () => (into ? listCallers(analyzed, into, limit) : NOT_KNOWN),
    [analyzed, into, limit],
  )
  return (
    <section className={styles.part}>
      <h3 className={styles.subtitle}>
        Outside callers <span className={styles.quiet}>{into ? formatCount(all) : '…'}</span>
      </h3>
      {into?.length === 0 ? (
        <p className={styles.quiet}>No recorded callers outside the cycle.</p>
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
            {rows.map(({ f, name, into: member, time, calls }) => (
              <tr key={f}>
                <th scope="row">
                  <span className={styles.pair}>
                    <FunctionLink opened={opened} f={f} name={name} />
                    <span className={styles.into} title={member}>
                      <span className={styles.to}> → </span>
                      <span className={styles.member}>
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
      <More what="callers" shown={rows.length} all={all} onMore={() => setLimit(limit + FUNCTIONS_AT_ONCE)} />
    </section>
  )
}

function Cell({ text, was }: { readonly text: string; readonly was: string | undefined }): ReactNode {
  return (
    <td>
      <span data-was={was} title={previousText(was)}>
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
      className={styles.link}
    />
  )
}
