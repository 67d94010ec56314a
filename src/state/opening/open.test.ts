// @vitest-environment happy-dom
// Opening: files may come in any order, what is missing is waited for, what is good is kept, late answers are dropped.
import { beforeEach, describe, expect, it } from 'vitest'
import type { OfferedFile, OpenedProfile, ProfileService, Step } from '../../../workers/api/contract.ts'
import { EMPTY_SCENARIO } from '../../../workers/core/analysis/scenario/scenario.ts'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import { fakeConnection } from '../../testing/fake-connection.ts'
import { fakeConnections, type FakeConnections } from '../../testing/fake-connections.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
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
} from './offered.ts'
import { cancel, leaveFailure, startOver } from './open.ts'
import { retry } from '../worker/interrupt.ts'
import { openForNobody, prepareConnection } from '../worker/service.ts'
import { openedIn } from '../session.ts'
import { initialState, useStore } from '../store.ts'

let connections: FakeConnections
const phase = () => useStore.getState().session.phase
const file = (name: string) => new File([name], name, { lastModified: 1 })
const offered = (name: string, problem: OfferedFile['problem'] = null): OfferedFile => ({
  name,
  size: 1,
  kind: problem ? 'unknown' : 'profile',
  detail: '',
  problem,
})

beforeEach(() => {
  startOver()
  useStore.setState(initialState())
  connections = fakeConnections()
})

