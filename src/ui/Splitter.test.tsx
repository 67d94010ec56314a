// @vitest-environment happy-dom
// The line between two panes: keys, double click, and what the browser remembers.
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Splitter } from './Splitter.tsx'
import { usePaneSize } from './use-pane-size.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const KEY = 'gmonscope.pane.details'

function Panes() {
  const pane = usePaneSize('details')
  return <Splitter label="Width of the details" pane="details" isUpright usual={40} {...pane} />
}

const line = () => screen.getByRole('separator', { name: 'Width of the details' })
const value = () => line().getAttribute('aria-valuenow')

it('moves by arrow keys within its limits, and the browser remembers where it is', () => {
  const { unmount } = render(<Panes />)
  expect(value()).toBe('40')
  fireEvent.keyDown(line(), { key: 'ArrowLeft' })
  expect(value()).toBe('42')
  unmount()
  render(<Panes />)
  expect(value()).toBe('42')
  fireEvent.keyDown(line(), { key: 'Home' })
  fireEvent.keyDown(line(), { key: 'ArrowRight' })
  expect(value()).toBe('15')
})

it('a double click and Enter restore the default', () => {
  localStorage.setItem(KEY, '60')
  render(<Panes />)
  expect(value()).toBe('60')
  fireEvent.doubleClick(line())
  expect(value()).toBe('40')
  expect(localStorage.getItem(KEY)).toBeNull()
  fireEvent.keyDown(line(), { key: 'End' })
  fireEvent.keyDown(line(), { key: 'Enter' })
  expect(value()).toBe('40')
})

it('ignores what it did not store itself', () => {
  localStorage.setItem(KEY, 'wide')
  render(<Panes />)
  expect(value()).toBe('40')
})
