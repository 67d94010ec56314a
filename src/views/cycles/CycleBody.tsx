// An opened cycle: who is in it, who calls into it, and the calls inside as a picture, a matrix and a list.
import { useMemo, useState, type KeyboardEvent } from 'react'
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import type { ArcIndex } from '../../../workers/core/profile/tables.ts'
import { arcName } from '../../../workers/core/reports/names/arc-names.ts'
import { cycleMatrix, listInside, tellArc } from '../../../workers/core/reports/cycles/cycle-arcs.ts'
import {
  listCallers,
  listMembers,
  type CycleSummary,
} from '../../../workers/core/reports/cycles/cycle-view.ts'
import { cut } from '../../state/scenario.ts'
import styles from './cycles.module.css'
import { InsideArcs } from './InsideArcs.tsx'
import { Matrix } from './Matrix.tsx'
import { Callers, Members } from './People.tsx'
import { Ring } from './Ring.tsx'

/** Members up to which calls inside are drawn and stand in a matrix. */
const MOST_IN_MATRIX = 12
const MOST_MEMBERS = 12

export function CycleBody({
  opened,
  summary,
  suggested,
}: {
  readonly opened: OpenedProfile
  readonly summary: CycleSummary
  readonly suggested: ReadonlySet<ArcIndex>
}) {
  const { analyzed } = opened
  const { cycle, name, size } = summary
  const [areAllMembers, setAllMembers] = useState(false)
  const [chosen, setChosen] = useState<ArcIndex | null>(null)
  const inside = useMemo(() => listInside(analyzed, cycle), [analyzed, cycle])
  const members = useMemo(
    () => listMembers(opened, cycle, areAllMembers ? size : MOST_MEMBERS),
    [opened, cycle, areAllMembers, size],
  )
  const callers = useMemo(() => listCallers(analyzed, cycle), [analyzed, cycle])
  const isSmall = size <= MOST_IN_MATRIX
  const matrix = useMemo(
    () =>
      isSmall
        ? cycleMatrix(
            analyzed,
            inside,
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
    const row = inside.find(({ arc }) => String(arc) === target?.dataset['arc'])
    if (!row) return
    event.preventDefault()
    cut([arcName(analyzed, row.arc)])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of whatever inside stands for an arc
    <div className={styles.body} onKeyDown={onKeyDown}>
      <Members
        opened={opened}
        rows={members}
        size={size}
        onAll={size > MOST_MEMBERS && !areAllMembers ? () => setAllMembers(true) : null}
      />
      <Callers opened={opened} rows={callers} />
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
