// One cycle: its numbers in a line, and opened everything that is known of it.
import { useId } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { CycleArcs } from '../../../workers/core/analysis/cuts/cycle-columns.ts'
import type { ArcIndex } from '../../../workers/core/profile/tables.ts'
import type { CycleSummary, CycleText } from '../../../workers/core/reports/cycles/cycle-view.ts'
import { certainPartOfCycle } from '../../../workers/core/reports/certain/certain-parts.ts'
import { wasText } from '../../../workers/core/reports/what-if/differences.ts'
import { useCertain } from '../../state/certain.ts'
import controls from '../../ui/controls/controls.module.css'
import { RightIcon } from '../../ui/controls/icons.tsx'
import { TimeBar } from '../../ui/rows/TimeBar.tsx'
import { CycleBody } from './CycleBody.tsx'
import styles from './cycle-card.module.css'

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
          <strong data-was={was.share} title={wasText(was.share)}>
            {text.share}
          </strong>
        </div>
        <dl className={styles.facts}>
          {FACTS.map(({ key, label, title }) =>
            text[key] === '' ? null : (
              <div key={key} title={wasText(was[key]) ?? title}>
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
