// The selected function in each run: reads it from the files again, and shows its times as bars.
import { useEffect, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import {
  functionInRuns,
  type FunctionInRuns,
  imbalanceText,
  type RunTable,
} from '../../../workers/core/reports/run-table.ts'
import { type InEachRun, useStore } from '../../state/store.ts'
import { IDLE } from '../../state/worker/requests.ts'
import { canOpenRunsOf, filesOfAllRuns, isCounted } from '../../state/opening/open.ts'
import { dropPerRunStats, foundByRun, perRunStatsOf, requestPerRunStats, runsOf } from '../../state/runs.ts'
import { entryPatch, functionName, hashFor, selectedOf } from '../../state/selectors.ts'
import { openedIn } from '../../state/session.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { NameLink } from '../../ui/text.tsx'
import { Strip } from './Strip.tsx'
import controls from '../../ui/controls.module.css'
import styles from './runs.module.css'

// The selected function's numbers in each run: requested as soon as it is selected, unless the runs
// are too large or too many, when they are read on request.

/** Limits, in bytes and files, for what is read within a second or two. */
const MOST_BYTES = 64_000_000
const MOST_FILES = 1000
/**
 * Milliseconds for which a function must stay selected: a user who steps through matches moves on
 * sooner.
 */
const REST_MS = 150

/** The selected function's numbers in each run. */
export interface SelectedInRuns {
  readonly f: FunctionIndex
  readonly name: string
  readonly asked: InEachRun['runs']
  readonly inRuns: FunctionInRuns
}

/**
 * Returns the selected function's numbers in each run, and requests them; null without a selection.
 */
export function useFunctionInRuns(opened: ProfileView): SelectedInRuns | null {
  const f = useStore((state) => selectedOf(opened, state.shared.selected))
  const files = useStore((state) => state.files)
  const runs = runsOf(opened)
  const isToBeAsked = useMemo(() => canOpenRunsOf(opened) && isReadSoon(opened), [opened])
  useEffect(() => {
    if (f === null || !isToBeAsked) return
    const timer = setTimeout(() => askOnce(files), REST_MS)
    return () => clearTimeout(timer)
  }, [f, files, isToBeAsked])
  const name = useMemo(() => (f === null ? null : functionName(opened, f)), [opened, f])
  const asked = useStore((state) => (name ? perRunStatsOf(state, name) : IDLE))
  const shown = f === null ? '' : displayName(opened.analyzed.profile.functions, f)
  const inRuns = useMemo(
    () => functionInRuns(shown, asked.phase === 'ready' ? foundByRun(runs, asked.value) : []),
    [shown, runs, asked],
  )
  return useMemo(() => (f === null ? null : { f, name: shown, asked, inRuns }), [f, shown, asked, inRuns])
}

/** Also if it was requested before. */
function askForSelected(): void {
  const { session, shared } = useStore.getState()
  const opened = openedIn(session)
  const f = selectedOf(opened, shared.selected)
  if (opened && f !== null) void requestPerRunStats(opened, f)
}

function askOnce(files: readonly File[]): void {
  const state = useStore.getState()
  const { selected } = state.shared
  // Known already, or other files have been opened since.
  if (selected && state.files === files && perRunStatsOf(state, selected).phase === 'idle') askForSelected()
}

function isReadSoon(opened: ProfileView): boolean {
  const runs = filesOfAllRuns(opened).filter(isCounted)
  return runs.length <= MOST_FILES && runs.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES
}

// The selected function in each run: its strip, or why there is none.

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
            ? 'What it has in each run is not kept in a saved profile.'
            : asked.phase === 'failed'
              ? `${problemText(asked.problem).title}.`
              : asked.phase === 'loading'
                ? 'Reading the runs …'
                : asked.phase === 'ready' &&
                  `${isSampled ? 'Self time' : 'Never sampled. Calls'}: ${imbalanceText(table, 'self') || 'none of the runs could be read again.'}${spread && left > 0 ? ` ${formatCount(left)} could not be read again: changed or moved since.` : ''}`}
        </span>
        {asked.phase === 'loading' && asked.progress !== null && (
          <>
            <progress aria-label="Reading the runs" value={asked.progress} max={1} />
            <button type="button" className={controls.quiet} onClick={dropPerRunStats}>
              Cancel
            </button>
          </>
        )}
        {canOpenRunsOf(opened) && (asked.phase === 'idle' || asked.phase === 'failed') && (
          <button
            type="button"
            className={controls.button}
            title="Its self time and calls in each run, read from the files again"
            onClick={askForSelected}
          >
            {asked.phase === 'failed' ? 'Try again' : 'Read it from each run'}
          </button>
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
