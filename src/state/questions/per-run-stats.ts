// The runs of a summed profile with the numbers of one function in each.
import type { FunctionInRun, OfferedFile, ProfileView, RunName } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { load } from '../worker/request.ts'
import { workers } from '../worker/connection.ts'
import { IDLE } from '../worker/async-value.ts'
import { filesOfAllRuns, isCounted } from '../opening/runs.ts'
import { functionName, memoiseLast } from '../selectors.ts'
import type { InEachRun } from '../ui-state.ts'
import { setUi, type State, useStore } from '../store.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { fileKeysOf } from '../../../workers/core/base/file-key.ts'
import type { RunImbalance } from '../../../workers/core/trust/runs/run-imbalance.ts'
import { runNumbers } from '../../../workers/core/reports/runs/run-numbers.ts'

/** A run of a summed profile. */
export interface Run {
  readonly run: RunName
  /** The run's name, for display. */
  readonly name: string
  /** Number of samples; undefined without samples or if it is unknown. */
  readonly samples: number | undefined
  readonly detail: string
}

/**
 * Returns the runs that count in the sum, ordered by the numbers in their names (ranks, processes),
 * else by file order.
 */
export function runsOf(opened: ProfileView): readonly Run[] {
  return runsAmong(filesOfAllRuns(opened))
}

/** Returns which run has the most of each function, of all runs; null if unknown. */
export const imbalanceOfRuns = ({ oneRun, imbalance }: ProfileView): RunImbalance | null =>
  (oneRun ? oneRun.imbalance : imbalance) ?? null

const runsAmong = memoiseLast((files: readonly OfferedFile[]): readonly Run[] => {
  const names = fileKeysOf(files)
  const shared = new Set(names.flatMap(({ name, nth }) => (nth === 2 ? [name] : [])))
  const runs = files.flatMap((file, at) => {
    const run = names[at]
    if (run === undefined || !isCounted(file)) return []
    const { samples, detail } = file
    return [{ run, name: runLabel(run, shared.has(run.name)), samples, detail: visibleText(detail) }]
  })
  const numbers = runNumbers(runs.map(({ name }) => name))
  if (!numbers) return runs
  const numbered = runs.map((run, at) => ({ run, number: numbers[at] ?? 0 }))
  return numbered.toSorted((a, b) => a.number - b.number).map(({ run }) => run)
})

/**
 * Returns a run's label. Ranks with a directory each all wrote a `gmon.out`: the label then
 * includes the position among these files.
 */
export function runLabel({ name, nth }: RunName, isNameShared: boolean): string {
  const shown = visibleText(name)
  return isNameShared ? `${shown} (${nth})` : shown
}

/**
 * Returns the findings of each run, by index into `runs`. Files that do not count in the sum are
 * skipped.
 */
export function foundByRun(
  runs: readonly Run[],
  found: readonly FunctionInRun[],
): readonly (FunctionInRun | undefined)[] {
  const byName = new Map(found.map((one) => [keyOf(one.run), one]))
  return runs.map(({ run }) => byName.get(keyOf(run)))
}

const keyOf = ({ name, nth }: RunName): string => `${nth} ${name}`

/** Reads the function's numbers in each run, and stores them in the UI state. */
export async function requestPerRunStats(opened: ProfileView, f: FunctionIndex): Promise<void> {
  const { files } = useStore.getState()
  const name = functionName(opened, f)
  await load('each-run', 'inEachRun', [files, f], (runs) => setUi({ inEachRun: { files, name, runs } }))
}

/** Cancels the reading, or drops the answer. */
export function dropPerRunStats(): void {
  workers.abort('each-run')
  setUi({ inEachRun: null })
}

/**
 * Returns the stored numbers, or `idle` unless they are for this function of the files on screen.
 */
export function perRunStatsOf({ ui, files }: State, { name, address }: InEachRun['name']): InEachRun['runs'] {
  const { inEachRun } = ui
  const isAsked =
    inEachRun?.files === files && inEachRun.name.name === name && inEachRun.name.address === address
  return isAsked ? inEachRun.runs : IDLE
}
