// Events of a Chromium trace.

/** An event of a Chromium trace. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  /** Microseconds that the thread itself ran during the event. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Name of the page's main thread, and of its tasks. */
export const PAGE_THREAD = 'CrRendererMain'
/** Name of a thread's task. */
export const TASK = 'ThreadControllerImpl::RunTask'

/** Returns the events of a trace in JSON. */
export function traceEventsOf(trace: string): readonly TraceEvent[] {
  return (JSON.parse(trace) as { traceEvents: readonly TraceEvent[] }).traceEvents
}

/**
 * Returns the time range, in microseconds, from the first to the last `performance.measure` of that
 * name.
 */
export function stretchOf(events: readonly TraceEvent[], measure: string): { from: number; to: number } {
  const spans = events.filter(({ name }) => name === measure)
  const from = Math.min(...spans.filter(({ ph }) => ph === 'b').map(({ ts }) => ts))
  const to = Math.max(...spans.filter(({ ph }) => ph === 'e').map(({ ts }) => ts))
  if (!(to >= from)) throw new Error(`The trace does not hold the measure "${measure}"`)
  return { from, to }
}

/** Returns a function that gives the name of an event's thread. */
export function threadNamesOf(events: readonly TraceEvent[]): (event: TraceEvent) => string {
  const names = new Map<string, string>()
  for (const { name, pid, tid, args } of events) {
    if (name === 'thread_name') names.set(`${pid} ${tid}`, args?.name ?? '')
  }
  return ({ pid, tid }) => names.get(`${pid} ${tid}`) ?? ''
}
