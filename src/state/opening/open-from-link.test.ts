// @vitest-environment happy-dom
// Links that bring a profile: the link and the screen stay in step.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import type { FakeConnections } from '../../testing/fake-connections.ts'
import { phase, startFresh } from '../../testing/opening.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { linkOfBytes } from '../url/enclosed.ts'
import { useStore } from '../store.ts'
import { startEffects } from '../effects.ts'
import { addAsRuns, offer } from './drop-actions.ts'
import { cancel, decline, leaveFailure, open, startOver } from './open.ts'

const FIRST = linkOfBytes(new Uint8Array([1]))
const SECOND = linkOfBytes(new Uint8Array([2]))

let connections: FakeConnections
let stop = (): void => {}
const linked = () => useStore.getState().shared.profile
const follow = (profile: string) => useStore.setState((state) => ({ shared: { ...state.shared, profile } }))

beforeEach(() => {
  connections = startFresh()
  stop = startEffects()
})

afterEach(() => stop())

async function openNext(): Promise<void> {
  ;(await connections.next()).answer(succeed(openedFromText()))
  await waitFor(() => expect(phase()).toBe('ready'))
}

const HOSTED = 'https://profiles.example/a.gmonscope'
const names = () => useStore.getState().files.map(({ name }) => name)

const damaged = fail({ problem: { code: 'saved/damaged', file: 'x', what: 'y' }, files: [] } as const)

describe('a link with a profile', () => {
  it('that is cancelled leaves the link of the profile on screen', async () => {
    follow(FIRST)
    await openNext()
    follow(SECOND)
    await connections.next()
    cancel()
    expect([phase(), linked()]).toEqual(['ready', FIRST])
    expect(connections.made).toHaveLength(2)
  })

  it('that cannot be opened is not what the link of the profile on screen names', async () => {
    void open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
    await openNext()
    follow(SECOND)
    ;(await connections.next()).answer(damaged)
    await waitFor(() => expect(phase()).toBe('failed'))
    expect(linked()).toBe(SECOND)
    leaveFailure()
    expect([phase(), linked()]).toEqual(['ready', ''])
  })

  it('of the profile on screen, gone back to, leaves the one that failed and opens nothing', async () => {
    follow(FIRST)
    await openNext()
    follow(SECOND)
    ;(await connections.next()).answer(damaged)
    await waitFor(() => expect(phase()).toBe('failed'))
    follow(FIRST)
    expect(phase()).toBe('ready')
    expect(connections.made).toHaveLength(2)
  })

  it('that is left while it is opened is opened no further', async () => {
    for (const [before, phaseBefore] of [
      ['', 'idle'],
      [FIRST, 'ready'],
    ] as const) {
      follow(before)
      if (before !== '') await openNext()
      follow(SECOND)
      const connection = await connections.next()
      follow(before)
      expect([phase(), linked()]).toEqual([phaseBefore, before])
      expect(connection.isTerminated).toBe(true)
    }
  })

  it('gone back from brings back the files that were open before, as they were opened', async () => {
    const own = [new File(['x'], 'prog'), new File(['y'], 'gmon.out')]
    void open(own, { withoutNames: true })
    await openNext()
    for (const profile of [FIRST, SECOND]) {
      follow(profile)
      await openNext()
    }
    follow('')
    const again = await connections.next()
    expect(again.asked).toEqual([{ files: ['prog', 'gmon.out'], withoutNames: true }])
    // Going forward while files are opened stays with the link.
    follow(SECOND)
    expect([phase(), linked(), again.isTerminated]).toEqual(['ready', SECOND, true])
    follow('')
    await openNext()
    expect([linked(), useStore.getState().files]).toEqual(['', own])
    follow(FIRST)
    await openNext()
    expect(linked()).toBe(FIRST)
  })

  it('gone back from brings back also a file that waited for its program', async () => {
    void open([new File(['y'], 'gmon.out')])
    const missing = { code: 'input/executable-missing', profiles: ['gmon.out'] } as const
    ;(await connections.next()).answer(fail({ problem: missing, files: [] }))
    await waitFor(() => expect(phase()).toBe('offered'))
    follow(FIRST)
    await openNext()
    follow('')
    expect((await connections.next()).asked[0]?.files).toEqual(['gmon.out'])
  })

  it('gone back from leads to the start where nothing was open before', async () => {
    follow(FIRST)
    await openNext()
    follow('')
    expect([phase(), names()]).toEqual(['idle', []])
    follow(FIRST)
    await openNext()
    expect(linked()).toBe(FIRST)
  })

  it('that could not be opened is left with what it said', async () => {
    follow(FIRST)
    ;(await connections.next()).answer(damaged)
    await waitFor(() => expect(phase()).toBe('failed'))
    follow('')
    expect(phase()).toBe('idle')
  })

  it('is opened again after all was closed', async () => {
    follow(FIRST)
    await openNext()
    startOver()
    follow('')
    follow(FIRST)
    await openNext()
    expect(connections.made).toHaveLength(2)
  })

  it('is opened again once other files have taken its place', async () => {
    follow(FIRST)
    await openNext()
    void open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
    await openNext()
    expect(linked()).toBe('')
    follow(FIRST)
    await openNext()
    expect(linked()).toBe(FIRST)
    expect(connections.made).toHaveLength(3)
  })

  it('of another host asks in place of what was being opened, and leads back to what was open', async () => {
    void open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
    await openNext()
    void open([new File(['z'], 'other')])
    const other = await connections.next()
    follow(HOSTED)
    expect([phase(), other.isTerminated]).toEqual(['hosted', true])
    decline()
    expect([phase(), linked(), names()]).toEqual(['ready', '', ['prog', 'gmon.out']])
  })

  it('that is declined leaves the link of the profile on screen', async () => {
    follow(FIRST)
    await openNext()
    follow(HOSTED)
    decline()
    expect([phase(), linked()]).toEqual(['ready', FIRST])
    expect(connections.made).toHaveLength(1)
  })

  it('gives way to files that are dropped on its question, which asks what they are for if a profile is open', async () => {
    void open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
    await openNext()
    follow(HOSTED)
    offer([new File(['z'], 'gmon.2')])
    expect([phase(), linked()]).toEqual(['ready', ''])
    expect(useStore.getState().ui.dropped.map(({ name }) => name)).toEqual(['gmon.2'])
    addAsRuns()
    expect((await connections.next()).asked[0]?.files).toEqual(['prog', 'gmon.out', 'gmon.2'])
  })

  it('gives way to files that are dropped on its question with nothing open', async () => {
    follow(HOSTED)
    offer([new File(['x'], 'prog')])
    await connections.next()
    expect([phase(), linked()]).toEqual(['working', ''])
    cancel()
    expect(phase()).toBe('idle')
  })
})
