// @vitest-environment happy-dom
// Files may have any name: characters that reorder text or are invisible are shown as escapes.
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ProfileView } from '../../workers/api/contract.ts'
import type { Session } from '../state/session.ts'
import { setUi, useStore } from '../state/store.ts'
import { showPanel } from '../state/actions.ts'
import { startOver } from '../state/opening/open.ts'
import { IDLE, loading } from '../state/worker/async-value.ts'
import { openedFromText } from '../testing/opened-from-text.ts'
import { fakeTime, passTime } from '../testing/fake-time.ts'
import { closePage, showPage } from '../testing/page.tsx'

const NAME = 'p\u202Erog\u007F'
const ESCAPED = 'p\\u202erog\\x7f'
const RUN = `${NAME}.sum`
/** Includes the preceding text, to show where the match is. */
const HIDDEN = /.{0,60}[\u202E\u007F]/gu

const base = openedFromText()
const fileOf = (name: string, kind: 'executable' | 'profile', samples?: number) => ({
  name,
  size: 1000,
  kind,
  detail: `of ${NAME}`,
  problem: null,
  ...(samples === undefined ? {} : { samples }),
})
const opened: ProfileView = {
  ...base,
  name: NAME,
  files: [fileOf(NAME, 'executable'), fileOf(RUN, 'profile', 3), fileOf(RUN, 'profile', 7)],
  notices: [{ code: 'file-skipped', problem: { code: 'input/empty-file', file: NAME } }],
}

afterEach(closePage)

const shown = (): string => `${document.title}\n${document.documentElement.outerHTML}`

function expectEscaped(): void {
  expect(shown().match(HIDDEN) ?? []).toEqual([])
  expect(shown().includes(ESCAPED)).toBe(true)
}

/** Work that has just begun leaves the screen unchanged: some time passes as well. */
async function show(session: Session): Promise<void> {
  fakeTime()
  act(() => useStore.setState({ session }))
  await passTime(400)
}

it('over an open profile, in its title, its runs and what is asked of dropped files', async () => {
  await showPage(opened)
  await screen.findByRole('region', { name: 'Runs' })
  expect(document.title).toContain(ESCAPED)
  expectEscaped()
  act(() => setUi({ dropped: [new File(['x'], NAME)] }))
  await screen.findByText(/what should happen/)
  expectEscaped()
  act(() => setUi({ dropped: [], compared: loading({ name: NAME, part: 0 }) }))
  await screen.findByRole('dialog')
  expectEscaped()
  act(() => setUi({ compared: IDLE }))
  act(() => showPanel('export'))
  const csv = await screen.findByRole('button', { name: 'CSV' })
  let savedAs = ''
  HTMLAnchorElement.prototype.click = function () {
    savedAs = this.download
  }
  act(() => csv.click())
  await screen.findByText(/^Saved/)
  expectEscaped()
  expect(savedAs).toBe(`${ESCAPED.replaceAll('\\', '_')}-flat.csv`)
})

it('of one run alone', async () => {
  const alone = { ...opened, oneRun: { run: { name: RUN, nth: 2 }, among: opened.files } }
  await showPage(alone, `#v=1&run=${encodeURIComponent(RUN)}@2`)
  await screen.findByRole('region', { name: 'One run' })
  expect(document.title).toContain(`${ESCAPED}.sum of ${ESCAPED}`)
  expectEscaped()
})

it('before there is a profile', async () => {
  await showPage(opened)
  await screen.findByRole('heading', { level: 1 })
  const problem = { code: 'input/several-executables', files: [NAME, NAME] } as const
  const match = { matched: 7, total: 9 }
  const files = [{ ...fileOf(NAME, 'executable'), match }, ...opened.files.slice(1)]
  await show({ phase: 'failed', problem, files, previous: opened, retry: null })
  expectEscaped()
  await show({ phase: 'offered', problem: { code: 'input/executable-missing', profiles: [NAME] }, files })
  expectEscaped()
  const step = { stage: 'profiles', file: NAME, done: 1, total: 2 } as const
  await show({
    phase: 'working',
    names: [NAME],
    step,
    options: {},
    before: { phase: 'idle' },
    filesBefore: [],
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(`Opening ${ESCAPED}`)
  expectEscaped()
  act(startOver)
  const shared = { ...useStore.getState().shared, run: { name: NAME, nth: 1 }, query: NAME }
  await act(async () => useStore.setState({ shared }))
  expectEscaped()
})
