// @vitest-environment happy-dom
// Cancelling the worker of the profile on screen: it is ended, and another worker opens the same
// files.
import { beforeEach, describe, expect, it } from 'vitest'
import type { Arguments, ProfileView } from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import { fakeConnection, type FakeConnection } from '../../testing/fake-connection.ts'
import type { FakeConnections } from '../../testing/fake-connections.ts'
import { startFresh } from '../../testing/opening.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closeComparison, identifyDropped, verifyDroppedListing } from '../questions/verify-listing.ts'
import { dropPerRunStats } from '../questions/per-run-stats.ts'
import { interrupt } from './replace-worker.ts'
import { open } from './open.ts'
import { stopPossibleCalls } from '../questions/static-calls.ts'
import { workers } from '../worker/connection.ts'
import { failed, IDLE, loading } from '../worker/async-value.ts'
import { openedIn } from '../session.ts'
import { setUi, useStore } from '../store.ts'

let connections: FakeConnections
/** Returns a connection whose calls are settled only when it is closed. */
const neverEnding = (): FakeConnection => {
  let end: () => void = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const unless = () => ended.then(() => fail({ code: 'host/cancelled' } as const))
  const made = fakeConnection(openedFromText(), { write: unless, compare: unless })
  const terminate = (): void => {
    made.isTerminated = true
    end()
  }
  return Object.assign(made, { terminate })
}

/** Returns the profile as if it were read from gprof's text. */
const asListed = (analyzed: ProfileView['analyzed']): ProfileView['analyzed'] => ({
  ...analyzed,
  profile: { ...analyzed.profile, listed: { hasFlat: true, hasGraph: true } },
})

beforeEach(async () => {
  connections = startFresh(neverEnding)
  await open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')], { withoutNames: true, shift: 16 })
  expect(useStore.getState().session.phase).toBe('ready')
})

