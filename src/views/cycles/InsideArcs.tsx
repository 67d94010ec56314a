// Every arc inside a cycle: how many calls, the shortest loop that it closes, what is left without it, and the cut.
import { useMemo, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { ArcIndex } from '../../../workers/core/profile/tables.ts'
import { arcName } from '../../../workers/core/reports/names/arc-names.ts'
import {
  busiestInside,
  insideRows,
  othersInside,
  tellArc,
  type ArcStory,
  type InsideArc,
} from '../../../workers/core/reports/cycles/cycle-arcs.ts'
import type { CycleSummary } from '../../../workers/core/reports/cycles/cycle-view.ts'
import { shortenAll } from '../../../workers/core/reports/names/shorten-name.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { cut } from '../../state/scenario.ts'
import controls from '../../ui/controls/controls.module.css'
import { CutIcon } from '../../ui/controls/icons.tsx'
import { ArcTitle } from '../../ui/text/ArcTitle.tsx'
import arcStyles from './cycle-arcs.module.css'
import cardStyles from './cycle-card.module.css'
import styles from './cycles.module.css'

/** Of a name in a loop; the whole is in its tip. */
const LOOP_NAME = 40
const MOST_AT_FIRST = 12
const AT_ONCE = 100
/** Arcs of a cycle times rows on screen up to which loops are told for all rows; beyond it for the chosen one. */
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
  /** Null as long as they are looked for. */
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
    return insideRows(analyzed, [...busiest, ...busiestInside(analyzed, marked, AT_ONCE)])
  }, [analyzed, inside, busiest, suggested, chosen])
  const length = inside?.length ?? 0
  const isCheap = length * rows.length <= CHEAP
  const stories = useMemo(
    () => rows.map(({ arc }) => (isCheap || arc === chosen ? tellArc(analyzed, cycle, arc) : null)),
    [rows, isCheap, chosen, analyzed, cycle],
  )
  return (
    <section className={cardStyles.wide}>
      <h3 className={styles.subtitle}>
        Calls inside{' '}
        <span className={styles.quiet}>{inside ? `${formatCount(length)} arcs, busiest first` : '…'}</span>
      </h3>
      <ul className={arcStyles.arcs} aria-label={`Calls inside ${name}`}>
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
        <button type="button" className={controls.quiet} onClick={() => setLimit(limit + AT_ONCE)}>
          {formatCount(Math.min(AT_ONCE, length - rows.length))} more of {formatCount(length - rows.length)}
        </button>
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
  /** Null until somebody asks for it. */
  readonly story: ArcStory | null
  readonly isSuggested: boolean
  readonly isChosen: boolean
  readonly onChoose: (arc: ArcIndex) => void
}) {
  return (
    <li className={arcStyles.arc} data-arc={row.arc} data-chosen={isChosen}>
      <div className={arcStyles.arcWords}>
        <p className={arcStyles.arcLine}>
          <ArcTitle title={row.title} />
          {isSuggested && <span className={arcStyles.suggested}>suggested cut</span>}
        </p>
        {story ? (
          <p className={styles.quiet}>
            <span className={arcStyles.story}>
              loop <code title={story.loopText}>{shortLoop(story.loopText)}</code>
            </span>
            <span className={arcStyles.story}>without it {story.without}</span>
          </p>
        ) : (
          <button type="button" className={arcStyles.tell} onClick={() => onChoose(row.arc)}>
            Show its shortest loop
          </button>
        )}
      </div>
      <span className={arcStyles.calls}>{row.calls}</span>
      <button
        type="button"
        className={controls.button}
        aria-label={`Cut ${row.title}`}
        title="As if these calls had not been counted (x)"
        onClick={() => cut([arcName(opened.analyzed, row.arc)])}
      >
        <CutIcon />
        Cut
      </button>
    </li>
  )
}

function shortLoop(text: string): string {
  return shortenAll(text.split(' → '), LOOP_NAME).join(' → ')
}
