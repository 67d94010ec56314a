// @vitest-environment happy-dom
// The advice for a program that may not be the one that was profiled.
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { MismatchScreen } from './MismatchScreen.tsx'

afterEach(cleanup)

const show = (shift: number): HTMLElement => {
  const notice = { code: 'wrong-executable', matched: 3, total: 97, shift } as const
  render(<MismatchScreen opened={openedFromText(undefined, [notice])} />)
  return screen.getByRole('alert')
}

it('a shift that fits is to be tried before another program', () => {
  expect(within(show(0x47000)).getByText(/^Shift by 0x47000 first\./).textContent).toContain(
    'If the names then make no sense, open the program as it was when it ran.',
  )
  expect(screen.getByRole('button', { name: 'Shift by 0x47000' })).toBeTruthy()
})

it('without one the program that ran is asked for', () => {
  expect(within(show(0)).getByText(/^Open the program as it was when it ran/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Shift by/ })).toBeNull()
})

it('a saved profile has no program whose names could be moved', () => {
  const notice = { code: 'wrong-executable', matched: 3, total: 97, shift: 0x47000 } as const
  const opened = openedFromText(undefined, [notice])
  const files = [{ name: 'a.gmonscope', size: 1, kind: 'saved', detail: '', problem: null } as const]
  render(<MismatchScreen opened={{ ...opened, files }} />)
  expect(screen.queryByRole('button', { name: /^Shift by/ })).toBeNull()
})

it('marks no file as good while it says that they do not fit', () => {
  show(0)
  const marks = screen
    .getByRole('list', { name: 'Files offered' })
    .querySelectorAll('li[data-state=good] > span:first-child')
  expect(marks.length).toBeGreaterThan(0)
  expect([...marks].every((mark) => mark.getAttribute('data-doubtful') === 'true')).toBe(true)
})
