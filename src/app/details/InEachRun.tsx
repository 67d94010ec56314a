// What the function has in each run, when a person asks: an imbalance of ranks shows by function.
import { useMemo, useRef } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { dropPerRunStats, perRunStatsOf, requestPerRunStats, runsOf } from '../../state/runs.ts'
import { canOpenRunsOf } from '../../state/opening/open.ts'
import { functionName } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { RunsLink } from '../runs/RunsLink.tsx'
import { RunLines } from './RunLines.tsx'
import { functionInRuns } from './runs.ts'
import controls from '../../ui/controls.module.css'
import styles from './details.module.css'

export function InEachRun({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const name = useMemo(() => functionName(opened, f), [opened, f])
  const asked = useStore((state) => perRunStatsOf(state, name))
  const count = runsOf(opened).length
  const runs = valueOf(asked)
  const listed = useMemo(() => runs && functionInRuns(opened, runs), [opened, runs])
  const section = useRef<HTMLElement>(null)
  if (count < 2 || !canOpenRunsOf(opened)) return null
  // The question stands at the panel's end: its answer would appear below what is in sight.
  const ask = async () => {
    await requestPerRunStats(opened, f)
    requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <section ref={section} className={styles.relatives} aria-label="In each run">
      <button
        type="button"
        className={`${controls.toggle} ${styles.ask}`}
        aria-pressed={asked.phase !== 'idle'}
        title={`Its self time and calls in each of the ${formatCount(count)} runs, read from the files again`}
        onClick={() => (asked.phase === 'idle' ? void ask() : dropPerRunStats())}
      >
        In each run
      </button>
      {asked.phase === 'loading' && (
        <p className={styles.none}>
          Reading the runs …{' '}
          {asked.progress !== null && (
            <>
              <progress aria-label="Reading the runs" value={asked.progress} max={1} />
              <button type="button" className={controls.quiet} onClick={dropPerRunStats}>
                Cancel
              </button>
            </>
          )}
        </p>
      )}
      {asked.phase === 'failed' && <p className={styles.none}>{problemText(asked.problem).title}.</p>}
      {listed && (
        <>
          {listed.lines.length > 0 && <p className={styles.why}>{listed.spread}</p>}
          <RunLines lines={listed.lines} />
          <RunsLink className={styles.all}>Side by side in the view Runs</RunsLink>
          {listed.lines.length < count && (
            <p className={styles.none}>
              {formatCount(count - listed.lines.length)} could not be read again: changed or moved since.
            </p>
          )}
        </>
      )}
    </section>
  )
}
