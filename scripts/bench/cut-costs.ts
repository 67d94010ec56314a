// Costs of one measured time range of a Chromium trace, by wall clock and by thread.
import { PAGE_THREAD, stretchOf, TASK, threadNamesOf, traceEventsOf } from './browser/trace-events.ts'

/** In milliseconds. */
export interface CutCosts {
  readonly wall: number
  /** Processor time of the worker's thread, of the main thread, and of all that paint. */
  readonly worker: number
  readonly page: number
  readonly browser: number
}

const TASKS = new Set([TASK, 'ThreadPool_RunTask'])
const PAINTING = new Set(['Compositor', 'VizCompositorThread', 'CrGpuMain', 'CrBrowserMain'])

/**
 * Returns the costs within the measure of this name.
 *
 * @param measure name of the `performance.measure` that spans the stretch
 */
export function costsBetween(trace: string, measure: string): CutCosts {
  const events = traceEventsOf(trace)
  const { from, to } = stretchOf(events, measure)
  const threadOf = threadNamesOf(events)
  const costs = { worker: 0, page: 0, browser: 0 }
  for (const event of events) {
    const { name, ts, dur = 0, tdur = 0 } = event
    if (!TASKS.has(name) || ts + dur < from || ts > to) continue
    const thread = threadOf(event)
    if (thread.startsWith('DedicatedWorker')) costs.worker += tdur / 1000
    else if (thread === PAGE_THREAD) costs.page += tdur / 1000
    else if (PAINTING.has(thread)) costs.browser += tdur / 1000
  }
  return { wall: (to - from) / 1000, ...costs }
}

/** Returns the median of each cost. */
export function medianCosts(costs: readonly CutCosts[]): CutCosts {
  const median = (key: keyof CutCosts): number => {
    const sorted = costs.map((cost) => cost[key]).toSorted((left, right) => left - right)
    return sorted[sorted.length >> 1] ?? Number.NaN
  }
  return { wall: median('wall'), worker: median('worker'), page: median('page'), browser: median('browser') }
}
