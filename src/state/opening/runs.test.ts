// @vitest-environment happy-dom
// One run alone, and all runs again: the link names the run, and Back, Cancel and a failure keep
// both in step.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import type { FakeConnections } from '../../testing/fake-connections.ts'
import { startFresh } from '../../testing/opening.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { addAsRuns, offer, openInstead } from './drop-actions.ts'
import { cancel, leaveFailure, open, startOver } from './open.ts'
import { retry } from './replace-worker.ts'
import { startEffects } from '../effects.ts'
import { navigate } from '../url/address.ts'
import { setUi, useStore } from '../store.ts'

const profileFile = (name: string) => ({
  name,
  size: 500,
  kind: 'profile' as const,
  detail: 'GNU gmon.out',
  problem: null,
  samples: 7,
})
const sum: ProfileView = {
  ...openedFromText(),
  files: [
    { name: 'prog', size: 1000, kind: 'executable', detail: 'ELF', problem: null },
    ...['gmon.0', 'gmon.1', 'gmon.1'].map(profileFile),
  ],
}
const alone: ProfileView = {
  ...openedFromText('m 5; a 50; m -> a 1'),
  files: [...sum.files.slice(0, 1), profileFile('gmon.1')],
}
const files = ['prog', 'gmon.0', 'gmon.1', 'gmon.1'].map((name) => new File([name], name))
const second = { name: 'gmon.1', nth: 2 }

let connections: FakeConnections
const session = () => useStore.getState().session
const shown = () => {
  const now = session()
  return now.phase === 'ready' ? (now.opened.oneRun?.run ?? 'all') : now.phase
}
const linked = () => useStore.getState().shared.run

async function chooseSecond(): Promise<void> {
  navigate({ run: second }, 'push')
  ;(await connections.next()).answer(succeed(alone))
  await waitFor(() => expect(shown()).toEqual(second))
}

let stopFollowing = (): void => {}

beforeEach(async () => {
  history.replaceState(null, '', '/')
  connections = startFresh()
  stopFollowing = startEffects()
  const opening = open(files, { withoutNames: true, shift: 16 })
  ;(await connections.next()).answer(succeed(sum))
  await opening
  expect(shown()).toBe('all')
})
afterEach(() => stopFollowing())

