// @vitest-environment happy-dom
// The baseline: opened by its own worker, with its own program or the one on screen, and released
// in time.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import type { FakeConnections } from '../../testing/fake-connections.ts'
import { fileNamed, startFresh } from '../../testing/opening.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { IDLE } from '../worker/async-value.ts'
import { startEffects } from '../effects.ts'
import { useStore } from '../store.ts'
import { compareWith, stopComparing, swapSides } from './baseline.ts'
import { offer, openInstead } from './drop-actions.ts'

let connections: FakeConnections
let stop = (): void => {}
const baseline = () => useStore.getState().ui.baseline

beforeEach(async () => {
  connections = startFresh()
  stop = startEffects()
  offer([fileNamed('prog', 10), fileNamed('gmon.out', 20)])
  ;(await connections.next()).answer(succeed(openedFromText()))
  await waitFor(() => expect(useStore.getState().session.phase).toBe('ready'))
})

afterEach(() => stop())

/** Begins a comparison. Its worker is the last one made, and has been asked. */
async function begin(...files: readonly File[]): Promise<void> {
  void compareWith(files)
  await waitFor(() => expect(connections.made).toHaveLength(2))
  await waitFor(() => expect(connections.last.asked).toHaveLength(1))
}

describe('a profile beside', () => {
  it('is opened by a worker that ends once it has answered, and is the earlier one if its files are', async () => {
    await begin(fileNamed('old', 1), fileNamed('gmon.old', 5))
    expect(connections.last.asked[0]?.files).toEqual(['old', 'gmon.old'])
    expect(baseline()).toMatchObject({ phase: 'loading', progress: { names: ['old', 'gmon.old'] } })
    expect(useStore.getState().shared.view).toBe('compare')
    connections.last.answer(succeed(openedFromText('a 5')))
    await waitFor(() => expect(baseline()).toMatchObject({ phase: 'ready', value: { isEarlier: true } }))
    expect(connections.last.isTerminated).toBe(true)
    swapSides()
    expect(baseline()).toMatchObject({ value: { isEarlier: false } })
  })

  it('written later is the one after', async () => {
    await begin(fileNamed('new', 30))
    connections.last.answer(succeed(openedFromText('a 5')))
    await waitFor(() => expect(baseline()).toMatchObject({ phase: 'ready', value: { isEarlier: false } }))
  })

  it('without a program is read by that on screen', async () => {
    await begin(fileNamed('gmon.old'))
    connections.last.answer(fail({ problem: { code: 'input/executable-missing', profiles: [] }, files: [] }))
    await waitFor(() => expect(connections.last.asked[1]?.files).toEqual(['prog', 'gmon.old']))
    connections.last.answer(succeed(openedFromText('a 5')))
    await waitFor(() => expect(baseline().phase).toBe('ready'))
  })

  it('that cannot be opened says why, and leaves what is on screen as it is', async () => {
    await begin(fileNamed('notes.txt'))
    connections.last.answer(
      fail({
        problem: { code: 'input/profile-missing', executable: 'notes.txt', isLinked: true },
        files: [],
      }),
    )
    await waitFor(() =>
      expect(baseline()).toEqual({
        phase: 'failed',
        problem: { code: 'input/profile-missing', executable: 'notes.txt', isLinked: true },
        before: null,
      }),
    )
    expect(useStore.getState().session.phase).toBe('ready')
    expect(connections.last.isTerminated).toBe(true)
  })

  it('is let go when a person says so, and while it is being opened its worker is ended', async () => {
    await begin(fileNamed('gmon.old'))
    stopComparing()
    expect(baseline()).toEqual(IDLE)
    expect(connections.last.isTerminated).toBe(true)
    connections.last.answer(succeed(openedFromText('a 5')))
    await Promise.resolve()
    expect(baseline()).toEqual(IDLE)
  })

  it('is there again where one that was to take its place is cancelled, or no good', async () => {
    await begin(fileNamed('gmon.old'))
    connections.last.answer(succeed(openedFromText('a 5')))
    await waitFor(() => expect(baseline().phase).toBe('ready'))
    const first = baseline()
    for (const end of ['cancelled', 'failed', 'failed twice']) {
      const { length } = connections.made
      void compareWith([fileNamed('gmon.older')])
      await waitFor(() => expect(connections.made).toHaveLength(length + 1))
      await waitFor(() => expect(connections.last.asked).toHaveLength(1))
      expect(baseline().phase, end).toBe('loading')
      if (end !== 'cancelled') {
        connections.last.answer(
          fail({ problem: { code: 'input/profile-missing', executable: 'x', isLinked: true }, files: [] }),
        )
        await waitFor(() => expect(baseline().phase).toBe('failed'))
        if (end === 'failed twice') continue
      }
      stopComparing()
      expect(baseline(), end).toEqual(first)
      expect(connections.last.isTerminated).toBe(true)
    }
    stopComparing()
    expect(baseline()).toEqual(first)
    stopComparing()
    expect(baseline()).toEqual(IDLE)
  })

  it('gives way to one that is dropped while it is being opened, whose steps and answer count', async () => {
    await begin(fileNamed('gmon.old'))
    const slow = connections.last
    void compareWith([fileNamed('gmon.older')])
    await waitFor(() => expect(connections.made).toHaveLength(3))
    expect(slow.isTerminated).toBe(true)
    await waitFor(() => expect(connections.last.asked).toHaveLength(1))
    slow.answer(succeed(openedFromText('wrong 5')))
    connections.last.answer(succeed(openedFromText('a 5')))
    await waitFor(() => expect(baseline().phase).toBe('ready'))
    expect(baseline()).toMatchObject({ value: { opened: openedFromText('a 5') } })
    expect(connections.last.isTerminated).toBe(true)
  })

  it('goes with the profile that it was compared with', async () => {
    await begin(fileNamed('gmon.old'))
    connections.last.answer(succeed(openedFromText('a 5')))
    await waitFor(() => expect(baseline().phase).toBe('ready'))
    offer([fileNamed('other'), fileNamed('gmon.other')])
    openInstead()
    await waitFor(() => expect(connections.made).toHaveLength(3))
    await waitFor(() => expect(connections.last.asked).toHaveLength(1))
    connections.last.answer(succeed(openedFromText('x 3')))
    await waitFor(() => expect(baseline()).toEqual(IDLE))
  })
})
