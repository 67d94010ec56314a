// Asking a worker: progress until the answer, a signal that aborts a question, and the worker's
// end, which answers all open questions.
import { expose } from 'comlink'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { succeed } from '../core/base/result.ts'
import { connectProfileService, SILENT_MS } from './client.ts'

const CANCELLED = { ok: false, problem: { code: 'host/cancelled' } }

/** Questions to the worker, oldest first, and functions that answer them. */
interface Call {
  readonly signal: AbortSignal | null
  readonly report: (progress: { readonly done: number; readonly total: number }) => void
  readonly answer: (value: unknown) => void
}
let calls: Call[] = []
let signs = 0
let end = (): void => {}

const question = (...args: readonly unknown[]) =>
  new Promise((answer) => {
    const [signal, report] = args.slice(-3) as [Call['signal'], Call['report']]
    calls.push({ signal, report, answer })
  })

/** A worker in this thread. */
class WorkerHere extends EventTarget {
  constructor() {
    super()
    const { port1, port2 } = new MessageChannel()
    expose({ open: question, sort: question, hotLines: question, isAlive: () => ++signs > 0 }, port2)
    port1.addEventListener('message', ({ data }) => this.dispatchEvent(new MessageEvent('message', { data })))
    port1.start()
    port2.start()
    this.postMessage = port1.postMessage.bind(port1)
    end = () => {
      port1.close()
      port2.close()
    }
  }
  postMessage: (message: unknown, transfer: Transferable[]) => void
  terminate(): void {
    end()
  }
}

beforeEach(() => {
  calls = []
  signs = 0
  vi.stubGlobal('Worker', WorkerHere)
  vi.stubGlobal('self', { origin: 'https://here' })
})
afterEach(() => {
  end()
  vi.unstubAllGlobals()
})

async function nextCall(): Promise<Call> {
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  const [first] = calls
  if (!first) throw new Error('nothing was asked')
  return first
}

it('reports progress until the answer, and none after it', async () => {
  const { request } = connectProfileService()
  const seen: number[] = []
  const answered = request('hotLines', [], { onProgress: ({ done }) => seen.push(done) })
  const { report, answer } = await nextCall()
  report({ done: 1, total: 2 })
  await vi.waitFor(() => expect(seen).toEqual([1]))
  answer(succeed('lines'))
  expect(await answered).toEqual(succeed('lines'))
  report({ done: 2, total: 2 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(seen).toEqual([1])
})

it('gives a question up when its signal says so, here at once and in the worker', async () => {
  const { request } = connectProfileService()
  const controller = new AbortController()
  const answered = request('hotLines', [], controller)
  const { signal } = await nextCall()
  expect(signal?.aborted).toBe(false)
  controller.abort()
  expect(await answered).toEqual(CANCELLED)
  await vi.waitFor(() => expect(signal?.aborted).toBe(true))
  expect(await request('hotLines', [], controller)).toEqual(CANCELLED)
  expect(calls).toHaveLength(1)
})

it('answers what is left when the worker is ended', async () => {
  const connection = connectProfileService()
  const options = { withoutNames: false, shift: 0, scenario: {} as never }
  const opened = connection.request('open', [[], options])
  const sorted = connection.request('sort', [{ column: 'name', direction: 'ascending' }])
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  connection.terminate()
  expect(await sorted).toEqual(CANCELLED)
  expect(await opened).toEqual({ ok: false, problem: { problem: CANCELLED.problem, files: [] } })
})

it('reports a worker that gives no sign of life, until it is ended', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const seen: boolean[] = []
    const connection = connectProfileService((isSilent) => seen.push(isSilent))
    const answered = connection.request('hotLines', [])
    // It works in slices, and is heard between them.
    await vi.advanceTimersByTimeAsync(1000)
    await vi.waitFor(() => expect(signs).toBe(1))
    await vi.advanceTimersByTimeAsync(SILENT_MS)
    await vi.waitFor(() => expect(signs).toBe(2))
    expect(seen).toEqual([])
    // The next sign does not come.
    end()
    await vi.advanceTimersByTimeAsync(3 * SILENT_MS)
    expect(seen).toEqual([true])
    connection.terminate()
    expect(await answered).toEqual(CANCELLED)
    await vi.advanceTimersByTimeAsync(1)
    expect(seen).toEqual([true, false])
  } finally {
    vi.useRealTimers()
  }
})
