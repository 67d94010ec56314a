// A trace of Chromium → what one measured stretch of it cost, by the clock and by thread.

/** Milliseconds. */
export interface CutCosts {
  readonly wall: number
  /** Processor time of the worker's thread, of the page's, and of all that paint. */
  readonly worker: number
  readonly page: number
  readonly browser: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

const TASKS = new Set(['ThreadControllerImpl::RunTask', 'ThreadPool_RunTask'])
const PAINTING = new Set(['Compositor', 'VizCompositorThread', 'CrGpuMain', 'CrBrowserMain'])

/** @param measure name of the `performance.measure` that spans the stretch */
export function costsBetween(trace: string, measure: string): CutCosts {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] }
  const spans = traceEvents.filter(({ name }) => name === measure)
  const from = Math.min(...spans.filter(({ ph }) => ph === 'b').map(({ ts }) => ts))
  const to = Math.max(...spans.filter(({ ph }) => ph === 'e').map(({ ts }) => ts))
  if (!(to > from)) throw new Error(`The trace does not hold the measure "${measure}"`)
  const threads = new Map<string, string>()
  for (const { name, pid, tid, args } of traceEvents) {
    if (name === 'thread_name') threads.set(`${pid} ${tid}`, args?.name ?? '')
  }
  const costs = { worker: 0, page: 0, browser: 0 }
  for (const { name, pid, tid, ts, dur = 0, tdur = 0 } of traceEvents) {
    if (!TASKS.has(name) || ts + dur < from || ts > to) continue
    const thread = threads.get(`${pid} ${tid}`) ?? ''
    if (thread.startsWith('DedicatedWorker')) costs.worker += tdur / 1000
    else if (thread === 'CrRendererMain') costs.page += tdur / 1000
    else if (PAINTING.has(thread)) costs.browser += tdur / 1000
  }
  return { wall: (to - from) / 1000, ...costs }
}

export function medianCosts(costs: readonly CutCosts[]): CutCosts {
  const median = (key: keyof CutCosts): number => {
    const sorted = costs.map((cost) => cost[key]).toSorted((left, right) => left - right)
    return sorted[sorted.length >> 1] ?? Number.NaN
  }
  return { wall: median('wall'), worker: median('worker'), page: median('page'), browser: median('browser') }
}
