// The suggested cuts of one cycle: what goes, who pays, the buttons that cut.
import { useState } from 'react'
import type { CutPayers, ProfileView } from '../../../workers/api/contract.ts'
import { arcName } from '../../../workers/core/names/arc-names.ts'
import { formatCount, formatShareOf } from '../../../workers/core/quantities.ts'
import { type CycleCuts, cutRows, describeCuts } from '../../../workers/core/reports/suggested-cuts.ts'
import { startBreakAt } from '../../state/move-cuts.ts'
import { cut } from '../../state/questions/scenario.ts'
import { ArcTitle } from '../../ui/NameLink.tsx'
import { CycleTag } from '../CycleTag.tsx'
import { Button } from '../../ui/Button.tsx'
import { PayersText } from './PayersText.tsx'
import { ARCS_AT_FIRST } from './rows-at-once.ts'
import styles from './cycles.module.css'

/** Arcs added by a click. */
const ARCS_AT_ONCE = 100

export function CycleCutsRow({
  opened,
  cuts: { cycle, ticks, arcs },
  payers,
}: {
  readonly opened: ProfileView
  readonly cuts: CycleCuts
  /** Null until they are computed. */
  readonly payers: CutPayers | null
}) {
  const { analyzed } = opened
  const [most, setMost] = useState(ARCS_AT_FIRST)
  const name = `cycle ${cycle + 1}`
  const left = arcs.length - most
  return (
    <li aria-label={`Cuts of ${name}`} className={styles.cycleCuts}>
      <div className={styles.cycleCutsHead}>
        <CycleTag opened={opened} cycle={cycle} />
        <strong>{formatShareOf(analyzed.profile, ticks)}</strong>
        <span className={styles.quiet}>{describeCuts(analyzed, arcs)}</span>
        <span className={styles.cycleCutsButtons}>
          <Button
            aria-label={`Break at… in ${name}`}
            title="Compare different cuts with a slider"
            onClick={() => startBreakAt(opened, cycle)}
          >
            Break at…
          </Button>
          <Button aria-label={`Break ${name}`} onClick={() => cut(arcs.map((arc) => arcName(analyzed, arc)))}>
            Break
          </Button>
        </span>
      </div>
      {payers ? (
        <PayersText analyzed={analyzed} payers={payers} />
      ) : (
        <p className={styles.payersText}>Comparing who pays …</p>
      )}
      <ul className={styles.arcs} aria-label={`Arcs to cut in ${name}`}>
        {cutRows(analyzed, arcs, most).map(({ arc, title, calls }) => (
          <li key={arc} className={styles.arc}>
            <ArcTitle title={title} />
            <span className={styles.calls}>{calls}</span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button look="quiet" onClick={() => setMost(most + ARCS_AT_ONCE)}>
          and {formatCount(left)} more
        </Button>
      )}
    </li>
  )
}
