// The runs that a profile is the sum of: which there are, and the numbers of one function in each, read from
// the files again.
import type { FunctionInRun, OfferedFile, ProfileView, RunName } from '../../workers/api/contract.ts'
import { fileKeysOf } from '../../workers/core/base/file-key.ts'
import { visibleText } from '../../workers/core/base/text.ts'
import { runNumbers } from '../../workers/core/reports/run-spread.ts'
import { functionName, memoiseLast } from './selectors.ts'
import { filesOfAllRuns, isCounted } from './opening/open.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { abort, IDLE, load } from './worker/requests.ts'
import { type InEachRun, setUi, type State, useStore } from './store.ts'

export interface Run {
  readonly run: RunName
  /** For people. */
  readonly name: string
  /** Not there where nothing was sampled, or it is not known any more. */
  readonly samples: number | undefined
  readonly detail: string
}

/** Those that count in the sum, in the order of the numbers in their names (ranks, processes), else of their files. */
export function runsOf(opened: ProfileView): readonly Run[] {
  return runsAmong(filesOfAllRuns(opened))
}

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

/** Ranks that ran in directories of their own all left a gmon.out: which of them it is, in the order of the files. */
export function runLabel({ name, nth }: RunName, isNameShared: boolean): string {
  const shown = visibleText(name)
  return isNameShared ? `${shown} (${nth})` : shown
}

/** What was found in each run, by the places of `runs`; what does not count in the sum is passed over. */
export function foundByRun(
  runs: readonly Run[],
  found: readonly FunctionInRun[],
): readonly (FunctionInRun | undefined)[] {
  const byName = new Map(found.map((one) => [keyOf(one.run), one]))
  return runs.map(({ run }) => byName.get(keyOf(run)))
}

const keyOf = ({ name, nth }: RunName): string => `${nth} ${name}`

// What one function has in each run: read from the files again when a person asks for it, and kept for the function asked
// about last, whichever run is on screen.

export async function requestPerRunStats(opened: ProfileView, f: FunctionIndex): Promise<void> {
  const { files } = useStore.getState()
  const name = functionName(opened, f)
  await load('each-run', 'inEachRun', [files, f], (runs) => setUi({ inEachRun: { files, name, runs } }))
}

/** Ends the reading; the answer, if it is there, is put away. */
export function dropPerRunStats(): void {
  abort('each-run')
  setUi({ inEachRun: null })
}

/** Idle unless it is about this function of the files on screen. */
export function perRunStatsOf({ ui, files }: State, { name, address }: InEachRun['name']): InEachRun['runs'] {
  const { inEachRun } = ui
  const isAsked =
    inEachRun?.files === files && inEachRun.name.name === name && inEachRun.name.address === address
  return isAsked ? inEachRun.runs : IDLE
}
