// @vitest-environment happy-dom
// The source of a function, when a large program's debugging information is read after its numbers
// are shown.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProfileView, SourcesAnswer } from '../../../workers/api/contract.ts'
import { fail, succeed, type Result } from '../../../workers/core/base/result.ts'
import { stringTableOf } from '../../../workers/core/base/string-table.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { buildSources } from '../../../workers/core/profile/function-sources.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { fakeTime, passTime } from '../../testing/fake-time.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const LARGE: ProfileView = { ...openedFromText(), sourcesLater: true }

const SOURCES: SourcesAnswer = {
  sources: buildSources(
    Uint32Array.of(1),
    {
      length: 1,
      file: Int32Array.of(0),
      line: Uint32Array.of(12),
      files: stringTableOf(['/src/<b>a.c']),
    },
    LARGE.analyzed.profile.functions.length,
  ),
  notices: [],
}

/** Draws a page whose worker answers when the test calls the returned function. */
async function showLate(hash: string): Promise<(answer: Result<SourcesAnswer, Problem>) => void> {
  let settle: (answer: Result<SourcesAnswer, Problem>) => void = () => {}
  const answer = new Promise<Result<SourcesAnswer, Problem>>((resolve) => {
    settle = resolve
  })
  await showPage(LARGE, hash, { sources: () => answer })
  return settle
}

const details = (name: string) => screen.findByRole('complementary', { name: `Details of ${name}` })

describe('sources that come later', () => {
  it('show where their place was kept', async () => {
    const settle = await showLate('#v=1&fn=a')
    const panel = within(await details('a'))
    expect(panel.getByText('Looking for its source …')).toBeTruthy()
    settle(succeed(SOURCES))
    expect(await panel.findByTitle('/src/<b>a.c:12')).toHaveProperty('textContent', '/src/<b>a.c:12')
    expect(panel.queryByText('Looking for its source …')).toBeNull()
  })

  it('tell how far the search is, which may be stopped and taken up again', async () => {
    fakeTime()
    const asked: ((part: number) => void)[] = []
    const settled: ((answer: Result<SourcesAnswer, Problem>) => void)[] = []
    let stopped = 0
    await showPage(LARGE, '#v=1&fn=a', {
      sources: ({ signal, onProgress }) => {
        signal?.addEventListener('abort', () => stopped++)
        asked.push((part) => onProgress?.({ done: part, total: 1 }))
        return new Promise((resolve) => settled.push(resolve))
      },
    })
    const panel = within(await details('a'))
    // A fast answer shows no progress.
    asked[0]?.(0.1)
    expect(panel.queryByRole('progressbar')).toBeNull()
    await passTime(PROGRESS_DELAY_MS)
    asked[0]?.(0.25)
    const bar = await panel.findByRole('progressbar', { name: 'Looking for sources' })
    expect(bar.getAttribute('value')).toBe('0.25')
    await userEvent.click(panel.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(stopped).toBe(1))
    settled[0]?.(fail({ code: 'host/cancelled' }))
    asked[0]?.(0.5)
    const again = await panel.findByRole('button', { name: 'Search' })
    expect([panel.queryByRole('progressbar'), asked.length]).toEqual([null, 1])
    await userEvent.click(again)
    await waitFor(() => expect(asked).toHaveLength(2))
    settled[1]?.(succeed(SOURCES))
    expect(await panel.findByTitle('/src/<b>a.c:12')).toBeTruthy()
  })

  it('say so of a function that they do not tell of', async () => {
    const settle = await showLate('#v=1&fn=c')
    settle(succeed(SOURCES))
    expect(await within(await details('c')).findByText('Source not known')).toBeTruthy()
  })

  it('are not missed of a function that did not run, nor is a caller of it', async () => {
    await showPage({ ...openedFromText('m 10; idle 0'), sourcesLater: true }, '#v=1&fn=idle', {
      sources: () => Promise.resolve(succeed(SOURCES)),
    })
    const panel = within(await details('idle'))
    expect(await panel.findByText('No recorded callers')).toBeTruthy()
    await waitFor(() => expect(panel.queryByText('Looking for its source …')).toBeNull())
    expect(panel.queryByText('Source not known')).toBeNull()
    expect(panel.queryByText(/spontaneous/)).toBeNull()
  })

  it('are told of in a notice where they cannot be read', async () => {
    const settle = await showLate('#v=1&fn=c')
    settle(fail({ code: 'bytes/unreadable', file: 'prog', reason: 'it is gone' }))
    expect(await within(await details('c')).findByText('Source not known')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^1 notice/ })).toBeTruthy()
  })

  it('are not asked for without need', async () => {
    let asked = 0
    await showPage(openedFromText(), '#v=1&fn=a', {
      sources: () => {
        asked++
        return Promise.resolve(succeed(SOURCES))
      },
    })
    expect(within(await details('a')).queryByText('Source not known')).toBeNull()
    expect(asked).toBe(0)
  })
})
