// Runs in the details, longest first: those of the whole profile in the overview, and those of the
// selected function on request.
import { createContext, use, useDeferredValue, useMemo, useRef } from 'react'
import {
  formatCount,
  formatCounted,
  formatExact,
  formatSeconds,
  secondsOf,
} from '../../../workers/core/reports/quantities.ts'
import { RunsLink } from '../workspace/RunBar.tsx'
import type { FunctionInRun, ProfileView, RunName } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { prepareConnection, valueOf } from '../../state/worker/requests.ts'
import {
  dropPerRunStats,
  foundByRun,
  perRunStatsOf,
  requestPerRunStats,
  type Run,
  runsOf,
} from '../../state/runs.ts'
import { canOpenRunsOf } from '../../state/opening/open.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { EMPTY_URL_STATE } from '../../state/url-state.ts'
import { LongList } from '../../ui/LongList.tsx'
import { TimeBar } from '../../ui/table/TimeBar.tsx'
import { isSameFileKey } from '../../../workers/core/base/file-key.ts'
import { RUNS_AS_MEASURED, spreadOf, spreadText } from '../../../workers/core/reports/run-spread.ts'
import controls from '../../ui/controls.module.css'
import names from '../../ui/long-name.module.css'
import styles from './details.module.css'

const RUNS_IN_OVERVIEW = 4

export function RunList({ lines, spread }: RunTimes) {
  return (
    <section className={styles.relatives} aria-label="Runs">
      <h3 className={styles.subtitle}>
        Runs <span className={styles.total}>{formatCount(lines.length)}</span>
      </h3>
      <p className={styles.why}>{spread}</p>
      <RunLineList lines={lines.slice(0, RUNS_IN_OVERVIEW)} />
      <RunsLink className={styles.all}>
        {lines.length > RUNS_IN_OVERVIEW ? `All ${formatCount(lines.length)}` : 'All'} in the view Runs
      </RunsLink>
    </section>
  )
}

// Shows the function's numbers in each run, on request. An imbalance between ranks shows by
// function.

export function PerRunTimes({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const name = useMemo(() => functionName(opened, f), [opened, f])
  const asked = useStore((state) => perRunStatsOf(state, name))
  const count = runsOf(opened).length
  const runs = valueOf(asked)
  const listed = useMemo(() => runs && functionInRuns(opened, runs), [opened, runs])
  const section = useRef<HTMLElement>(null)
  if (count < 2 || !canOpenRunsOf(opened)) return null
  // The button is at the end of the panel: scroll so that the answer is in view.
  const ask = async () => {
    await requestPerRunStats(opened, f)
    requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <section ref={section} className={styles.relatives} aria-label="In each run">
      <button
        type="button"
        className={`${controls.toggle} ${styles.ask}`}
        aria-pressed={asked.phase !== 'idle'}
        title={`Its self time and calls in each of the ${formatCount(count)} runs, read from the files again`}
        onClick={() => (asked.phase === 'idle' ? void ask() : dropPerRunStats())}
      >
        In each run
      </button>
      {asked.phase === 'loading' && (
        <p className={styles.none}>
          Reading the runs …{' '}
          {asked.progress !== null && (
            <>
              <progress aria-label="Reading the runs" value={asked.progress} max={1} />
              <button type="button" className={controls.quiet} onClick={dropPerRunStats}>
                Cancel
              </button>
            </>
          )}
        </p>
      )}
      {asked.phase === 'failed' && <p className={styles.none}>{problemText(asked.problem).title}.</p>}
      {listed && (
        <>
          {listed.lines.length > 0 && <p className={styles.why}>{listed.spread}</p>}
          <RunLineList lines={listed.lines} />
          <RunsLink className={styles.all}>Side by side in the view Runs</RunsLink>
          {listed.lines.length < count && (
            <p className={styles.none}>
              {formatCount(count - listed.lines.length)} could not be read again: changed or moved since.
            </p>
          )}
        </>
      )}
    </section>
  )
}

// Runs, one a line, each with its time as a fraction of the longest. A line links to that run
// alone.

const SHOWN = 6

/** The URL state that the links are derived from. */
const Shared = createContext(EMPTY_URL_STATE)

function RunLineList({ lines }: { readonly lines: readonly RunLine[] }) {
  // Each keystroke of a search changes up to a thousand links: deferred.
  const shared = useDeferredValue(useStore((state) => state.shared))
  return (
    <Shared value={shared}>
      <LongList items={lines} shown={SHOWN} Line={Line} />
    </Shared>
  )
}

function Line({ item }: { readonly item: RunLine }) {
  const { name, run, isShown, detail, calls, time, fraction } = item
  const shared = use(Shared)
  return (
    <li className={styles.relative} title={detail} data-shown={isShown}>
      {run ? (
        <a
          href={hashFor(shared, { run })}
          className={names.link}
          title={`Only this run: ${detail}`}
          aria-current={isShown}
          // Starting a worker takes longer than opening one run.
          onPointerEnter={() => prepareConnection()}
          onFocus={() => prepareConnection()}
        >
          {name}
        </a>
      ) : (
        <span className={names.plain}>{name}</span>
      )}
      {calls !== undefined && <span className={styles.count}>{calls}</span>}
      <span className={calls === undefined ? styles.run : styles.time}>{time}</span>
      <TimeBar hasTrack self={fraction} />
    </li>
  )
}

// Lists of runs for the details, longest first, so that an overloaded rank is found by its total or
// by one function.

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
   * For example "0.06 s to 0.18 s each, half of them 0.07 s or more. The most is 1.89 times the
   * mean; chance alone may do that."
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
    spread: spreadText(spreadOf(sampled.map(({ samples }) => samples)), timeOf, true) + measuredNote(opened),
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
      spreadText(spreadOf(sizes), isSampled ? timeOf : (count) => formatCounted(count, 'call'), isSampled) +
      measuredNote(opened),
  }
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
