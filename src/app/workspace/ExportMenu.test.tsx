// @vitest-environment happy-dom
// Slow exports: those still being written can be cancelled, however many were started.
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Answer as AnswerTo } from '../../../workers/api/contract.ts'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import { showPanel } from '../../state/actions.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { fakeTime, passTime } from '../../testing/fake-time.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

type Answer = AnswerTo<'write'>

it('the second of two documents can be cancelled once the first is there', async () => {
  fakeTime()
  const answers: ((answer: Answer) => void)[] = []
  const write = () => new Promise<Answer>((resolve) => answers.push(resolve))
  await showPage(openedFromText(), '', { write })
  await screen.findByRole('heading', { level: 1 })
  act(() => showPanel('export'))
  const cancel = () => screen.queryByRole('button', { name: 'Cancel' })
  for (const name of ['gprof listing', 'JSON']) (await screen.findByRole('button', { name })).click()
  await waitFor(() => expect(cancel()).not.toBeNull())
  // By now the second one is slow, too.
  await passTime(2 * PROGRESS_DELAY_MS)
  await act(async () => answers[0]?.(succeed({ pieces: [], type: 'text/plain' })))
  await screen.findByText(/^Saved/)
  expect(cancel()).not.toBeNull()
  await act(async () => answers[1]?.(fail({ code: 'host/cancelled' })))
  await waitFor(() => expect(cancel()).toBeNull())
})
