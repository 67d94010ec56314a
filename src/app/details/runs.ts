// The runs a profile is the sum of, so that one which took much longer than the others is found, as a whole or in one
// function: a rank with too much to do.
import type { FunctionInRun, OfferedFile, OpenedProfile, RunName } from '../../../workers/api/contract.ts'
import { isSameNth, nthsOfNames } from '../../../workers/core/base/nth-of-name.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import {
  formatCount,
  formatCounted,
  formatExact,
  formatSeconds,
  secondsOf,
} from '../../../workers/core/reports/quantities.ts'
import { canOpenRunsOf, filesOfAllRuns } from '../../state/opening/runs.ts'

export interface Run {
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

export interface Runs {
  /** Longest first; the others in the order of their files. */
  readonly runs: readonly Run[]
  /** "0.06 s to 0.18 s each, half of them 0.07 s or more. The most is 1.9 times the mean; chance alone may do that." */
  readonly spread: string
}

/** Null unless there are several that were sampled. */
export function runsOf(opened: OpenedProfile): Runs | null {
  const files = filesOfAllRuns(opened)
  const names = nthsOfNames(files)
  const sampled = files
    .flatMap(({ detail, samples }, at) => {
      const run = names[at]
      return run === undefined || samples === undefined ? [] : [{ run, detail, samples }]
    })
    .toSorted((a, b) => b.samples - a.samples)
  const most = sampled[0]?.samples ?? 0
  if (sampled.length < 2 || most === 0) return null
  const timeOf = timesOf(opened)
  const lineOf = linesOf(opened)
  return {
    runs: sampled.map(({ run, detail, samples }) => ({
      ...lineOf(run),
      detail: visibleText(detail),
      time: timeOf(samples),
      fraction: samples / most,
    })),
    spread: spreadOf(
      sampled.map(({ samples }) => samples),
      timeOf,
      chanceOf,
    ),
  }
}

/** A function's self time in each run; of one that was never sampled its calls. */
export function functionInRuns(opened: OpenedProfile, found: readonly FunctionInRun[]): Runs {
  const timeOf = timesOf(opened)
  const lineOf = linesOf(opened)
  const counted = new Set(countedRuns(opened).map(keyOf))
  const all = found
    .filter(({ run }) => counted.has(keyOf(run)))
    .toSorted((a, b) => b.ticks - a.ticks || b.calls - a.calls)
  const isSampled = all.some(({ ticks }) => ticks > 0)
  const sizes = all.map(({ ticks, calls }) => (isSampled ? ticks : calls))
  const most = sizes[0] ?? 0
  return {
    runs: all.map(({ run, ticks, calls, selfCalls }, at) => ({
      ...lineOf(run),
      detail: `${formatExact(ticks)} samples, ${formatCounted(calls, 'call')}${selfCalls > 0 ? ` and ${formatCount(selfCalls)} by itself` : ''}`,
      calls: calls === 0 ? '' : `${formatCount(calls)} ×`,
      time: isSampled ? timeOf(ticks) : '',
      fraction: most > 0 ? (sizes[at] ?? 0) / most : 0,
    })),
    spread: isSampled
      ? spreadOf(sizes, timeOf, chanceOf)
      : spreadOf(sizes, (calls) => formatCounted(calls, 'call')),
  }
}

/** The profiles that count in the sum. */
export function countedRuns(opened: OpenedProfile): readonly RunName[] {
  const files = filesOfAllRuns(opened)
  const isCounted = ({ kind, problem }: OfferedFile): boolean => kind === 'profile' && problem === null
  return nthsOfNames(files).filter((_, at) => files.slice(at, at + 1).some(isCounted))
}

const keyOf = ({ name, nth }: RunName): string => `${nth} ${name}`

/** @param sizes descending */
function spreadOf(
  sizes: readonly number[],
  textOf: (size: number) => string,
  /** What may be behind the longest one; nothing of calls, which are exact. */
  behind: (most: number, mean: number, runs: number) => string = () => '',
): string {
  const [most = 0, middle = 0] = [sizes[0], sizes[Math.ceil(sizes.length / 2) - 1]]
  const least = sizes.at(-1) ?? 0
  if (most === least) return `${textOf(most)} each.`
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  const half = sizes.length > 2 ? `, half of them ${textOf(middle)} or more` : ''
  return `${textOf(least)} to ${textOf(most)} each${half}. The most is ${(most / mean).toFixed(1)} times the mean${behind(most, mean, sizes.length)}.`
}

/**
 * Whether `most` samples would surprise as the largest of `runs` equal runs. Samples are taken as independent: each falls
 * into any run alike, for the mean is that of the very runs. The chance of so many is bounded by Chernoff's inequality: no
 * table, and it holds for few samples, too.
 */
function chanceOf(most: number, mean: number, runs: number): string {
  const others = mean * runs - most
  const rest = others > 0 ? others * Math.log(others / (mean * (runs - 1))) : 0
  const chance = runs * Math.exp(-most * Math.log(most / mean) - rest)
  return chance < 0.01 ? ', more than chance alone does' : '; chance alone may do that'
}

function timesOf({ analyzed: { profile } }: OpenedProfile): (samples: number) => string {
  return (samples) => formatSeconds(secondsOf(samples, profile.rate), profile.abbreviation)
}

function linesOf(opened: OpenedProfile): (run: RunName) => Pick<Run, 'name' | 'run' | 'isShown'> {
  const names = nthsOfNames(filesOfAllRuns(opened))
  const shared = new Set(names.flatMap(({ name, nth }) => (nth === 2 ? [name] : [])))
  const canOpen = canOpenRunsOf(opened)
  const shown = opened.oneRun?.run ?? null
  return (run) => ({
    name: runLabel(run, shared.has(run.name)),
    run: canOpen ? run : null,
    isShown: isSameNth(run, shown),
  })
}

/** Ranks that ran in directories of their own all left a gmon.out: which of them it is, in the order of the files. */
export function runLabel({ name, nth }: RunName, isNameShared: boolean): string {
  const shown = visibleText(name)
  return isNameShared ? `${shown} (${nth})` : shown
}
