// The calls inside a cycle: a list with the shortest loop of each.
import { useMemo, useState } from 'react'
import {
  busiestInside,
  type CutEffect,
  explainCut,
  type InsideArc,
  insideRows,
  othersInside,
} from '../../../workers/core/reports/inside-arcs.ts'
import type { CycleSummary } from '../../../workers/core/reports/cycle-rows.ts'
import type { ArcIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { arcEnds, menuOf } from '../menu-subject.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { cut } from '../../state/questions/scenario.ts'
import { ArcTitle } from '../../ui/NameLink.tsx'
import { CutIcon } from '../../ui/icons.tsx'
import { arcName } from '../../../workers/core/names/arc-names.ts'
import { shortenAll } from '../../../workers/core/names/shorten-name.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './cycles.module.css'

/** Characters of a name in a loop; the tooltip has the full name. */
const LOOP_NAME = 40
const MOST_AT_FIRST = 12
const ARCS_AT_ONCE = 100
/**
 * Limit on arcs of the cycle times visible rows. Up to it loops are computed for all rows, beyond
 * it for the chosen one.
 */
const CHEAP = 60_000

export function InsideArcs({
  opened,
  summary,
  inside,
  suggested,
  chosen,
  onChoose,
}: {
  readonly opened: ProfileView
  readonly summary: CycleSummary
  /** Null while they are searched for. */
  readonly inside: Uint32Array<ArrayBuffer> | null
  readonly suggested: ReadonlySet<ArcIndex>
  readonly chosen: ArcIndex | null
  readonly onChoose: (arc: ArcIndex | null) => void
}) {
  const { analyzed } = opened
  const { cycle, name } = summary
  const [limit, setLimit] = useState(MOST_AT_FIRST)
  const busiest = useMemo(
    () => (inside ? busiestInside(analyzed, inside, limit) : []),
    [analyzed, inside, limit],
  )
  const rows = useMemo(() => {
    if (!inside) return []
    const marked = othersInside(chosen === null ? suggested : [...suggested, chosen], inside, busiest)
    return insideRows(analyzed, [...busiest, ...busiestInside(analyzed, marked, ARCS_AT_ONCE)])
  }, [analyzed, inside, busiest, suggested, chosen])
  const length = inside?.length ?? 0
  const isCheap = length * rows.length <= CHEAP
  const stories = useMemo(
    () => rows.map(({ arc }) => (isCheap || arc === chosen ? explainCut(analyzed, cycle, arc) : null)),
    [rows, isCheap, chosen, analyzed, cycle],
  )
  return (
    <section className={styles.wide}>
      <h3 className={styles.subtitle}>
        Calls inside{' '}
        <span className={styles.quiet}>{inside ? `${formatCount(length)} arcs by calls` : '…'}</span>
      </h3>
      <ul className={styles.arcs} aria-label={`Calls inside ${name}`}>
        {rows.map((row, at) => (
          <ArcRow
            key={row.arc}
            opened={opened}
            row={row}
            story={stories[at] ?? null}
            isSuggested={suggested.has(row.arc)}
            isChosen={row.arc === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {length > rows.length && (
        <Button look="quiet" onClick={() => setLimit(limit + ARCS_AT_ONCE)}>
          {formatCount(Math.min(ARCS_AT_ONCE, length - rows.length))} more of{' '}
          {formatCount(length - rows.length)}
        </Button>
      )}
    </section>
  )
}

function ArcRow({
  opened,
  row,
  story,
  isSuggested,
  isChosen,
  onChoose,
}: {
  readonly opened: ProfileView
  readonly row: InsideArc
  /** Null until it is requested. */
  readonly story: CutEffect | null
  readonly isSuggested: boolean
  readonly isChosen: boolean
  readonly onChoose: (arc: ArcIndex) => void
}) {
  return (
    <li
      className={styles.arc}
      data-arc={row.arc}
      data-chosen={isChosen}
      {...menuOf(null, arcEnds(opened, row.arc))}
    >
      <div className={styles.arcWords}>
        <p className={styles.arcLine}>
          <ArcTitle title={row.title} />
          {isSuggested && <span className={styles.suggested}>suggested cut</span>}
        </p>
        {story ? (
          <p className={styles.quiet}>
            <span className={styles.story}>
              loop <code title={story.loopText}>{shortLoop(story.loopText)}</code>
            </span>
            <span className={styles.story}>without it {story.without}</span>
          </p>
        ) : (
          <button type="button" className={styles.choose} onClick={() => onChoose(row.arc)}>
            Show shortest loop
          </button>
        )}
      </div>
      <span className={styles.calls}>{row.calls}</span>
      <Button
        aria-label={`Cut ${row.title}`}
        title="As if these calls had not been counted (x)"
        onClick={() => cut([arcName(opened.analyzed, row.arc)])}
      >
        <CutIcon />
        Cut
      </Button>
    </li>
  )
}

function shortLoop(text: string): string {
  return shortenAll(text.split(' → '), LOOP_NAME).join(' → ')
}
