// What Chromium writes of a traced stretch of time.

export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  /** What the thread worked of that, others not counted; microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** The name of the page's own thread, and of what a thread does there. */
export const PAGE_THREAD = 'CrRendererMain'
export const TASK = 'ThreadControllerImpl::RunTask'

export function traceEventsOf(trace: string): readonly TraceEvent[] {
  return (JSON.parse(trace) as { traceEvents: readonly TraceEvent[] }).traceEvents
}

/** Microseconds, from the first to the last `performance.measure` of that name. */
export function stretchOf(events: readonly TraceEvent[], measure: string): { from: number; to: number } {
  const spans = events.filter(({ name }) => name === measure)
  const from = Math.min(...spans.filter(({ ph }) => ph === 'b').map(({ ts }) => ts))
  const to = Math.max(...spans.filter(({ ph }) => ph === 'e').map(({ ts }) => ts))
  if (!(to >= from)) throw new Error(`The trace does not hold the measure "${measure}"`)
  return { from, to }
}

/** The name of the thread that an event belongs to. */
export function threadNamesOf(events: readonly TraceEvent[]): (event: TraceEvent) => string {
  const names = new Map<string, string>()
  for (const { name, pid, tid, args } of events) {
    if (name === 'thread_name') names.set(`${pid} ${tid}`, args?.name ?? '')
  }
  return ({ pid, tid }) => names.get(`${pid} ${tid}`) ?? ''
}
