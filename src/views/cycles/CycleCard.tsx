// One cycle: a line with its numbers, which unfolds to its members, its callers, the calls inside it.
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { arcsOf, cycleMatrix, explainCut, insideRows } from '../../../workers/core/reports/inside-arcs.ts'
import { type CycleSummary, type CycleText, listMembers } from '../../../workers/core/reports/cycle-rows.ts'
import type { ArcIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { CycleTag } from '../CycleTag.tsx'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { previousText } from '../../../workers/core/reports/differences.ts'
import { cut } from '../../state/questions/scenario.ts'
import { useBounds } from '../../state/bounds.ts'
import type { CycleArcs } from '../../../workers/core/analysis/cuts/cycle-arcs.ts'
import { barOfCycle } from '../../../workers/core/reports/time-bar.ts'
import { RightIcon } from '../../ui/icons.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { arcName } from '../../../workers/core/names/arc-names.ts'
import styles from './cycles.module.css'
import { Ring } from './Ring.tsx'
import { Matrix } from './Matrix.tsx'
import { CycleMembers, CycleCallers } from './CycleMembers.tsx'
import { FUNCTIONS_AT_ONCE } from './rows-at-once.ts'
import { InsideArcs } from './InsideArcs.tsx'

const FACTS: readonly { readonly key: keyof CycleText; readonly label: string; readonly title: string }[] = [
  { key: 'total', label: 'total', title: 'Time in its members and what they call outside' },
  { key: 'self', label: 'self', title: 'Time in its members’ own code' },
  { key: 'members', label: 'members', title: 'Functions that can all reach one another by calls' },
  { key: 'outside', label: 'calls from outside', title: 'Its time is divided among callers by these calls' },
  {
    key: 'inside',
    label: 'calls inside',
    title: 'Of members by members, by themselves too; they pass no time',
  },
]

export function CycleCard({
  opened,
  summary,
  arcs,
  suggested,
  isSelected,
  isOpen,
  onTurn,
}: {
  readonly opened: ProfileView
  readonly summary: CycleSummary
  readonly arcs: CycleArcs | null
  readonly suggested: ReadonlySet<ArcIndex>
  readonly isSelected: boolean
  readonly isOpen: boolean
  readonly onTurn: () => void
}) {
  const id = useId()
  const { name, text, was, unentered } = summary
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <li ref={card} aria-label={name} className={styles.card} data-selected={isSelected}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle}>
          <button
            type="button"
            className={styles.fold}
            aria-label={`${isOpen ? 'Fold' : 'Open'} ${name}`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onTurn}
          >
            <RightIcon />
          </button>
          <CycleTag opened={opened} cycle={summary.cycle} />
        </h2>
        <div className={styles.share}>
          <TimeBar hasTrack {...barOfCycle(opened.analyzed, useBounds(), summary.cycle)} />
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
      {matrix && (
        <div className={styles.pictures}>
          <Ring {...{ name, matrix, suggested, chosen }} loop={story?.loop ?? []} />
          <Matrix {...{ name, matrix, suggested, chosen }} onChoose={setChosen} />
        </div>
      )}
      <CycleMembers
        opened={opened}
        rows={members}
        size={size}
        onMore={() => setShown(shown + FUNCTIONS_AT_ONCE)}
      />
      <CycleCallers opened={opened} into={into} />
      <InsideArcs {...{ opened, summary, inside, suggested, chosen }} onChoose={setChosen} />
    </div>
  )
}
