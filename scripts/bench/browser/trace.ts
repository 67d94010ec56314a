// Traces Chromium, and finds the main thread's tasks within a measured time range.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import {
  PAGE_THREAD,
  stretchOf,
  TASK,
  threadNamesOf,
  traceEventsOf,
  type TraceEvent,
} from './trace-events.ts'

/** A finished trace. */
export interface Tracing {
  /**
   * Returns the most processor time of a main-thread task that overlaps the measure of this name, in
   * milliseconds. Other load on the machine does not change it.
   */
  hardestTask(measure: string): number
}

/** Starts a trace. Returns a function that ends it. */
export async function startTrace(
  browser: Browser,
  page: Page,
  path: string,
): Promise<() => Promise<Tracing>> {
  await browser.startTracing(page, { path, categories: ['toplevel', 'blink.user_timing'] })
  return async () => {
    await browser.stopTracing()
    return tracingOf(readFileSync(path, 'utf8'))
  }
}

function tracingOf(trace: string): Tracing {
  const events = traceEventsOf(trace)
  const threadOf = threadNamesOf(events)
  const tasks = events.filter((event) => event.name === TASK && threadOf(event) === PAGE_THREAD)
  const within = (measure: string): readonly TraceEvent[] => {
    const { from, to } = stretchOf(events, measure)
    const inside = tasks.filter(({ ts, dur = 0 }) => ts + dur >= from && ts <= to)
    // A main thread without tasks in a page that draws: the trace is unusable.
    if (inside.length === 0) throw new Error(`The trace holds no tasks within "${measure}"`)
    return inside
  }
  return {
    hardestTask(measure) {
      const inside = within(measure)
      if (inside.every(({ tdur }) => tdur === undefined))
        throw new Error('The trace does not say what threads worked')
      return inside.reduce((hardest, { tdur = 0 }) => Math.max(hardest, tdur / 1000), 0)
    },
  }
}
