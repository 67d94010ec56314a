// @vitest-environment happy-dom
// Dropped files: they come in any order, missing ones are waited for, and valid ones are kept.
import { beforeEach, describe, expect, it } from 'vitest'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import type { FakeConnections } from '../../testing/fake-connections.ts'
import { fileNamed, offeredFile, openPair, phase, startFresh } from '../../testing/opening.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { waitFor } from '../../testing/wait-for.ts'
import {
  addAsRuns,
  canChooseProgram,
  chooseProgram,
  continueWithoutNames,
  forgetDropped,
  offer,
  openInPlace,
  openInstead,
  refuse,
  removeFile,
} from './drop-actions.ts'
import { cancel } from './open.ts'
import { retry } from './replace-worker.ts'
import { useStore } from '../store.ts'

let connections: FakeConnections
beforeEach(() => {
  connections = startFresh()
})

describe('files on offer', () => {
  it('waits for the program when only the profile is there, and completes the pair', async () => {
    offer([fileNamed('gmon.out')])
    const first = await connections.next()
    first.answer(
      fail({
        problem: { code: 'input/executable-missing', profiles: ['gmon.out'] },
        files: [offeredFile('gmon.out')],
      }),
    )
    await waitFor(() => expect(phase()).toBe('offered'))
    expect(first.isTerminated).toBe(true)

    offer([fileNamed('prog')])
    const second = await connections.next()
    expect(second.asked[0]?.files).toEqual(['gmon.out', 'prog'])
    second.answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
  })

  it('goes on without names when asked to', async () => {
    offer([fileNamed('gmon.out')])
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/executable-missing', profiles: ['gmon.out'] }, files: [] }),
    )
    await waitFor(() => expect(phase()).toBe('offered'))
    continueWithoutNames()
    expect((await connections.next()).asked[0]?.withoutNames).toBe(true)
  })

  it('goes on without the names that a stripped program does not have', async () => {
    offer([fileNamed('stripped'), fileNamed('gmon.out')])
    const bare = { code: 'elf/no-symbols', file: 'stripped', stripped: true } as const
    ;(await connections.next()).answer(
      fail({ problem: bare, files: [offeredFile('stripped', bare), offeredFile('gmon.out')] }),
    )
    await waitFor(() => expect(phase()).toBe('failed'))
    continueWithoutNames()
    expect((await connections.next()).asked[0]).toMatchObject({ files: ['gmon.out'], withoutNames: true })
  })

  it('of files of one name beside an archive leaves out the one that is of no use', async () => {
    offer([fileNamed('gmon.out'), fileNamed('gmon.out'), fileNamed('runs.zip')])
    const empty = { code: 'input/empty-file', file: 'gmon.out' } as const
    const found = [
      offeredFile('gmon.out', empty),
      ...['gmon.out', 'gmon.1', 'gmon.2'].map((name) => offeredFile(name)),
    ]
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/executable-missing', profiles: ['gmon.out'] }, files: found }),
    )
    await waitFor(() => expect(phase()).toBe('offered'))
    continueWithoutNames()
    expect((await connections.next()).asked[0]?.files).toEqual(['gmon.out', 'runs.zip'])
  })

  it('of files of one name beside an archive removes the one that is meant', async () => {
    const [first, second, archive] = [fileNamed('gmon.out'), fileNamed('gmon.out'), fileNamed('runs.zip')]
    offer([first, second, archive])
    const found = ['gmon.out', 'gmon.out', 'gmon.1', 'gmon.2'].map((name) => offeredFile(name))
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/executable-missing', profiles: ['gmon.out'] }, files: found }),
    )
    await waitFor(() => expect(phase()).toBe('offered'))
    removeFile(found[1] ?? offeredFile('none'))
    expect(useStore.getState().files.map((left) => [first, second, archive].indexOf(left))).toEqual([0, 2])
  })

  it('keeps a stripped program for the debug file that comes later', async () => {
    offer([fileNamed('stripped'), fileNamed('gmon.out')])
    const bare = { code: 'elf/no-symbols', file: 'stripped', stripped: true } as const
    ;(await connections.next()).answer(
      fail({ problem: bare, files: [offeredFile('stripped', bare), offeredFile('gmon.out')] }),
    )
    await waitFor(() => expect(phase()).toBe('failed'))
    offer([fileNamed('prog.debug')])
    expect((await connections.next()).asked[0]?.files).toEqual(['stripped', 'gmon.out', 'prog.debug'])
  })

  it('keeps the good files of a failed attempt and leaves the bad ones out', async () => {
    offer([fileNamed('gmon.out'), fileNamed('picture.png')])
    const bad = {
      code: 'input/unknown-format',
      file: 'picture.png',
      looksLike: 'PNG image',
      firstBytes: '89504e47',
    } as const
    ;(await connections.next()).answer(
      fail({ problem: bad, files: [offeredFile('gmon.out'), offeredFile('picture.png', bad)] }),
    )
    await waitFor(() => expect(phase()).toBe('failed'))
    offer([fileNamed('prog')])
    expect((await connections.next()).asked[0]?.files).toEqual(['gmon.out', 'prog'])
  })

  it('keeps what is being opened in place of a bad file of its name, whatever comes meanwhile', async () => {
    offer([fileNamed('prog'), fileNamed('gmon.out')])
    const bad = { code: 'input/empty-file', file: 'gmon.out' } as const
    ;(await connections.next()).answer(
      fail({ problem: bad, files: [offeredFile('prog'), offeredFile('gmon.out', bad)] }),
    )
    await waitFor(() => expect(phase()).toBe('failed'))
    offer([fileNamed('gmon.out', 2)])
    expect((await connections.next()).asked[0]?.files).toEqual(['prog', 'gmon.out'])
    offer([fileNamed('prog.debug')])
    expect((await connections.next()).asked[0]?.files).toEqual(['prog', 'gmon.out', 'prog.debug'])
  })

  it('goes on with what it is opening when the same files are dropped once more', async () => {
    offer([fileNamed('prog'), fileNamed('gmon.out')])
    await waitFor(() => expect(connections.made).toHaveLength(1))
    offer([fileNamed('gmon.out')])
    await new Promise((resolve) => setTimeout(resolve))
    expect(connections.made).toHaveLength(1)
    expect(connections.made[0]?.isTerminated).toBe(false)
    expect(phase()).toBe('working')
  })

  it('goes on with what it is opening when something is dropped that cannot be taken, and tells so until the next drop', async () => {
    offer([fileNamed('prog'), fileNamed('gmon.out')])
    const connection = await connections.next()
    const refused = { code: 'input/directory', file: 'nothing' } as const
    refuse(refused)
    expect([phase(), useStore.getState().ui.refused]).toEqual(['working', refused])
    connection.answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    expect(useStore.getState().ui.refused).toBe(refused)
    offer([fileNamed('gmon.2')])
    expect(useStore.getState().ui.refused).toBeNull()
    refuse(refused)
    expect(phase()).toBe('ready')
  })

  it('keeps the profile on screen when what is dropped holds nothing, and tells that', async () => {
    const opened = openedFromText()
    await openPair(connections, opened)
    const refused = { code: 'input/directory', file: 'nothing' } as const
    refuse(refused)
    expect(useStore.getState().session).toMatchObject({ phase: 'ready', opened })
    expect(useStore.getState().ui.refused).toBe(refused)
  })

  it('puts thousands of files beside thousands in no time, and counts none twice', async () => {
    let asked = 0
    const ranks = (from: number) =>
      Array.from({ length: 5000 }, (_, rank) => {
        const one = fileNamed(`rank-${from + rank}/gmon.out`)
        const { name } = one
        Object.defineProperty(one, 'name', { get: () => (asked++, name) })
        return one
      })
    useStore.setState({ files: ranks(0) })
    offer(ranks(4000))
    expect((await connections.next()).asked[0]?.files).toHaveLength(9000)
    expect(asked).toBeLessThan(100_000)
  })

  it('asks before it replaces an open profile, and can add runs to it', async () => {
    await openPair(connections)
    offer([fileNamed('gmon.2')])
    expect(useStore.getState().ui.dropped.map(({ name }) => name)).toEqual(['gmon.2'])
    expect(phase()).toBe('ready')
    addAsRuns()
    expect((await connections.next()).asked[0]?.files).toEqual(['prog', 'gmon.out', 'gmon.2'])
    cancel()
    expect(phase()).toBe('ready')
    expect(useStore.getState().files).toHaveLength(2)

    offer([fileNamed('other')])
    openInstead()
    expect((await connections.next()).asked[0]?.files).toEqual(['other'])
  })

  it('asks about all files together that are dropped one after the other', async () => {
    await openPair(connections)
    for (const name of ['gmon.2', 'gmon.3', 'gmon.3']) offer([fileNamed(name)])
    expect(useStore.getState().ui.dropped.map(({ name }) => name)).toEqual(['gmon.2', 'gmon.3'])
  })

  it.each([
    ['added', addAsRuns, ['prog', 'gmon.out', 'gmon.out']],
    ['opened instead', openInstead, ['gmon.out']],
    ['opened in place of what has its name', openInPlace, ['prog', 'gmon.out']],
  ])(
    'once files are %s the question is gone, and so is the run that was shown alone',
    async (_, act, files) => {
      await openPair(connections)
      useStore.setState(({ shared }) => ({ shared: { ...shared, run: { name: 'gmon.out', nth: 1 } } }))
      offer([fileNamed('gmon.out', 2)])
      act()
      expect((await connections.next()).asked[0]?.files).toEqual(files)
      const { ui, shared } = useStore.getState()
      expect([ui.dropped, shared.run]).toEqual([[], null])
    },
  )

  it('forgets dropped files that are to be left', async () => {
    await openPair(connections)
    offer([fileNamed('gmon.2')])
    forgetDropped()
    expect(useStore.getState().ui.dropped).toEqual([])
    expect(connections.made).toHaveLength(1)
  })

  it('of several programs opens the one that is chosen, unless some are in an archive', async () => {
    offer(['prog', 'gmon.out', 'other', 'third'].map((name) => fileNamed(name)))
    const found = [
      ...['prog', 'gmon.out', 'other', 'third'].map((name) => offeredFile(name)),
      offeredFile('more'),
    ].map((one) => (one.name === 'gmon.out' ? one : { ...one, kind: 'executable' as const }))
    const problem = { code: 'input/several-executables', files: ['prog', 'other', 'third'] } as const
    ;(await connections.next()).answer(fail({ problem, files: found }))
    await waitFor(() => expect(phase()).toBe('failed'))
    expect(canChooseProgram()).toBe(false)
    retry()
    ;(await connections.next()).answer(fail({ problem, files: found.slice(0, 4) }))
    await waitFor(() => expect(phase()).toBe('failed'))
    expect(canChooseProgram()).toBe(true)
    chooseProgram(2)
    expect((await connections.next()).asked[0]?.files).toEqual(['gmon.out', 'other'])
  })

  it('goes back to the open profile with its files when the one that failed is removed', async () => {
    await openPair(connections)
    const { files } = useStore.getState()
    offer([fileNamed('empty')])
    openInstead()
    const problem = { code: 'input/empty-file', file: 'empty' } as const
    const empty = offeredFile('empty', problem)
    ;(await connections.next()).answer(fail({ problem, files: [empty] }))
    await waitFor(() => expect(phase()).toBe('failed'))
    removeFile(empty)
    expect(phase()).toBe('ready')
    expect(useStore.getState().files).toBe(files)
  })

  it('begins anew once the last file on offer is removed', async () => {
    offer([fileNamed('gmon.out')])
    const profile = offeredFile('gmon.out')
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/executable-missing', profiles: ['gmon.out'] }, files: [profile] }),
    )
    await waitFor(() => expect(phase()).toBe('offered'))
    removeFile(profile)
    expect([phase(), useStore.getState().files]).toEqual(['idle', []])
  })
})
