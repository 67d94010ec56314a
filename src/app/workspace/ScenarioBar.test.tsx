// @vitest-environment happy-dom
// The changes in a scenario, each with a remove button, as well as the search for static calls.
import { screen, waitFor, within, act } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'
import type { PossibleArcs } from '../../../workers/core/profile/possible-arcs.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { fail, type Result, succeed } from '../../../workers/core/base/result.ts'
import { toggleStaticArcs } from '../../state/questions/scenario.ts'
import { openedIn } from '../../state/session.ts'
import { useStore } from '../../state/store.ts'
import { fakeConnection } from '../../testing/fake-connection.ts'

afterEach(closePage)

it('lists two functions that read alike, such as the destructors of a class, and takes back one change at a time', async () => {
  const profile = openedFromText(`
    main -> work 1
    main -> _ZN1AD0Ev 2
    main -> _ZN1AD1Ev 3
  `)
  await showPage(profile, '#v=1&cut=main/work,main/_ZN1AD0Ev,main/_ZN1AD1Ev')
  const list = await screen.findByRole('list', { name: 'Changes' })
  const changes = () =>
    within(list)
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent)
  const destroy = 'cut main → A::~A()'
  await waitFor(() => expect(changes()).toEqual(['cut main → work', destroy, destroy]))
  await userEvent.click(within(list).getByRole('button', { name: 'Remove: cut main → work' }))
  await waitFor(() => expect(changes()).toEqual([destroy, destroy]))
})

it('says beside the list, which scrolls, how many changes are not shown, and shows them', async () => {
  const names = Array.from({ length: 15 }, (_, at) => `work${at}`)
  const profile = openedFromText(names.map((name) => `main -> ${name} 1`).join('\n'))
  await showPage(profile, `#v=1&cut=${names.map((name) => `main/${name}`).join(',')}`)
  const list = await screen.findByRole('list', { name: 'Changes' })
  const more = await screen.findByRole('button', { name: '3 more' })
  expect(list.contains(more)).toBe(false)
  await userEvent.click(more)
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(15))
  await userEvent.click(screen.getByRole('button', { name: 'Fewer' }))
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(12))
})

