// @vitest-environment happy-dom
// The first rows of a large profile: to be looked at until all of it is there, and then the same rows answer.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { succeed } from '../../workers/core/base/result.ts'
import { listFirstRows } from '../../workers/core/reports/listing/first-rows.ts'
import { open } from '../state/opening/open.ts'
import { setConnect } from '../state/worker/service.ts'
import { fakeConnection } from '../testing/fake-connection.ts'
import { openedFromText } from '../testing/opened-from-text.ts'
import { closePage } from '../testing/page.tsx'
import { App } from './App.tsx'

afterEach(closePage)

const rows = () => [...document.querySelectorAll('[data-row]')]
const texts = () => rows().map((row) => row.textContent)

/** A profile whose first rows are on screen. */
async function showFirstRows() {
  const connection = fakeConnection()
  setConnect(() => Promise.resolve(connection))
  render(<App />)
  const opening = open([new File(['x'], 'prog'), new File(['y'], 'gmon.out')])
  await waitFor(() => expect(connection.asked).toHaveLength(1))
  const opened = openedFromText()
  const first = { ...opened, ...listFirstRows(opened.analyzed) }
  act(() => connection.step({ stage: 'listing', file: '', done: 0, total: 1, first }))
  await waitFor(() => expect(rows()).not.toHaveLength(0))
  return { connection, opening, opened }
}

it('shows them at once, answers nobody, and becomes the profile', async () => {
  const { connection, opening, opened } = await showFirstRows()
  const [row] = rows()
  const before = texts()
  expect(row?.closest('[inert]')).not.toBeNull()
  expect(screen.queryByRole('grid')).toBeNull()
  expect(screen.queryByText('Most time of their own')).toBeNull()
  document.dispatchEvent(new KeyboardEvent('keydown', { key: '2', bubbles: true }))
  expect(location.hash).toBe('')

  connection.answer(succeed(opened))
  await act(() => opening)
  await screen.findByRole('grid', { name: 'Flat profile' })
  // Nothing was drawn anew.
  expect(rows()[0]).toBe(row)
  expect(texts()).toEqual(before)
  expect(row?.closest('[inert]')).toBeNull()
  await waitFor(() => expect(document.activeElement?.id).toBe('tab-flat-profile'))
})

it('tells how far the rest is where that takes long, and can be cancelled', async () => {
  const { connection } = await showFirstRows()
  expect(screen.queryByRole('progressbar')).toBeNull()
  const bar = await screen.findByRole('progressbar', { name: 'Opening' })
  expect(bar.getAttribute('value')).not.toBe('0')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByRole('button', { name: 'Try a sample' })
  expect(rows()).toHaveLength(0)
  expect(connection.isTerminated).toBe(true)
})
