// Shows the function's numbers in each run, on request. An imbalance between ranks shows by function.
import { useMemo, useRef } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { functionName } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { valueOf } from '../../state/worker/async-value.ts'
import { RunsLink } from '../workspace/RunBar.tsx'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import {
  dropPerRunStats,
  perRunStatsOf,
  requestPerRunStats,
  runsOf,
} from '../../state/questions/per-run-stats.ts'
import { canOpenRunsOf } from '../../state/opening/runs.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './details.module.css'
import { functionInRuns } from './run-times.ts'
import { RunLineList } from './RunList.tsx'

export function PerRunTimes({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const name = useMemo(() => functionName(opened, f), [opened, f])
  const asked = useStore((state) => perRunStatsOf(state, name))
  const count = runsOf(opened).length
  const runs = valueOf(asked)
  const listed = useMemo(() => runs && functionInRuns(opened, runs), [opened, runs])
  const section = useRef<HTMLElement>(null)
  if (count < 2 || !canOpenRunsOf(opened)) return null
  // The button is at the end of the panel: scroll so that the answer is in view.
  const ask = async () => {
    await requestPerRunStats(opened, f)
    requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <section ref={section} className={styles.relatives} aria-label="In each run">
      <Button
        look="toggle"
        className={styles.ask}
        aria-pressed={asked.phase !== 'idle'}
        title={`Its self time and calls in each of the ${formatCount(count)} runs, read from the files again`}
        onClick={() => (asked.phase === 'idle' ? void ask() : dropPerRunStats())}
      >
        In each run
      </Button>
      {asked.phase === 'loading' && (
        <p className={styles.none}>
          Reading the runs …{' '}
          {asked.progress !== null && (
            <>
              <progress aria-label="Reading the runs" value={asked.progress} max={1} />
              <Button look="quiet" onClick={dropPerRunStats}>
                Cancel
              </Button>
            </>
          )}
        </p>
      )}
      {asked.phase === 'failed' && <p className={styles.none}>{problemText(asked.problem).title}.</p>}
      {listed && (
        <>
          {listed.lines.length > 0 && <p className={styles.why}>{listed.spread}</p>}
          <RunLineList lines={listed.lines} />
          <RunsLink className={styles.all}>Compare in Runs</RunsLink>
          {listed.lines.length < count && (
            <p className={styles.none}>
              {formatCount(count - listed.lines.length)} could not be read again: changed or moved.
            </p>
          )}
        </>
      )}
    </section>
  )
}
