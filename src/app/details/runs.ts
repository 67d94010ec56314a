// The runs a profile is the sum of as lists in the details: the longest first, so that a rank with too much to do is found, as a
// whole or in one function.
import type { FunctionInRun, ProfileView, RunName } from '../../../workers/api/contract.ts'
import { isSameFileKey } from '../../../workers/core/base/file-key.ts'
import {
  formatCount,
  formatCounted,
  formatExact,
  formatSeconds,
  secondsOf,
} from '../../../workers/core/reports/quantities.ts'
import { spreadOf, spreadText } from '../../../workers/core/reports/run-spread.ts'
import { canOpenRunsOf } from '../../state/opening/open.ts'
import { foundByRun, runsOf, type Run } from '../../state/runs.ts'

export interface RunLine {
  readonly name: string
  /** To open it alone; null where it cannot be. */
  readonly run: RunName | null
  readonly isShown: boolean
  readonly detail: string
  /** Of a function that is counted. */
  readonly calls?: string
  /** "" where nothing was sampled in any. */
  readonly time: string
  /** Of the longest one's time, 0–1. */
  readonly fraction: number
}

export interface RunLines {
  /** Longest first; the others in the order of their files. */
  readonly lines: readonly RunLine[]
  /** "0.06 s to 0.18 s each, half of them 0.07 s or more. The most is 1.89 times the mean; chance alone may do that." */
  readonly spread: string
}

/** Null unless there are several that were sampled. */
export function longestRuns(opened: ProfileView): RunLines | null {
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
    spread: spreadText(spreadOf(sampled.map(({ samples }) => samples)), timeOf, true),
  }
}

/** A function's self time in each run; of one that was never sampled its calls. */
export function functionInRuns(opened: ProfileView, found: readonly FunctionInRun[]): RunLines {
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
    spread: spreadText(
      spreadOf(sizes),
      isSampled ? timeOf : (count) => formatCounted(count, 'call'),
      isSampled,
    ),
  }
}

function timesOf({ analyzed: { profile } }: ProfileView): (samples: number) => string {
  return (samples) => formatSeconds(secondsOf(samples, profile.rate), profile.abbreviation)
}

function linesOf(opened: ProfileView): (run: Run) => Pick<RunLine, 'name' | 'run' | 'isShown'> {
  const canOpen = canOpenRunsOf(opened)
  const shown = opened.oneRun?.run ?? null
  return ({ run, name }) => ({ name, run: canOpen ? run : null, isShown: isSameFileKey(run, shown) })
}
