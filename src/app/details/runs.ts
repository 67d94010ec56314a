// The runs a profile is the sum of, so that one which took much longer than the others is found: a rank with too much to do.
import type { OpenedProfile, RunName } from '../../../workers/api/contract.ts'
import { isSameNth, nthsOfNames } from '../../../workers/core/base/nth-of-name.ts'
import { formatSeconds, secondsOf } from '../../../workers/core/reports/quantities.ts'
import { canOpenRunsOf, filesOfAllRuns } from '../../state/opening/runs.ts'

export interface Run {
  readonly name: string
  /** To open it alone; null where it cannot be. */
  readonly run: RunName | null
  readonly isShown: boolean
  readonly detail: string
  readonly time: string
  /** Of the longest one's time, 0–1. */
  readonly fraction: number
}

export interface Runs {
  /** Longest first; the others in the order of their files. */
  readonly runs: readonly Run[]
  /** "0.06 s to 0.18 s each, half of them 0.07 s or more." */
  readonly spread: string
}

/** Null unless there are several that were sampled. */
export function runsOf(opened: OpenedProfile): Runs | null {
  const { rate, abbreviation } = opened.analyzed.profile
  const files = filesOfAllRuns(opened)
  const names = nthsOfNames(files)
  const shared = new Set(names.flatMap(({ name, nth }) => (nth === 2 ? [name] : [])))
  const canOpen = canOpenRunsOf(opened)
  const shown = opened.oneRun?.run ?? null
  const sampled = files
    .flatMap(({ detail, samples }, at) => {
      const run = names[at]
      return run === undefined || samples === undefined ? [] : [{ run, detail, samples }]
    })
    .toSorted((a, b) => b.samples - a.samples)
  const [longest, shortest] = [sampled[0], sampled.at(-1)]
  const middle = sampled[Math.ceil(sampled.length / 2) - 1]
  if (!longest || !middle || !shortest || sampled.length < 2 || longest.samples === 0) return null
  const timeOf = (samples: number) => formatSeconds(secondsOf(samples, rate), abbreviation)
  return {
    runs: sampled.map(({ run, detail, samples }) => ({
      name: runLabel(run, shared.has(run.name)),
      run: canOpen ? run : null,
      isShown: isSameNth(run, shown),
      detail,
      time: timeOf(samples),
      fraction: samples / longest.samples,
    })),
    spread:
      longest.samples === shortest.samples
        ? `${timeOf(longest.samples)} each.`
        : `${timeOf(shortest.samples)} to ${timeOf(longest.samples)} each, half of them ${timeOf(middle.samples)} or more.`,
  }
}

/** Ranks that ran in directories of their own all left a gmon.out: which of them it is, in the order of the files. */
export function runLabel({ name, nth }: RunName, isNameShared: boolean): string {
  return isNameShared ? `${name} (${nth})` : name
}