it('folds the C++ standard library by one switch, says what that hides, and takes it back', async () => {
  const profile = openedFromText(`main 10; _ZN3app3runEv 30; _ZN3app4stopEv 10; _ZNSt6vectorIiE4sizeEv 50
    main -> _ZN3app3runEv 1; main -> _ZN3app4stopEv 1
    _ZN3app3runEv -> _ZNSt6vectorIiE4sizeEv 4; _ZN3app4stopEv -> _ZNSt6vectorIiE4sizeEv 1`)
  await showPage(profile, '#v=1&view=flat-profile')
  const rows = async () =>
    within(await screen.findByRole('grid', { name: 'Flat profile' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.getAttribute('aria-label')?.replace(/, calls.*/, ''))
  const fold = await screen.findByRole('button', { name: 'Fold std::' })
  await userEvent.click(fold)
  const list = await screen.findByRole('list', { name: 'Changes' })
  const text = 'std:: folded: 1 function, 0.50 s, charged to callers by gprof’s shares, as estimates'
  await waitFor(() => expect(list.textContent).toBe(text))
  expect(location.hash).toContain('fold=std')
  await waitFor(async () =>
    expect(await rows()).toEqual([
      'app::run(): 70.0% time, self 0.70 s',
      'app::stop(): 20.0% time, self 0.20 s',
      'main: 10.0% time, self 0.10 s, total 1.00 s',
    ]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(async () => expect(await rows()).toHaveLength(4))
  expect(fold.getAttribute('aria-pressed')).toBe('false')
})

it('does not offer to fold the standard library in a C program', async () => {
  await showPage(openedFromText('main 1; main -> work 1; work 2'), '#v=1&view=flat-profile')
  await screen.findByRole('grid', { name: 'Flat profile' })
  expect(screen.queryByRole('button', { name: 'Fold std::' })).toBeNull()
})

type Answer = Result<PossibleArcs | null, Problem>

const bar = () => screen.findByRole('region', { name: 'What if' })

it('tells how far it is, ends when cancelled, and is made once', async () => {
  let asked = 0
  let tell = (_done: number, _total: number): void => {}
  let settle: (answer: Answer) => void = () => {}
  const opened = openedFromText()
  const worker = fakeConnection(opened).service
  let code: Promise<Answer> | null = null
  await showPage(opened, '#v=1', {
    possibleCalls: ({ signal, onProgress }) => {
      asked++
      tell = (done, total) => onProgress?.({ done, total })
      code = new Promise((resolve) => {
        settle = resolve
        signal?.addEventListener('abort', () => resolve(fail({ code: 'host/cancelled' })))
      })
      return code
    },
    // The numbers wait for the code, as in the worker.
    analyze: async (scenario, how) => {
      if (scenario.staticArcs) await code
      return worker.analyze(scenario, how)
    },
  })
  act(toggleStaticArcs)
  await waitFor(() => expect(asked).toBe(1))
  // Progress appears once the search has lasted for a while.
  await waitFor(async () => {
    act(() => tell(1, 4))
    const progress = within(await bar()).getByRole('progressbar')
    expect(progress.getAttribute('aria-label')).toBe('Reading the program’s code')
    expect(progress.getAttribute('value')).toBe('0.25')
  })
  await userEvent.click(within(await bar()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(location.hash).not.toContain('static'))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  // A late progress report changes nothing.
  act(() => tell(2, 4))
  expect(screen.queryByRole('progressbar')).toBeNull()

  act(toggleStaticArcs)
  await waitFor(() => expect(asked).toBe(2))
  const found = { parent: Uint32Array.of(3), child: Uint32Array.of(1) }
  act(() => settle(succeed({ length: 1, ...found, gprof: { isSame: false, found: 0, others: 0 } })))
  await waitFor(async () => expect((await bar()).textContent).toContain('with static calls'))
  const isShown = () => openedIn(useStore.getState().session)?.analyzed.scenario.staticArcs
  for (const isOn of [false, true]) {
    act(toggleStaticArcs)
    await waitFor(() => expect(isShown()).toBe(isOn))
  }
  expect(asked).toBe(2)
})

it('says what it takes where calls cannot be found', async () => {
  await showPage(openedFromText(), '#v=1&static=on')
  const changes = await screen.findByRole('list', { name: 'Changes' })
  await waitFor(() =>
    expect(changes.textContent).toContain('needs the program itself, for x86, Arm, AArch64 or RISC-V'),
  )
})

it('are offered only where there is a program to look for them in', async () => {
  const whole = openedFromText()
  const hash = '#v=1&view=call-graph&fn=c'
  const offered = async () => (await screen.findAllByRole('button')).filter(isOffer).length
  const isOffer = (button: HTMLElement) => button.textContent === 'Static calls'
  await showPage(whole, hash)
  await screen.findByRole('grid', { name: 'Call graph' })
  expect(await offered()).toBe(2)
  await closePage()

  await showPage({ ...whole, files: whole.files.filter(({ kind }) => kind !== 'executable') }, hash)
  await screen.findByRole('grid', { name: 'Call graph' })
  expect(await offered()).toBe(0)
  // An option that a link turned on can be turned off.
  act(toggleStaticArcs)
  await waitFor(async () => expect(await offered()).toBe(1))
})

it('a link that asks for them changes nothing of a gprof listing, which has no code', async () => {
  let asked = 0
  const { analyzed, ...rest } = openedFromText()
  const listed = { hasFlat: true, hasGraph: true }
  const opened = { ...rest, analyzed: { ...analyzed, profile: { ...analyzed.profile, listed } } }
  await showPage(opened, '#v=1&static=on', {
    analyze: () => {
      asked++
      return Promise.resolve(fail({ code: 'input/nothing-given' }))
    },
  })
  await screen.findByRole('grid', { name: 'Flat profile' })
  expect(screen.queryByRole('region', { name: 'What if' })).toBeNull()
  expect(asked).toBe(0)
  await waitFor(() => expect(location.hash).not.toContain('static'))
  act(toggleStaticArcs)
  await waitFor(() => expect(useStore.getState().shared.scenario.staticArcs).toBe(false))
  expect(asked).toBe(0)
})
