// Lists of runs for the details, longest first, so that an overloaded rank is found by its total or by
// one function.
import type { FunctionInRun, ProfileView, RunName } from '../../../workers/api/contract.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import {
  formatCount,
  formatCounted,
  formatExact,
  formatSeconds,
  secondsOf,
} from '../../../workers/core/quantities.ts'
import { imbalanceOfRuns, foundByRun, type Run, runsOf } from '../../state/questions/per-run-stats.ts'
import { canOpenRunsOf } from '../../state/opening/runs.ts'
import { isSameFileKey } from '../../../workers/core/base/file-key.ts'
import {
  chanceText,
  functionChanceText,
  type Spread,
  spreadOf,
  spreadText,
} from '../../../workers/core/trust/runs/run-spread.ts'
import { RUNS_AS_MEASURED } from '../../../workers/core/reports/runs/run-numbers.ts'
import { imbalanceRows } from '../../../workers/core/reports/runs/imbalance-rows.ts'
import { runTable } from '../../../workers/core/reports/runs/run-table.ts'

/** One run in a list of runs. */
export interface RunLine {
  readonly name: string
  /** The run to open; null if it cannot be opened alone. */
  readonly run: RunName | null
  readonly isShown: boolean
  readonly detail: string
  /** Calls of the function, if they were counted. */
  readonly calls?: string
  /** Empty if no run has a sample. */
  readonly time: string
  /** Fraction of the longest run's time, 0–1. */
  readonly fraction: number
}

/** A list of runs with a sentence about how much they differ. */
export interface RunTimes {
  /** Longest first; equal runs in the order of their files. */
  readonly lines: readonly RunLine[]
  /**
   * For example "0.06 s to 0.18 s per run, median 0.07 s. The largest is 1.89 times the
   * mean, within noise."
   */
  readonly spread: string
}

/** Returns the profile's runs, longest first. Null unless several of them have samples. */
export function longestRuns(opened: ProfileView): RunTimes | null {
  const sampled = runsOf(opened)
    .flatMap((run) => (run.samples === undefined ? [] : [{ ...run, samples: run.samples }]))
    .toSorted((a, b) => b.samples - a.samples)
  const most = sampled[0]?.samples ?? 0
  if (sampled.length < 2 || most === 0) return null
  const timeOf = timesOf(opened)
  const lineOf = linesOf(opened)
  return {
    lines: sampled.map((run) => ({
      ...lineOf(run),
      detail: run.detail,
      time: timeOf(run.samples),
      fraction: run.samples / most,
    })),
    spread: allRunsText(opened, spreadOf(sampled.map(({ samples }) => samples))),
  }
}

/** Returns a function's self time in each run, or its calls if it has no sample. */
export function functionInRuns(opened: ProfileView, found: readonly FunctionInRun[]): RunTimes {
  const timeOf = timesOf(opened)
  const lineOf = linesOf(opened)
  const runs = runsOf(opened)
  const all = foundByRun(runs, found)
    .flatMap((one, at) => {
      const run = runs[at]
      return one && run ? [{ ...one, ...lineOf(run) }] : []
    })
    .toSorted((a, b) => b.ticks - a.ticks || b.calls - a.calls)
  const isSampled = all.some(({ ticks }) => ticks > 0)
  const sizes = all.map(({ ticks, calls }) => (isSampled ? ticks : calls))
  const spread = spreadOf(sizes)
  const most = sizes[0] ?? 0
  return {
    lines: all.map(({ name, run, isShown, ticks, calls, selfCalls }, at) => ({
      name,
      run,
      isShown,
      detail: `${formatExact(ticks)} samples, ${formatCounted(calls, 'call')}${selfCalls > 0 ? ` and ${formatCount(selfCalls)} by itself` : ''}`,
      calls: calls === 0 ? '' : `${formatCount(calls)} ×`,
      time: isSampled ? timeOf(ticks) : '',
      fraction: most > 0 ? (sizes[at] ?? 0) / most : 0,
    })),
    spread:
      (isSampled
        ? spreadText(spread, timeOf, functionChanceText(spread, imbalanceOfRuns(opened)))
        : spreadText(spread, (count) => formatCounted(count, 'call'), '')) + measuredNote(opened),
  }
}

/** How much the runs differ, and in which function one of them has far more than the others. */
function allRunsText(opened: ProfileView, spread: Spread): string {
  const { profile } = opened.analyzed
  const imbalance = imbalanceOfRuns(opened)
  const runs = runsOf(opened)
  const table = runTable(runs, profile, null, imbalance)
  const [most] = imbalanceRows(table, (key) => runs.findIndex(({ run }) => isSameFileKey(run, key)))
  const slow = most?.isSignificant
    ? ` ${most.runLabel}: ${most.excess} in ${displayName(profile.functions, most.f)}.`
    : ''
  return spreadText(spread, timesOf(opened), chanceText(spread, imbalance)) + slow + measuredNote(opened)
}

/** Times of runs do not follow the scenario's faster functions; "" where it has none. */
const measuredNote = ({ analyzed }: ProfileView): string =>
  analyzed.scenario.faster.length === 0 ? '' : ` ${RUNS_AS_MEASURED}`

function timesOf({ analyzed: { profile } }: ProfileView): (samples: number) => string {
  return (samples) => formatSeconds(secondsOf(samples, profile.rate), profile.abbreviation)
}

function linesOf(opened: ProfileView): (run: Run) => Pick<RunLine, 'name' | 'run' | 'isShown'> {
  const canOpen = canOpenRunsOf(opened)
  const shown = opened.oneRun?.run ?? null
  return ({ run, name }) => ({ name, run: canOpen ? run : null, isShown: isSameFileKey(run, shown) })
}
