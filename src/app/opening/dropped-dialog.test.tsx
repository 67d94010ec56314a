// @vitest-environment happy-dom
// A file dropped on an open profile: what is offered depends on what it is, and on whether that is known in time.
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { OfferedFile } from '../../../workers/api/contract.ts'
import { offer } from '../../state/opening/offered.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const COMPARE = 'Compare with what is open'
const ADD = 'Add as a run of prog'

/** What the dialog offers first to last, for files that the worker tells this of. */
async function choicesFor(
  identify: () => Promise<OfferedFile | null>,
  names: readonly string[],
): Promise<readonly (string | null)[]> {
  await showPage(openedFromText(), '', { identify })
  await screen.findByRole('grid', { name: 'Flat profile' })
  offer(names.map((name) => new File(['x'], name)))
  const dialog = within(await screen.findByRole('dialog', { name: /more file/ }))
  return dialog
    .getAllByRole('button')
    .map((button) => button.textContent || button.getAttribute('aria-label'))
}

const toldAs = (kind: OfferedFile['kind']) => () =>
  Promise.resolve({ name: 'x', size: 1, kind, detail: '', problem: null })

it('a profile is a run', async () => {
  expect(await choicesFor(toldAs('profile'), ['gmon.2'])).toEqual(['Close', ADD, 'Open instead', 'Leave it'])
})

it('a program is no run', async () => {
  expect(await choicesFor(toldAs('executable'), ['prog.debug'])).toEqual([
    'Close',
    'Open together with prog',
    'Open instead',
    'Leave it',
  ])
})

it('a listing is compared', async () => {
  expect(await choicesFor(toldAs('listing'), ['gprof.txt'])).toEqual([
    'Close',
    COMPARE,
    'Open instead',
    'Leave it',
  ])
})

it('while the worker is too busy to tell, a file may be either', async () => {
  const never = () => new Promise<null>(() => {})
  expect(await choicesFor(never, ['gprof.txt'])).toEqual(['Close', ADD, COMPARE, 'Open instead', 'Leave it'])
})

it('of several files none is compared, whatever they are', async () => {
  expect(await choicesFor(toldAs('listing'), ['a.txt', 'b.txt'])).toEqual([
    'Close',
    'Add as runs of prog',
    'Open instead',
    'Leave it',
  ])
})
