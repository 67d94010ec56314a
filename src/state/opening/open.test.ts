// @vitest-environment happy-dom
// Opening files: workers are prepared and released in time, progress is shown, late answers are
// dropped, and a cancel restores the screen.
import { beforeEach, describe, expect, it } from 'vitest'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import { fakeConnection, type FakeService } from '../../testing/fake-connection.ts'
import { fakeConnections, type FakeConnections } from '../../testing/fake-connections.ts'
import { fileNamed, openPair, phase, startFresh } from '../../testing/opening.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { offer, openInstead } from './drop-actions.ts'
import { cancel, leaveFailure, startOver } from './open.ts'
import { retry } from './replace-worker.ts'
import { workers } from '../worker/connection.ts'
import { openedIn } from '../session.ts'
import { useStore } from '../store.ts'

let connections: FakeConnections
beforeEach(() => {
  connections = startFresh()
})

describe('opening', () => {
  it('asks the worker that was started ahead, and the next drop asks another', async () => {
    workers.prepare()
    await waitFor(() => expect(connections.made).toHaveLength(1))
    offer([fileNamed('prog')])
    expect((await connections.next()).asked).toHaveLength(1)
    expect(connections.made).toHaveLength(1)
    offer([fileNamed('gmon.out')])
    await waitFor(() => expect(connections.made).toHaveLength(2))
    expect(connections.made[0]?.isTerminated).toBe(true)
  })

  it('goes back at once when cancelled, and ignores what comes late', async () => {
    offer([fileNamed('gmon.out')])
    const connection = await connections.next()
    connection.step({ stage: 'profiles', file: 'gmon.out', done: 1, total: 2 })
    expect(useStore.getState().session).toMatchObject({ phase: 'working', step: { done: 1 } })
    cancel()
    expect(phase()).toBe('idle')
    expect(connection.isTerminated).toBe(true)
    connection.answer(succeed(openedFromText()))
    await Promise.resolve()
    expect(phase()).toBe('idle')
  })

  it('does not go back to work when a step overtakes the answer', async () => {
    const connection = await openPair(connections)
    connection.step({ stage: 'listing', file: '', done: 1, total: 1 })
    expect(phase()).toBe('ready')
  })

  it('of a saved profile that is cancelled while its scenario is worked out leaves nothing in the link', async () => {
    let answer = (): void => {}
    const worked = new Promise<void>((resolve) => (answer = resolve))
    const whole = fakeConnection(openedFromText()).service
    let isAsked = false
    const analyze: FakeService['analyze'] = async (wanted) => {
      isAsked = true
      await worked
      return whole.analyze(wanted, {})
    }
    connections = fakeConnections(() => fakeConnection(undefined, { analyze }))
    const scenario = { ...EMPTY_SCENARIO, cutArcs: [{ parent: 'a', child: 'c' }] }
    const saved = succeed({
      ...openedFromText(),
      saved: { scenario, view: 'v=1&view=cycles&fn=b', hasPossible: false, hasLines: false },
    })
    const before = useStore.getState().shared

    offer([fileNamed('prog.gmonscope')])
    ;(await connections.next()).answer(saved)
    await waitFor(() => expect(isAsked).toBe(true))
    cancel()
    answer()
    await worked
    expect([phase(), useStore.getState().shared]).toEqual(['idle', before])

    offer([fileNamed('prog.gmonscope')])
    ;(await connections.next()).answer(saved)
    await waitFor(() => expect(phase()).toBe('ready'))
    expect(useStore.getState().shared).toMatchObject({ view: 'cycles', selected: { name: 'b' }, scenario })
    expect(openedIn(useStore.getState().session)?.analyzed.scenario).toEqual(scenario)
  })

  it('keeps the open profile when the next one fails', async () => {
    await openPair(connections)
    offer([fileNamed('empty')])
    openInstead()
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/empty-file', file: 'empty' }, files: [] }),
    )
    await waitFor(() => expect(useStore.getState().session).toMatchObject({ phase: 'failed' }))
    expect(useStore.getState().session).toMatchObject({ previous: { name: 'prog' } })
  })

  it('keeps the open profile when a file is missing to the next one', async () => {
    await openPair(connections)
    offer([fileNamed('gmon.other')])
    openInstead()
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/executable-missing', profiles: ['gmon.other'] }, files: [] }),
    )
    await waitFor(() => expect(phase()).toBe('failed'))
    expect(useStore.getState().session).toMatchObject({ previous: { name: 'prog' } })
  })

  it('goes back to the files of the open profile, however often the next ones failed', async () => {
    await openPair(connections)
    const { files } = useStore.getState()
    offer([fileNamed('empty')])
    for (const act of [openInstead, retry]) {
      act()
      const problem = { code: 'input/empty-file', file: 'empty' } as const
      ;(await connections.next()).answer(fail({ problem, files: [] }))
      await waitFor(() => expect(phase()).toBe('failed'))
    }
    leaveFailure()
    expect(phase()).toBe('ready')
    expect(useStore.getState().files).toBe(files)
  })

  it('lets go of the worker of the profile that is closed', async () => {
    const connection = await openPair(connections)
    startOver()
    await waitFor(() => expect(connection.isTerminated).toBe(true))
    expect(phase()).toBe('idle')
  })

  it('shows the evidence first when the program may be another one', async () => {
    offer([fileNamed('prog'), fileNamed('gmon.out')])
    const notice = { code: 'wrong-executable', matched: 1, total: 9, shift: 0 } as const
    ;(await connections.next()).answer(succeed(openedFromText(undefined, [notice])))
    await waitFor(() => expect(phase()).toBe('doubtful'))
  })
})
