// What the selected function has in each run: asked for as soon as it is selected, unless the runs are so large or many that
// reading them again is a person's to ask for.
import { useEffect, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/tables.ts'
import { displayName } from '../../../workers/core/reports/names/names.ts'
import { functionInRuns, type FunctionInRuns } from '../../../workers/core/reports/runs/run-table.ts'
import type { InEachRun } from '../../state/ui-state.ts'
import { IDLE } from '../../state/async-value.ts'
import { canOpenRunsOf, filesOfAllRuns, isCounted } from '../../state/opening/runs.ts'
import { foundByRun, runsOf } from '../../state/runs.ts'
import { functionName, selectedOf } from '../../state/selectors.ts'
import { openedIn } from '../../state/session.ts'
import { useStore } from '../../state/store.ts'
import { askEachRun, eachRunOf } from '../../state/worker/each-run.ts'

/** Bytes, and files, that are read within a second or two. */
const MOST_BYTES = 64_000_000
const MOST_FILES = 1000
/** Milliseconds that a function stays selected: whoever walks through matches is on the way to another. */
const REST_MS = 150

export interface SelectedInRuns {
  readonly f: FunctionIndex
  readonly name: string
  readonly asked: InEachRun['runs']
  readonly inRuns: FunctionInRuns
}

/** Null without a function. */
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
  const asked = useStore((state) => (name ? eachRunOf(state, name) : IDLE))
  const shown = f === null ? '' : displayName(opened.analyzed.profile.functions, f)
  const inRuns = useMemo(
    () => functionInRuns(shown, asked.phase === 'ready' ? foundByRun(runs, asked.value) : []),
    [shown, runs, asked],
  )
  return useMemo(() => (f === null ? null : { f, name: shown, asked, inRuns }), [f, shown, asked, inRuns])
}

/** Also if it was asked for before. */
export function askForSelected(): void {
  const { session, shared } = useStore.getState()
  const opened = openedIn(session)
  const f = selectedOf(opened, shared.selected)
  if (opened && f !== null) void askEachRun(opened, f)
}

function askOnce(files: readonly File[]): void {
  const state = useStore.getState()
  const { selected } = state.shared
  // Known already, or others have been dropped since.
  if (selected && state.files === files && eachRunOf(state, selected).phase === 'idle') askForSelected()
}

function isReadSoon(opened: ProfileView): boolean {
  const runs = filesOfAllRuns(opened).filter(isCounted)
  return runs.length <= MOST_FILES && runs.reduce((sum, { size }) => sum + size, 0) <= MOST_BYTES
}
