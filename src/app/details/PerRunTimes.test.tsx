// @vitest-environment happy-dom
// A function's numbers in each run: loaded on request, with progress and cancel, and dropped when
// the selection changes.
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import { navigate } from '../../state/url/address.ts'
import { useStore } from '../../state/store.ts'
import { PROGRESS_DELAY_MS } from '../../state/worker/slices.ts'
import { eachRunWorker, inRun } from '../../testing/each-run-worker.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { fakeTime, passTime } from '../../testing/fake-time.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const user = userEvent.setup()
const opened = openedFromText()
const [program, run] = opened.files
if (!program || !run) throw new Error('no files')
const sum = { ...opened, files: [program, { ...run, name: 'gmon.0' }, { ...run, name: 'gmon.1' }] }

const section = () => screen.findByRole('region', { name: 'In each run' })
const button = async () => within(await section()).findByRole('button', { name: 'In each run' })

describe('in each run', () => {
  it('is read on request, and each line leads to the run alone', async () => {
    const { state, answers } = eachRunWorker()
    await showPage(sum, '#v=1&fn=b', answers)
    expect(state.asked).toEqual([])
    await user.click(await button())
    expect((await button()).getAttribute('aria-pressed')).toBe('true')
    expect(state.asked).toHaveLength(1)
    state.answer(succeed([inRun(0, 10), inRun(1, 40)]))
    const links = await within(await section()).findAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['gmon.1', '#v=1&fn=b&run=gmon.1'],
      ['gmon.0', '#v=1&fn=b&run=gmon.0'],
      ['Compare in Runs', '#v=1&view=runs&fn=b'],
    ])
    expect((await section()).textContent).toContain('0.10 s to 0.40 s per run')
    await user.click(await button())
    expect(within(await section()).queryAllByRole('link')).toEqual([])
  })

  it('shows how far it is, and Cancel ends the reading', async () => {
    fakeTime()
    const { state, answers } = eachRunWorker()
    await showPage(sum, '#v=1&fn=b', answers)
    await user.click(await button())
    state.step(0.1)
    expect(within(await section()).queryByRole('progressbar')).toBeNull()
    await passTime(PROGRESS_DELAY_MS)
    state.step(0.5)
    const progress = await within(await section()).findByRole('progressbar', { name: 'Reading the runs' })
    expect(progress.getAttribute('value')).toBe('0.5')
    await user.click(within(await section()).getByRole('button', { name: 'Cancel' }))
    expect(state.stopped).toBe(1)
    expect((await button()).getAttribute('aria-pressed')).toBe('false')
  })

  it('moves nothing in the panel of another function that is looked at meanwhile', async () => {
    const { state, answers } = eachRunWorker()
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    await showPage(sum, '#v=1&fn=b', answers)
    await user.click(await button())
    act(() => navigate({ selected: { name: 'c', address: null } }, 'push'))
    await screen.findByRole('complementary', { name: 'Details of c' })
    await section()
    scrolled.mockClear()
    state.answer(succeed([inRun(0, 10), inRun(1, 40)]))
    await waitFor(() => expect(useStore.getState().ui.inEachRun?.runs.phase).toBe('ready'))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(scrolled).not.toHaveBeenCalled()
    scrolled.mockRestore()
  })

  it('tells what could not be read, and what went wrong', async () => {
    const { state, answers } = eachRunWorker()
    await showPage(sum, '#v=1&fn=b', answers)
    await user.click(await button())
    state.answer(succeed([inRun(1, 40)]))
    await waitFor(async () => expect((await section()).textContent).toContain('1 could not be read again'))
    await user.click(await button())
    await user.click(await button())
    state.answer(fail({ code: 'bytes/unreadable', file: 'prog', reason: 'gone' }))
    await waitFor(async () => expect((await section()).textContent).toContain('prog could not be read.'))
  })

  it('is not offered of one run, nor of a saved profile', async () => {
    await showPage(opened, '#v=1&fn=b')
    await screen.findByRole('complementary', { name: 'Details of b' })
    expect(screen.queryByRole('region', { name: 'In each run' })).toBeNull()
    await closePage()
    const { scenario } = sum.analyzed
    await showPage(
      { ...sum, saved: { scenario, view: 'v=1&fn=b', hasPossible: false, hasLines: false } },
      '#v=1&fn=b',
    )
    await screen.findByRole('complementary', { name: 'Details of b' })
    expect(screen.queryByRole('region', { name: 'In each run' })).toBeNull()
  })
})
