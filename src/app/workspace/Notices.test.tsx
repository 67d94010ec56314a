// @vitest-environment happy-dom
// Notices appear with their profile, and fold to a count once they have been seen.
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { succeed } from '../../../workers/core/base/result.ts'
import { open } from '../../state/opening/open.ts'
import { useStore } from '../../state/store.ts'
import { workers } from '../../state/worker/connection.ts'
import { fakeConnection } from '../../testing/fake-connection.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const skipped = (file: string): ProfileView =>
  openedFromText(undefined, [{ code: 'file-skipped', problem: { code: 'input/empty-file', file } }])

const openNext = (opened: ProfileView): Promise<void> => {
  workers.connect = () => Promise.resolve(fakeConnection(opened))
  return act(() => open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')]))
}

const notices = () => screen.queryByRole('region', { name: 'Notices' })?.textContent ?? ''

it('those of a profile that takes the place of another at once', async () => {
  await showPage(openedFromText())
  await screen.findByRole('heading', { level: 1 })
  expect(notices()).toBe('')
  await openNext(skipped('gmon.1'))
  await waitFor(() => expect(notices()).toContain('gmon.1'))
  fireEvent.click(screen.getByRole('button', { name: 'Close notices' }))
  expect(notices()).toBe('')
  await openNext(skipped('gmon.2'))
  await waitFor(() => expect(notices()).toContain('gmon.2'))
  // The count in the header opens and closes them.
  fireEvent.click(screen.getByRole('button', { name: '1 notice' }))
  expect(notices()).toBe('')
  fireEvent.click(screen.getByRole('button', { name: '1 notice' }))
  expect(notices()).toContain('gmon.2')
})

const showView = (key: string) => fireEvent.keyDown(document.body, { key })

it('fold to their count once another view was opened, and unfold for a new one', async () => {
  const few = { code: 'few-samples', samples: 90, rate: 100 } as const
  await showPage(openedFromText(undefined, [few]))
  await screen.findByRole('region', { name: 'Notices' })
  showView('2')
  await waitFor(() => expect(notices()).toBe(''))
  showView('1')
  expect(notices()).toBe('')
  fireEvent.click(screen.getByRole('button', { name: '1 notice' }))
  expect(notices()).toContain('Only 90 samples')
  fireEvent.click(screen.getByRole('button', { name: '1 notice' }))
  expect(notices()).toBe('')
  act(() => {
    const { session } = useStore.getState()
    if (session.phase !== 'ready') throw new Error(session.phase)
    const { opened } = session
    const added = { code: 'position-independent', shift: 4096 } as const
    useStore.setState({ session: { ...session, opened: { ...opened, notices: [few, added] } } })
  })
  await waitFor(() => expect(notices()).toContain('Only 90 samples'))
})

it('stay in every view while numbers may be wrong, until they are closed', async () => {
  const again = { code: 'run-twice', file: 'gmon.1', same: 'gmon.2', more: 0 } as const
  await showPage(openedFromText(undefined, [again]))
  await screen.findByRole('region', { name: 'Notices' })
  showView('2')
  await screen.findByRole('grid', { name: 'Call graph' })
  expect(notices()).toContain('gmon.1')
  fireEvent.click(screen.getByRole('button', { name: 'Close notices' }))
  showView('1')
  expect(notices()).toBe('')
})

it('a shift that fits stays at hand after the numbers were shown all the same', async () => {
  const notice = { code: 'wrong-executable', matched: 3, total: 97, shift: 0x47000 } as const
  const asked: number[] = []
  await showPage(openedFromText(undefined, [notice]), '', {
    open: (_files, { shift }) => {
      asked.push(shift)
      return Promise.resolve(succeed(openedFromText(undefined, shift === 0 ? [notice] : [])))
    },
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Show numbers anyway' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Shift by 0x47000' }))
  await waitFor(() => expect(asked).toEqual([0, 0x47000]))
  await waitFor(() => expect(notices()).toBe(''))
  expect(useStore.getState().session.phase).toBe('ready')
})