describe('opening', () => {
  it('asks a worker that is ready before the page draws anything, and the next drop asks another', async () => {
    prepareConnection()
    await waitFor(() => expect(connections.made).toHaveLength(1))
    await Promise.resolve()
    const askedByThen: number[] = []
    const stop = useStore.subscribe(() => askedByThen.push(connections.last.asked.length))
    offer([file('prog')])
    stop()
    expect(askedByThen[0]).toBe(1)
    offer([file('gmon.out')])
    await waitFor(() => expect(connections.made).toHaveLength(2))
    expect(connections.made[0]?.isTerminated).toBe(true)
  })

  it('hands files to a worker that rehearses once it is done, and keeps nothing of the rehearsal', async () => {
    prepareConnection()
    const rehearsed = openForNobody([file('sample')])
    const connection = await connections.next()
    expect(phase()).toBe('idle')
    offer([file('prog'), file('gmon.out')])
    expect(connection.asked).toHaveLength(1)
    const sample = openedFromText()
    connection.answer(succeed(sample))
    expect(await rehearsed).toBe(sample)
    await waitFor(() => expect(connection.asked).toHaveLength(2))
    expect(connection.asked[1]?.files).toEqual(['prog', 'gmon.out'])
    expect([phase(), connections.made.length]).toEqual(['working', 1])
  })

  it('rehearses with no worker that is in use', async () => {
    prepareConnection()
    offer([file('prog')])
    expect(await openForNobody([file('sample')])).toBeNull()
    expect((await connections.next()).asked.map(({ files }) => files)).toEqual([['prog']])
  })

  it('waits for the program when only the profile is there, and completes the pair', async () => {
    offer([file('gmon.out')])
    const first = await connections.next()
    first.answer(
      fail({
        problem: { code: 'input/executable-missing', profiles: ['gmon.out'] },
        files: [offered('gmon.out')],
      }),
    )
    await waitFor(() => expect(phase()).toBe('offered'))
    expect(first.isTerminated).toBe(true)

    offer([file('prog')])
    const second = await connections.next()
    expect(second.asked[0]?.files).toEqual(['gmon.out', 'prog'])
    second.answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
  })

  it('goes on without names when asked to', async () => {
    offer([file('gmon.out')])
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/executable-missing', profiles: ['gmon.out'] }, files: [] }),
    )
    await waitFor(() => expect(phase()).toBe('offered'))
    continueWithoutNames()
    expect((await connections.next()).asked[0]?.withoutNames).toBe(true)
  })

  it('goes on without the names that a stripped program does not have', async () => {
    offer([file('stripped'), file('gmon.out')])
    const bare = { code: 'elf/no-symbols', file: 'stripped', stripped: true } as const
    ;(await connections.next()).answer(
      fail({ problem: bare, files: [offered('stripped', bare), offered('gmon.out')] }),
    )
    await waitFor(() => expect(phase()).toBe('failed'))
    continueWithoutNames()
    expect((await connections.next()).asked[0]).toMatchObject({ files: ['gmon.out'], withoutNames: true })
  })

  it('of files of one name beside an archive leaves out the one that is of no use', async () => {
    offer([file('gmon.out'), file('gmon.out'), file('runs.zip')])
    const empty = { code: 'input/empty-file', file: 'gmon.out' } as const
    const found = [
      offered('gmon.out', empty),
      ...['gmon.out', 'gmon.1', 'gmon.2'].map((name) => offered(name)),
    ]
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/executable-missing', profiles: ['gmon.out'] }, files: found }),
    )
    await waitFor(() => expect(phase()).toBe('offered'))
    continueWithoutNames()
    expect((await connections.next()).asked[0]?.files).toEqual(['gmon.out', 'runs.zip'])
  })

  it('of files of one name beside an archive removes the one that is meant', async () => {
    const [first, second, archive] = [file('gmon.out'), file('gmon.out'), file('runs.zip')]
    offer([first, second, archive])
    const found = ['gmon.out', 'gmon.out', 'gmon.1', 'gmon.2'].map((name) => offered(name))
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/executable-missing', profiles: ['gmon.out'] }, files: found }),
    )
    await waitFor(() => expect(phase()).toBe('offered'))
    removeFile(found[1] ?? offered('none'))
    expect(useStore.getState().files.map((left) => [first, second, archive].indexOf(left))).toEqual([0, 2])
  })

  it('keeps a stripped program for the debug file that comes later', async () => {
    offer([file('stripped'), file('gmon.out')])
    const bare = { code: 'elf/no-symbols', file: 'stripped', stripped: true } as const
    ;(await connections.next()).answer(
      fail({ problem: bare, files: [offered('stripped', bare), offered('gmon.out')] }),
    )
    await waitFor(() => expect(phase()).toBe('failed'))
    offer([file('prog.debug')])
    expect((await connections.next()).asked[0]?.files).toEqual(['stripped', 'gmon.out', 'prog.debug'])
  })

  it('keeps the good files of a failed attempt and leaves the bad ones out', async () => {
    offer([file('gmon.out'), file('picture.png')])
    const bad = {
      code: 'input/unknown-format',
      file: 'picture.png',
      looksLike: 'PNG image',
      firstBytes: '89504e47',
    } as const
    ;(await connections.next()).answer(
      fail({ problem: bad, files: [offered('gmon.out'), offered('picture.png', bad)] }),
    )
    await waitFor(() => expect(phase()).toBe('failed'))
    offer([file('prog')])
    expect((await connections.next()).asked[0]?.files).toEqual(['gmon.out', 'prog'])
  })

  it('keeps what is being opened in place of a bad file of its name, whatever comes meanwhile', async () => {
    offer([file('prog'), file('gmon.out')])
    const bad = { code: 'input/empty-file', file: 'gmon.out' } as const
    ;(await connections.next()).answer(
      fail({ problem: bad, files: [offered('prog'), offered('gmon.out', bad)] }),
    )
    await waitFor(() => expect(phase()).toBe('failed'))
    offer([new File(['better'], 'gmon.out', { lastModified: 2 })])
    expect((await connections.next()).asked[0]?.files).toEqual(['prog', 'gmon.out'])
    offer([file('prog.debug')])
    expect((await connections.next()).asked[0]?.files).toEqual(['prog', 'gmon.out', 'prog.debug'])
  })

  it('goes on with what it is opening when the same files are dropped once more', async () => {
    offer([file('prog'), file('gmon.out')])
    await waitFor(() => expect(connections.made).toHaveLength(1))
    offer([file('gmon.out')])
    await new Promise((resolve) => setTimeout(resolve))
    expect(connections.made).toHaveLength(1)
    expect(connections.made[0]?.isTerminated).toBe(false)
    expect(phase()).toBe('working')
  })

  it('goes on with what it is opening when something is dropped that cannot be taken, and tells so until the next drop', async () => {
    offer([file('prog'), file('gmon.out')])
    const connection = await connections.next()
    const refused = { code: 'input/directory', file: 'nothing' } as const
    refuse(refused)
    expect([phase(), useStore.getState().local.refused]).toEqual(['working', refused])
    connection.answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    expect(useStore.getState().local.refused).toBe(refused)
    offer([file('gmon.2')])
    expect(useStore.getState().local.refused).toBeNull()
    refuse(refused)
    expect(phase()).toBe('ready')
  })

  it('keeps the profile on screen when what is dropped holds nothing, and tells that', async () => {
    offer([file('prog'), file('gmon.out')])
    const opened = openedFromText()
    ;(await connections.next()).answer(succeed(opened))
    await waitFor(() => expect(phase()).toBe('ready'))
    const refused = { code: 'input/directory', file: 'nothing' } as const
    refuse(refused)
    expect(useStore.getState().session).toMatchObject({ phase: 'ready', opened })
    expect(useStore.getState().local.refused).toBe(refused)
  })

  it('goes back at once when cancelled, and ignores what comes late', async () => {
    offer([file('gmon.out')])
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
    offer([file('prog'), file('gmon.out')])
    const connection = await connections.next()
    connection.answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    connection.step({ stage: 'listing', file: '', done: 1, total: 1 })
    expect(phase()).toBe('ready')
  })

  const stepWith = (first: OpenedProfile): Step => ({ stage: 'listing', file: '', done: 0, total: 1, first })

  it('shows the first rows until all of it is there', async () => {
    offer([file('prog'), file('gmon.out')])
    const connection = await connections.next()
    const first = openedFromText()
    connection.step(stepWith(first))
    connection.step({ stage: 'listing', file: '', done: 1, total: 1 })
    expect(useStore.getState().session).toMatchObject({ phase: 'working', first })
    connection.answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
  })

  it('puts thousands of files beside thousands in no time, and counts none twice', async () => {
    let asked = 0
    const ranks = (from: number) =>
      Array.from({ length: 5000 }, (_, rank) => {
        const one = file(`rank-${from + rank}/gmon.out`)
        const { name } = one
        Object.defineProperty(one, 'name', { get: () => (asked++, name) })
        return one
      })
    useStore.setState({ files: ranks(0) })
    offer(ranks(4000))
    expect((await connections.next()).asked[0]?.files).toHaveLength(9000)
    expect(asked).toBeLessThan(100_000)
  })

  it('shows no first rows where the link asks for something else, in place of a profile, or of another program', async () => {
    const firstNow = () => {
      const { session } = useStore.getState()
      return session.phase === 'working' ? session.first : undefined
    }
    const { shared } = useStore.getState()
    useStore.setState({ shared: { ...shared, query: 'parse' } })
    offer([file('prog'), file('gmon.out')])
    const asking = await connections.next()
    asking.step(stepWith(openedFromText()))
    expect(firstNow()).toBeNull()
    useStore.setState({ shared })
    const notice = { code: 'wrong-executable', matched: 1, total: 9, shift: 0 } as const
    asking.step(stepWith(openedFromText(undefined, [notice])))
    expect(firstNow()).toBeNull()
    asking.answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    offer([file('gmon.2')])
    addAsRuns()
    const again = await connections.next()
    again.step(stepWith(openedFromText()))
    expect(firstNow()).toBeNull()
  })

  it('asks before it replaces an open profile, and can add runs to it', async () => {
    offer([file('prog'), file('gmon.out')])
    ;(await connections.next()).answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    offer([file('gmon.2')])
    expect(useStore.getState().local.dropped.map(({ name }) => name)).toEqual(['gmon.2'])
    expect(phase()).toBe('ready')
    addAsRuns()
    expect((await connections.next()).asked[0]?.files).toEqual(['prog', 'gmon.out', 'gmon.2'])
    cancel()
    expect(phase()).toBe('ready')
    expect(useStore.getState().files).toHaveLength(2)

    offer([file('other')])
    openInstead()
    expect((await connections.next()).asked[0]?.files).toEqual(['other'])
  })

  it('asks about all files together that are dropped one after the other', async () => {
    offer([file('prog'), file('gmon.out')])
    ;(await connections.next()).answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    for (const name of ['gmon.2', 'gmon.3', 'gmon.3']) offer([file(name)])
    expect(useStore.getState().local.dropped.map(({ name }) => name)).toEqual(['gmon.2', 'gmon.3'])
  })

  it.each([
    ['added', addAsRuns, ['prog', 'gmon.out', 'gmon.out']],
    ['opened instead', openInstead, ['gmon.out']],
    ['opened in place of what has its name', openInPlace, ['prog', 'gmon.out']],
  ])(
    'once files are %s the question is gone, and so is the run that was shown alone',
    async (_, act, files) => {
      offer([file('prog'), file('gmon.out')])
      ;(await connections.next()).answer(succeed(openedFromText()))
      await waitFor(() => expect(phase()).toBe('ready'))
      useStore.setState(({ shared }) => ({ shared: { ...shared, run: { name: 'gmon.out', nth: 1 } } }))
      offer([new File(['another'], 'gmon.out', { lastModified: 2 })])
      act()
      expect((await connections.next()).asked[0]?.files).toEqual(files)
      const { local, shared } = useStore.getState()
      expect([local.dropped, shared.run]).toEqual([[], null])
    },
  )

  it('forgets dropped files that are to be left', async () => {
    offer([file('prog'), file('gmon.out')])
    ;(await connections.next()).answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    offer([file('gmon.2')])
    forgetDropped()
    expect(useStore.getState().local.dropped).toEqual([])
    expect(connections.made).toHaveLength(1)
  })

  it('of several programs opens the one that is chosen, unless some are in an archive', async () => {
    offer(['prog', 'gmon.out', 'other', 'third'].map(file))
    const found = [
      ...['prog', 'gmon.out', 'other', 'third'].map((name) => offered(name)),
      offered('more'),
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

  it('of a saved profile that is cancelled while its scenario is worked out leaves nothing in the link', async () => {
    let answer = (): void => {}
    const worked = new Promise<void>((resolve) => (answer = resolve))
    const whole = fakeConnection(openedFromText()).service
    let isAsked = false
    const analyze: ProfileService['analyze'] = async (scenario) => {
      isAsked = true
      await worked
      return whole.analyze(scenario)
    }
    connections = fakeConnections(() => fakeConnection(undefined, { analyze }))
    const scenario = { ...EMPTY_SCENARIO, cutArcs: [{ parent: 'a', child: 'c' }] }
    const saved = succeed({
      ...openedFromText(),
      saved: { scenario, view: 'v=1&view=cycles&fn=b', hasPossible: false, hasLines: false },
    })
    const before = useStore.getState().shared

    offer([file('prog.gmonscope')])
    ;(await connections.next()).answer(saved)
    await waitFor(() => expect(isAsked).toBe(true))
    cancel()
    answer()
    await worked
    expect([phase(), useStore.getState().shared]).toEqual(['idle', before])

    offer([file('prog.gmonscope')])
    ;(await connections.next()).answer(saved)
    await waitFor(() => expect(phase()).toBe('ready'))
    expect(useStore.getState().shared).toMatchObject({ view: 'cycles', selected: { name: 'b' }, scenario })
    expect(openedIn(useStore.getState().session)?.analyzed.scenario).toEqual(scenario)
  })

  it('keeps the open profile when the next one fails', async () => {
    offer([file('prog'), file('gmon.out')])
    ;(await connections.next()).answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    offer([file('empty')])
    openInstead()
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/empty-file', file: 'empty' }, files: [] }),
    )
    await waitFor(() => expect(useStore.getState().session).toMatchObject({ phase: 'failed' }))
    expect(useStore.getState().session).toMatchObject({ previous: { name: 'prog' } })
  })

  it('goes back to the files of the open profile, however often the next ones failed', async () => {
    offer([file('prog'), file('gmon.out')])
    ;(await connections.next()).answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    const { files } = useStore.getState()
    offer([file('empty')])
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

  it('goes back to the open profile with its files when the one that failed is removed', async () => {
    offer([file('prog'), file('gmon.out')])
    ;(await connections.next()).answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    const { files } = useStore.getState()
    offer([file('empty')])
    openInstead()
    const problem = { code: 'input/empty-file', file: 'empty' } as const
    const empty = offered('empty', problem)
    ;(await connections.next()).answer(fail({ problem, files: [empty] }))
    await waitFor(() => expect(phase()).toBe('failed'))
    removeFile(empty)
    expect(phase()).toBe('ready')
    expect(useStore.getState().files).toBe(files)
  })

  it('begins anew once the last file on offer is removed', async () => {
    offer([file('gmon.out')])
    const profile = offered('gmon.out')
    ;(await connections.next()).answer(
      fail({ problem: { code: 'input/executable-missing', profiles: ['gmon.out'] }, files: [profile] }),
    )
    await waitFor(() => expect(phase()).toBe('offered'))
    removeFile(profile)
    expect([phase(), useStore.getState().files]).toEqual(['idle', []])
  })

  it('lets go of the worker of the profile that is closed', async () => {
    offer([file('prog'), file('gmon.out')])
    const connection = await connections.next()
    connection.answer(succeed(openedFromText()))
    await waitFor(() => expect(phase()).toBe('ready'))
    startOver()
    await waitFor(() => expect(connection.isTerminated).toBe(true))
    expect(phase()).toBe('idle')
  })

  it('shows the evidence first when the program may be another one', async () => {
    offer([file('prog'), file('gmon.out')])
    const notice = { code: 'wrong-executable', matched: 1, total: 9, shift: 0 } as const
    ;(await connections.next()).answer(succeed(openedFromText(undefined, [notice])))
    await waitFor(() => expect(phase()).toBe('doubtful'))
  })
})
