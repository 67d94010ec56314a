// The selected function in each run, as a strip of bars.
import { formatCount } from '../../../workers/core/quantities.ts'
import { imbalanceText } from '../../../workers/core/reports/runs/explain-runs.ts'
import type { RunTable } from '../../../workers/core/reports/runs/run-table.ts'
import { canOpenRunsOf } from '../../state/opening/runs.ts'
import { dropPerRunStats } from '../../state/questions/per-run-stats.ts'
import { entryPatch, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { NameLink } from '../../ui/NameLink.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './runs.module.css'
import { Strip } from './Strip.tsx'
import { type SelectedInRuns, askForSelected } from './use-function-in-runs.ts'

export function SelectedStrip({
  opened,
  selected: { f, name, asked, inRuns },
  table,
  ...strip
}: {
  readonly opened: ProfileView
  readonly selected: SelectedInRuns
  readonly table: RunTable
  readonly active: number
  readonly picked: number | null
  readonly shown: number
  readonly slow: number
  readonly onPick: (run: number) => void
}) {
  const shared = useStore((state) => state.shared)
  const { spread, isSampled } = inRuns
  const left = table.runs.length - (spread?.runs ?? 0)
  return (
    <section aria-label="The function in each run" className={styles.strip}>
      <p className={styles.caption}>
        <span className={styles.function}>
          <NameLink name={name} href={hashFor(shared, entryPatch(shared, opened, f))} />
        </span>
        <span className={styles.words} role="status">
          {!canOpenRunsOf(opened)
            ? 'A saved profile does not hold a function’s numbers per run.'
            : asked.phase === 'failed'
              ? `${problemText(asked.problem).title}.`
              : asked.phase === 'loading'
                ? 'Reading the runs …'
                : asked.phase === 'ready' &&
                  `${isSampled ? 'Self time' : 'Never sampled. Calls'}: ${imbalanceText(table, 'self') || 'none of the runs could be read again.'}${spread && left > 0 ? ` ${formatCount(left)} could not be read again: changed or moved.` : ''}`}
        </span>
        {asked.phase === 'loading' && asked.progress !== null && (
          <>
            <progress aria-label="Reading the runs" value={asked.progress} max={1} />
            <Button look="quiet" onClick={dropPerRunStats}>
              Cancel
            </Button>
          </>
        )}
        {canOpenRunsOf(opened) && (asked.phase === 'idle' || asked.phase === 'failed') && (
          <Button
            title="Its self time and calls in each run, read from the files again"
            onClick={askForSelected}
          >
            {asked.phase === 'failed' ? 'Try again' : 'Read each run'}
          </Button>
        )}
      </p>
      {spread && spread.most > 0 ? (
        <Strip
          label={`${isSampled ? 'Self time' : 'Calls'} of ${name} in each run`}
          table={table}
          column="self"
          mean={spread.mean / spread.most}
          {...strip}
        />
      ) : (
        asked.phase === 'loading' && <div className={styles.room} />
      )}
    </section>
  )
}
