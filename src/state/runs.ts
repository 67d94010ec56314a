// The runs that a profile is the sum of, or one of: what is known of each without reading a file again.
import type { FunctionInRun, OfferedFile, ProfileView, RunName } from '../../workers/api/contract.ts'
import { nthsOfNames } from '../../workers/core/base/nth-of-name.ts'
import { visibleText } from '../../workers/core/base/visible-text.ts'
import { runNumbers } from '../../workers/core/reports/runs/run-numbers.ts'
import { memoiseLast } from './memoise-last.ts'
import { filesOfAllRuns, isCounted } from './opening/runs.ts'

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
  const names = nthsOfNames(files)
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
