// An opened cycle: who is in it, who calls into it, and the calls inside as a picture, a matrix and a list.
import { useMemo, useState, type KeyboardEvent } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { CycleArcs } from '../../../workers/core/analysis/cuts/cycle-columns.ts'
import type { ArcIndex } from '../../../workers/core/profile/tables.ts'
import { arcName } from '../../../workers/core/reports/names/arc-names.ts'
import { arcsOf, cycleMatrix, insideRows, tellArc } from '../../../workers/core/reports/cycles/cycle-arcs.ts'
import { listMembers, type CycleSummary } from '../../../workers/core/reports/cycles/cycle-view.ts'
import { cut } from '../../state/scenario.ts'
import styles from './cycle-card.module.css'
import { InsideArcs } from './InsideArcs.tsx'
import { Matrix } from './Matrix.tsx'
import { Callers, Members, PEOPLE_AT_ONCE } from './People.tsx'
import { Ring } from './Ring.tsx'

/** Members up to which calls inside are drawn and stand in a matrix. */
const MOST_IN_MATRIX = 12
const MOST_MEMBERS = 12

export function CycleBody({
  opened,
  summary,
  arcs,
  suggested,
}: {
  readonly opened: ProfileView
  readonly summary: CycleSummary
  /** Null as long as they are looked for. */
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
  // Arcs are numbered anew with every scenario.
  const [seen, setSeen] = useState(analyzed)
  if (seen !== analyzed) {
    setSeen(analyzed)
    setChosen(null)
  }
  const story = useMemo(
    () => (chosen === null || seen !== analyzed ? null : tellArc(analyzed, cycle, chosen)),
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
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of whatever inside stands for an arc
    <div className={styles.body} onKeyDown={onKeyDown}>
      <Members opened={opened} rows={members} size={size} onMore={() => setShown(shown + PEOPLE_AT_ONCE)} />
      <Callers opened={opened} into={into} />
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