describe('interrupt', () => {
  it('ends the writing of a document, and opens the same files again in the same way', async () => {
    const opened = useStore.getState().session
    const writing = workers.live?.then(({ request }) => request('write', ['json', null]))
    interrupt()
    expect(await writing).toEqual(fail({ code: 'host/cancelled' }))
    expect(connections.made.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
    const now = await workers.live
    expect(now).toBe(connections.made[1])
    expect(connections.made[1]?.asked).toEqual([{ files: ['prog', 'gmon.out'], withoutNames: true }])
    // The screen stays unchanged.
    expect(useStore.getState().session).toBe(opened)
    expect(await now?.request('analyze', [EMPTY_SCENARIO])).toEqual(succeed(null))
  })

  it('twice in a row leaves one worker', async () => {
    interrupt()
    interrupt()
    await workers.live
    await waitFor(() =>
      expect(connections.made.map(({ isTerminated }) => isTerminated)).toEqual([true, true, false]),
    )
  })

  it('is what closing a comparison under way does, and closing one that is done does not', async () => {
    setUi({ dropped: [new File(['z'], 'listing.txt')] })
    void verifyDroppedListing()
    await waitFor(() => expect(useStore.getState().ui.compared.phase).toBe('loading'))
    closeComparison()
    await waitFor(() => expect(connections.made).toHaveLength(2))
    await waitFor(() => expect(connections.made[0]?.isTerminated).toBe(true))
    expect(useStore.getState().ui.compared).toEqual(IDLE)
    setUi({ compared: failed({ code: 'input/nothing-given' }) })
    closeComparison()
    expect(connections.made).toHaveLength(2)
  })

  it('leaves no comparison with the profile before over the next one', async () => {
    for (const isDone of [true, false]) {
      setUi({ dropped: [new File(['z'], 'listing.txt')] })
      const comparing = verifyDroppedListing()
      if (isDone) setUi({ compared: failed({ code: 'input/nothing-given' }) })
      await open([new File(['x'], 'other'), new File(['y'], 'gmon.out')])
      await comparing
      expect(useStore.getState().ui.compared).toEqual(IDLE)
    }
  })

  it('goes on with what is on screen when the files cannot be opened once more, or are others now', async () => {
    const scenario = { ...EMPTY_SCENARIO, cutArcs: [{ parent: 'a', child: 'c' }] }
    const gone = { code: 'bytes/unreadable', file: 'prog', reason: 'it was moved' } as const
    for (const reopen of [
      () => Promise.resolve(fail({ problem: gone, files: [] })),
      () => Promise.resolve(succeed(openedFromText('m 10; a 100; m -> a 1'))),
    ]) {
      const resumed: Arguments<'resume'>[] = []
      const analyzed: unknown[] = []
      const other = fakeConnection(undefined, {
        open: reopen,
        resume: async (shown, possible, why) => {
          resumed.push([shown, possible, why])
          return succeed(null)
        },
        analyze: async (wanted) => {
          analyzed.push(wanted)
          return fail({ code: 'host/cancelled' })
        },
      })
      workers.connect = () => Promise.resolve(other)
      const { session } = useStore.getState()
      const opened = openedIn(session)
      if (!opened) throw new Error('nothing is open')
      const listed = {
        traditional: false,
        explained: true,
        showUnused: false,
        flat: true,
        graph: true,
        width: 20,
      }
      const underScenario = {
        ...opened,
        analyzed: { ...opened.analyzed, scenario },
        asMeasured: { ...opened, analyzed: asListed(opened.analyzed) },
        listed,
      }
      useStore.setState({ session: { phase: 'ready', opened: underScenario } })
      interrupt()
      expect(await workers.ask('sources', [])).toMatchObject({ ok: true })
      expect(useStore.getState().session).toMatchObject({ phase: 'ready', opened: underScenario })
      // First as measured, then as shown.
      expect(resumed[0]?.[0].analyzed).toEqual(asListed(opened.analyzed))
      expect(resumed[0]?.[0].listed).toBe(listed)
      expect(resumed[0]?.[2]).toMatchObject({ code: 'bytes/unreadable', file: 'prog' })
      expect(analyzed).toEqual([scenario])
      useStore.setState({ session })
    }
  })

  it('tells when the worker that is to go on cannot', async () => {
    const lost = { code: 'host/worker-lost', message: 'no memory' } as const
    workers.connect = () =>
      Promise.resolve(
        fakeConnection(undefined, { open: () => Promise.resolve(fail({ problem: lost, files: [] })) }),
      )
    interrupt()
    await waitFor(() => expect(useStore.getState().session).toMatchObject({ phase: 'failed', problem: lost }))
  })

  it('leaves other files alone that are being opened when the files before cannot be opened once more', async () => {
    const gone = { code: 'host/worker-lost', message: 'no memory' } as const
    const reopened = fakeConnection()
    const others = fakeConnection()
    const next = [reopened, others]
    workers.connect = () => Promise.resolve(next.shift() ?? neverEnding())
    useStore.setState((state) => ({ shared: { ...state.shared, query: 'a' } }))
    interrupt()
    await waitFor(() => expect(reopened.asked).toHaveLength(1))
    const opening = open([new File(['x'], 'other'), new File(['y'], 'gmon.out')])
    await waitFor(() => expect(others.asked).toHaveLength(1))
    reopened.answer(fail({ problem: gone, files: [] }))
    await waitFor(() => expect(reopened.isTerminated).toBe(true))
    await waitFor(() => expect(useStore.getState().ui.found.phase).not.toBe('loading'))
    expect(useStore.getState().session.phase).toBe('working')
    const other = openedFromText()
    others.answer(succeed(other))
    await opening
    expect(useStore.getState().session).toMatchObject({ phase: 'ready', opened: { files: other.files } })
    expect(others.isTerminated).toBe(false)
  })

  it('has whoever asks a worker that could not go on told why', async () => {
    const gone = { code: 'host/worker-lost', message: 'no memory' } as const
    workers.connect = () =>
      Promise.resolve(
        fakeConnection(undefined, { open: () => Promise.resolve(fail({ problem: gone, files: [] })) }),
      )
    interrupt()
    expect(await workers.ask('sources', [])).toEqual(fail(gone))
  })

  it('leaves nobody without an answer who stops, or looks at files, when no other worker can be had', async () => {
    workers.connect = () => Promise.reject(new Error('no worker'))
    const files = [new File(['x'], 'prog')]
    const { session } = useStore.getState()
    interrupt()
    await waitFor(() => expect(useStore.getState().session.phase).toBe('failed'))
    useStore.setState({ session })
    stopPossibleCalls()
    const name = { name: 'a', address: null }
    setUi({ inEachRun: { files, name, runs: loading(null) } })
    dropPerRunStats()
    expect(await identifyDropped(files)).toEqual([])
    // An unhandled rejection by now fails the run.
    await new Promise((resolve) => setTimeout(resolve, 20))
  })

  it('tells when no other worker can be had, and files dropped later open as ever', async () => {
    workers.connect = () => Promise.reject(new Error('no worker'))
    interrupt()
    await waitFor(() =>
      expect(useStore.getState().session).toMatchObject({
        phase: 'failed',
        problem: { message: 'no worker' },
      }),
    )
    workers.connect = () => Promise.resolve(neverEnding())
    await open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
    expect(useStore.getState().session.phase).toBe('ready')
  })
})
