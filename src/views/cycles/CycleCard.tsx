// One cycle: a line with its numbers, which unfolds to its members, its callers from outside, and
// the calls inside it.
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { CycleArcs } from '../../../workers/core/analysis/cuts/cycle-graph.ts'
import type { ArcIndex, FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import {
  arcsOf,
  cycleMatrix,
  type CycleSummary,
  type CycleText,
  explainCut,
  insideRows,
  listCallers,
  listMembers,
  type MemberRow,
} from '../../../workers/core/reports/cycles.ts'
import { barOfTotal, certainPartOfCycle } from '../../../workers/core/reports/bounds.ts'
import { previousText } from '../../../workers/core/reports/what-if/differences.ts'
import { functionName, hashFor, useCertain } from '../../state/selectors.ts'
import { RightIcon } from '../../ui/controls.tsx'
import { TimeBar } from '../../ui/table/TimeBar.tsx'
import { arcName } from '../../../workers/core/reports/names/names.ts'
import { cut } from '../../state/scenario.ts'
import { InsideArcs, Matrix, Ring } from './InsideArcs.tsx'
import { nameParts } from '../../../workers/core/reports/names/name-parts.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { useStore } from '../../state/store.ts'
import { LongName, NameLink } from '../../ui/text.tsx'
import controls from '../../ui/controls.module.css'
import styles from './cycles.module.css'

const FACTS: readonly { readonly key: keyof CycleText; readonly label: string; readonly title: string }[] = [
  { key: 'total', label: 'total', title: 'Time in its members and what they call outside' },
  { key: 'self', label: 'self', title: 'Time in its members’ own code' },
  { key: 'members', label: 'members', title: 'Functions that can all reach one another by calls' },
  { key: 'outside', label: 'calls from outside', title: 'What its time is divided by among its callers' },
  { key: 'inside', label: 'calls inside', title: 'Between different members; they pass no time' },
]

export function CycleCard({
  opened,
  summary,
  arcs,
  suggested,
  isOpen,
  onTurn,
}: {
  readonly opened: ProfileView
  readonly summary: CycleSummary
  readonly arcs: CycleArcs | null
  readonly suggested: ReadonlySet<ArcIndex>
  readonly isOpen: boolean
  readonly onTurn: () => void
}) {
  const id = useId()
  const { name, text, was, unentered } = summary
  return (
    <li aria-label={name} className={styles.card}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onTurn}
          >
            <RightIcon />
            <span className={controls.tag}>{name}</span>
          </button>
        </h2>
        <div className={styles.share}>
          <TimeBar
            hasTrack
            self={summary.selfFraction}
            total={summary.totalFraction}
            certain={certainPartOfCycle(opened.analyzed, useCertain(), summary.cycle)}
          />
          <strong data-was={was.share} title={previousText(was.share)}>
            {text.share}
          </strong>
        </div>
        <dl className={styles.facts}>
          {FACTS.map(({ key, label, title }) =>
            text[key] === '' ? null : (
              <div key={key} title={previousText(was[key]) ?? title}>
                <dd data-was={was[key]}>{text[key]}</dd>
                <dt>{label}</dt>
              </div>
            ),
          )}
        </dl>
        {unentered !== '' && <p className={styles.unentered}>{unentered}</p>}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <CycleBody {...{ opened, summary, arcs, suggested }} />}
      </div>
    </li>
  )
}

// An unfolded cycle: its members, its callers, and the calls inside as a drawing, a matrix and a
// list.

/** Largest number of members for the drawing and the matrix of calls inside. */
const MOST_IN_MATRIX = 12
const MOST_MEMBERS = 12

function CycleBody({
  opened,
  summary,
  arcs,
  suggested,
}: {
  readonly opened: ProfileView
  readonly summary: CycleSummary
  /** Null while they are searched for. */
  readonly arcs: CycleArcs | null
  readonly suggested: ReadonlySet<ArcIndex>
}) {
  const { analyzed } = opened
  const { cycle, name, size } = summary
  const [shown, setShown] = useState(MOST_MEMBERS)
  const [chosen, setChosen] = useState<ArcIndex | null>(null)
  const inside = useMemo(() => (arcs ? arcsOf(arcs.inside, cycle) : null), [arcs, cycle])
  const members = useMemo(() => listMembers(opened, cycle, shown), [opened, cycle, shown])
  const into = useMemo(() => (arcs ? arcsOf(arcs.into, cycle) : null), [arcs, cycle])
  const isSmall = size <= MOST_IN_MATRIX
  const matrix = useMemo(
    () =>
      isSmall && inside
        ? cycleMatrix(
            analyzed,
            insideRows(analyzed, [...inside]),
            members.map(({ f }) => f),
          )
        : null,
    [isSmall, analyzed, inside, members],
  )
  // Arc numbers change with every scenario.
  const [seen, setSeen] = useState(analyzed)
  if (seen !== analyzed) {
    setSeen(analyzed)
    setChosen(null)
  }
  const story = useMemo(
    () => (chosen === null || seen !== analyzed ? null : explainCut(analyzed, cycle, chosen)),
    [analyzed, seen, cycle, chosen],
  )
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'x' || event.altKey || event.ctrlKey || event.metaKey) return
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-arc]') : null
    const arc = Number(target?.dataset['arc'])
    if (inside?.includes(arc) !== true) return
    event.preventDefault()
    cut([arcName(analyzed, arc as ArcIndex)])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of the arcs inside
    <div className={styles.body} onKeyDown={onKeyDown}>
      <CycleMembers
        opened={opened}
        rows={members}
        size={size}
        onMore={() => setShown(shown + FUNCTIONS_AT_ONCE)}
      />
      <CycleCallers opened={opened} into={into} />
      {matrix && (
        <div className={styles.pictures}>
          <Ring {...{ name, matrix, suggested, chosen }} loop={story?.loop ?? []} />
          <Matrix {...{ name, matrix, suggested, chosen }} onChoose={setChosen} />
        </div>
      )}
      <InsideArcs {...{ opened, summary, inside, suggested, chosen }} onChoose={setChosen} />
    </div>
  )
}

// The members of a cycle by time, and the callers from outside.

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
  const certain = useCertain()
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
const FUNCTIONS_AT_ONCE = 500

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
      {shown + FUNCTIONS_AT_ONCE < all ? `${FUNCTIONS_AT_ONCE} more of` : 'All'} {formatCount(all)} {what}
    </button>
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
        Called from outside by <span className={styles.quiet}>{into ? formatCount(all) : '…'}</span>
      </h3>
      {into?.length === 0 ? (
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