describe('one run alone', () => {
  it('is opened from the same files in the same way, and all of them are again once the link says so', async () => {
    await chooseSecond()
    expect(connections.last.asked).toEqual([
      { files: ['prog', 'gmon.1'], withoutNames: true, run: { name: 'gmon.1', nth: 1 } },
    ])
    expect(session()).toMatchObject({ opened: { oneRun: { among: sum.files } } })
    navigate({ run: null }, 'push')
    const all = await connections.next()
    expect(all.asked[0]?.run).toBeUndefined()
    all.answer(succeed(sum))
    await waitFor(() => expect(shown()).toBe('all'))
    expect(connections.made.map(({ isTerminated }) => isTerminated)).toEqual([true, true, false])
  })

  it('keeps what else the link says, and the entries unfolded where both have the same functions', async () => {
    navigate({ view: 'call-graph', query: 'a', sort: { column: 'name', direction: 'ascending' } }, 'push')
    const ofB = sum.listing.entries.entryOfFunction[1 as FunctionIndex] as EntryIndex
    setUi({ unfolded: new Set([ofB]) })
    const { shared } = useStore.getState()
    navigate({ run: second }, 'push')
    ;(await connections.next()).answer(succeed({ ...sum, files: alone.files }))
    await waitFor(() => expect(shown()).toEqual(second))
    expect(useStore.getState().shared).toEqual({ ...shared, run: second })
    expect([...(useStore.getState().ui.unfolded ?? [])]).toEqual([ofB])
  })

  it('cancelled leaves the sum, and the link says so', async () => {
    navigate({ run: second }, 'push')
    await connections.next()
    expect(shown()).toBe('working')
    cancel()
    expect([shown(), linked()]).toEqual(['all', null])
    expect(connections.last.isTerminated).toBe(true)
    expect(connections.made).toHaveLength(2)
  })

  it('left by Back while it is being opened is not waited for', async () => {
    navigate({ run: second }, 'push')
    const late = await connections.next()
    navigate({ run: null }, 'replace')
    expect(shown()).toBe('all')
    late.answer(succeed(alone))
    await Promise.resolve()
    expect(shown()).toBe('all')
    expect(connections.made).toHaveLength(2)
  })

  it('gives way to files that are dropped meanwhile: what they are for is asked of what is on screen', async () => {
    navigate({ run: second }, 'push')
    const late = await connections.next()
    offer([new File(['x'], 'gmon.2')])
    expect([shown(), linked(), late.isTerminated]).toEqual(['all', null, true])
    expect(useStore.getState().ui.dropped.map(({ name }) => name)).toEqual(['gmon.2'])
    addAsRuns()
    const added = await connections.next()
    // With the same options as the open profile.
    expect(added.asked[0]).toMatchObject({
      files: ['prog', 'gmon.0', 'gmon.1', 'gmon.1', 'gmon.2'],
      withoutNames: true,
    })
  })

  it('gives way to another that is chosen meanwhile', async () => {
    navigate({ run: second }, 'push')
    const late = await connections.next()
    navigate({ run: { name: 'gmon.0', nth: 1 } }, 'push')
    const next = await connections.next()
    expect([late.isTerminated, next.asked[0]?.run]).toEqual([true, { name: 'gmon.0', nth: 1 }])
  })

  const unreadable = { code: 'bytes/unreadable', file: 'gmon.1', reason: 'it was moved' } as const
  const found = [...alone.files.slice(0, 1), { ...profileFile('gmon.1'), problem: unreadable }]

  it('that cannot be read any more says so; from there back to the sum', async () => {
    navigate({ run: second }, 'push')
    ;(await connections.next()).answer(fail({ problem: unreadable, files: found }))
    await waitFor(() => expect(session()).toMatchObject({ phase: 'failed', problem: unreadable }))
    // The findings about the other files stay.
    const [program, first, other] = sum.files
    expect(session()).toMatchObject({ files: [program, first, other, found[1]] })
    leaveFailure()
    expect([shown(), linked()]).toEqual(['all', null])
    expect(useStore.getState().files).toBe(files)
    expect(connections.made).toHaveLength(2)
  })

  it('is tried again as it was tried; Back leaves the failure, too', async () => {
    navigate({ run: second }, 'push')
    ;(await connections.next()).answer(fail({ problem: unreadable, files: found }))
    await waitFor(() => expect(shown()).toBe('failed'))
    retry()
    const again = await connections.next()
    expect(again.asked[0]).toMatchObject({ files: ['prog', 'gmon.1'], withoutNames: true })
    again.answer(fail({ problem: unreadable, files: found }))
    await waitFor(() => expect(shown()).toBe('failed'))
    navigate({ run: null }, 'replace')
    expect(shown()).toBe('all')
  })

  it('is not what files are added to, or opened instead', async () => {
    await chooseSecond()
    offer([new File(['x'], 'gmon.2')])
    addAsRuns()
    const added = await connections.next()
    expect(added.asked[0]).toMatchObject({ files: ['prog', 'gmon.0', 'gmon.1', 'gmon.1', 'gmon.2'] })
    expect([added.asked[0]?.run, linked()]).toEqual([undefined, null])
    cancel()
    expect([shown(), linked()]).toEqual([second, second])

    offer([new File(['x'], 'other')])
    openInstead()
    const other = await connections.next()
    expect([other.asked[0]?.run, linked()]).toEqual([undefined, null])
    other.answer(succeed(openedFromText()))
    await waitFor(() => expect(shown()).toBe('all'))
  })

  it('of another program is doubted, unless that has been seen already', async () => {
    const notice = { code: 'wrong-executable', matched: 1, total: 9, shift: 0 } as const
    const doubtful = { ...alone, notices: [notice] }
    navigate({ run: second }, 'push')
    ;(await connections.next()).answer(succeed(doubtful))
    await waitFor(() => expect(shown()).toBe('doubtful'))
    // Back to all runs.
    navigate({ run: null }, 'replace')
    ;(await connections.next()).answer(succeed({ ...sum, notices: [notice] }))
    await waitFor(() => expect(shown()).toBe('doubtful'))
    useStore.setState({ session: { phase: 'ready', opened: { ...sum, notices: [notice] } } })
    navigate({ run: second }, 'push')
    ;(await connections.next()).answer(succeed(doubtful))
    await waitFor(() => expect(shown()).toEqual(second))
  })

  it('that a link names is opened once the files are there; one that is not among them is not', async () => {
    startOver()
    navigate({ run: second }, 'replace')
    void open([...files])
    ;(await connections.next()).answer(succeed(sum))
    const asked = await connections.next()
    expect(asked.asked[0]?.run).toEqual({ name: 'gmon.1', nth: 1 })
    asked.answer(succeed(alone))
    await waitFor(() => expect(shown()).toEqual(second))

    navigate({ run: { name: 'gmon.1', nth: 3 } }, 'push')
    ;(await connections.next()).answer(succeed(sum))
    await waitFor(() => expect(shown()).toBe('all'))
    expect(connections.made).toHaveLength(4)
  })

  it('is nothing that a saved profile has', async () => {
    startOver()
    void open([...files])
    const { scenario } = sum.analyzed
    ;(await connections.next()).answer(
      succeed({ ...sum, saved: { scenario, view: '', hasPossible: false, hasLines: false } }),
    )
    await waitFor(() => expect(shown()).toBe('all'))
    navigate({ run: second }, 'push')
    expect(shown()).toBe('all')
    expect(connections.made).toHaveLength(2)
  })
})
