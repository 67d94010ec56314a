// @vitest-environment happy-dom
// The search for static calls: its progress, its cancellation, and that it runs once.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { PossibleArcs } from '../../../workers/core/profile/possible-arcs.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { fail, type Result, succeed } from '../../../workers/core/base/result.ts'
import { toggleStaticArcs } from '../../state/queries.ts'
import { openedIn, useStore } from '../../state/store.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { fakeConnection } from '../../testing/fake-connection.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

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
