// The selected function's numbers in each run: requested as soon as it is selected, unless that would
// take long.
import { useEffect, useMemo } from 'react'
import { functionInRuns, type FunctionInRuns } from '../../../workers/core/reports/runs/run-table.ts'
import { canOpenRunsOf, filesOfAllRuns, isCounted } from '../../state/opening/runs.ts'
import { foundByRun, perRunStatsOf, requestPerRunStats, runsOf } from '../../state/questions/per-run-stats.ts'
import { functionName, selectedOf } from '../../state/selectors.ts'
import type { InEachRun } from '../../state/ui-state.ts'
import { openedIn } from '../../state/session.ts'
import { useStore } from '../../state/store.ts'
import { IDLE } from '../../state/worker/async-value.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { displayName } from '../../../workers/core/names/names.ts'

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
export function askForSelected(): void {
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
