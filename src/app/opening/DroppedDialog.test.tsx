// @vitest-environment happy-dom
// Files dropped on an open profile: the choices depend on the files' kinds, and on whether the
// worker identifies them in time.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { OfferedFile } from '../../../workers/api/contract.ts'
import { fail, succeed } from '../../../workers/core/base/result.ts'
import type { FakeService } from '../../testing/fake-connection.ts'
import { offer } from '../../state/opening/drop-actions.ts'
import { useStore } from '../../state/store.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

afterEach(closePage)

const COMPARE = 'Verify listing'
const BESIDE = 'Diff with this profile'
const ADD = 'Add as a run of prog'

/** Returns the dialog's choices in order, for files that the worker identifies as these. */
async function choicesFor(
  identify: (file: File) => Promise<OfferedFile | null>,
  names: readonly string[],
  hash = '',
): Promise<readonly (string | null)[]> {
  await showPage(openedFromText(), hash, { identify: identifyAs(identify) })
  if (hash === '') await screen.findByRole('grid', { name: 'Flat profile' })
  else await screen.findByText('What changed?')
  offer(names.map((name) => new File(['x'], name)))
  const dialog = within(await screen.findByRole('dialog', { name: /more file/ }))
  return dialog
    .getAllByRole('button')
    .map((button) => button.textContent || button.getAttribute('aria-label'))
}

const identifyAs =
  (identify: (file: File) => Promise<OfferedFile | null>): FakeService['identify'] =>
  async (file) => {
    const found = await identify(file)
    return found ? succeed(found) : fail({ code: 'input/nothing-given' })
  }

const toldAs = (kind: OfferedFile['kind']) => () =>
  Promise.resolve({ name: 'x', size: 1, kind, detail: '', problem: null })

it('a profile is a run', async () => {
  expect(await choicesFor(toldAs('profile'), ['gmon.2'])).toEqual([
    'Close',
    ADD,
    BESIDE,
    'Open instead',
    'Cancel',
  ])
})

it('a program is no run', async () => {
  expect(await choicesFor(toldAs('executable'), ['prog.debug'])).toEqual([
    'Close',
    'Open together with prog',
    'Open instead',
    'Cancel',
  ])
})

it('a listing is compared', async () => {
  expect(await choicesFor(toldAs('listing'), ['gprof.txt'])).toEqual([
    'Close',
    COMPARE,
    BESIDE,
    'Open instead',
    'Cancel',
  ])
})

it('while the worker is too busy to tell, a file may be either', async () => {
  const never = () => new Promise<null>(() => {})
  expect(await choicesFor(never, ['gprof.txt'])).toEqual([
    'Close',
    ADD,
    COMPARE,
    BESIDE,
    'Open instead',
    'Cancel',
  ])
})

it('of several files none is compared line by line, whatever they are', async () => {
  expect(await choicesFor(toldAs('listing'), ['a.txt', 'b.txt'])).toEqual([
    'Close',
    'Add as runs of prog',
    BESIDE,
    'Open instead',
    'Cancel',
  ])
})

const toldByName = (program: { readonly name: string; readonly size: number }) => (file: File) =>
  Promise.resolve<OfferedFile>(
    file.name === 'gmon.2'
      ? { name: file.name, size: 500, kind: 'profile', detail: '', problem: null }
      : { ...program, kind: 'executable', detail: '', problem: null },
  )

it('another program with its profile is opened instead, rather than added', async () => {
  const told = toldByName({ name: 'other', size: 77 })
  expect(await choicesFor(told, ['gmon.2', 'other'])).toEqual([
    'Close',
    'Open instead',
    BESIDE,
    'Add as runs of prog',
    'Cancel',
  ])
  expect(document.activeElement?.textContent).toBe('Open instead')
})

it('what is dropped on the comparison, as it says, is compared rather than anything else', async () => {
  const told = toldByName({ name: 'other', size: 77 })
  const view = '#v=1&view=compare'
  const choices = await choicesFor(told, ['gmon.2', 'other'], view)
  expect(choices.slice(1, 4)).toEqual([BESIDE, 'Open instead', 'Add as runs of prog'])
  expect(document.activeElement?.textContent).toBe(BESIDE)
  await closePage()
  expect(await choicesFor(toldAs('profile'), ['gmon.2'], view)).toContain(ADD)
  expect(document.activeElement?.textContent).toBe(BESIDE)
  await closePage()
  expect((await choicesFor(toldAs('listing'), ['gprof.txt'], view))[1]).toBe(COMPARE)
})

it('the same program once more, with another run of it, is added', async () => {
  const told = toldByName({ name: 'prog', size: 1000 })
  const choices = await choicesFor(told, ['prog', 'gmon.2'])
  expect(choices.slice(1, 4)).toEqual(['Add as runs of prog', BESIDE, 'Open instead'])
})

it('programs without a profile are no runs', async () => {
  const choices = await choicesFor(toldAs('executable'), ['prog.debug', 'prog'])
  expect(choices[1]).toBe('Open together with prog')
})

it('a profile that was written over takes its own place', async () => {
  const gone = new File(['old'], 'gmon.out')
  gone.slice = () => {
    throw new DOMException('changed', 'NotReadableError')
  }
  const before = { prog: new File(['p'], 'prog'), gone }
  await showPage(openedFromText(), '', { identify: identifyAs(toldAs('profile')) })
  await screen.findByRole('grid', { name: 'Flat profile' })
  useStore.setState({ files: [before.prog, before.gone] })
  const anew = new File(['new'], 'gmon.out')
  offer([anew])
  const dialog = within(await screen.findByRole('dialog', { name: /more file/ }))
  expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual([
    '',
    'Open in its place',
    BESIDE,
    'Open instead',
    'Cancel',
  ])
  fireEvent.click(dialog.getByRole('button', { name: 'Open in its place' }))
  await waitFor(() => expect(useStore.getState().files).toEqual([before.prog, anew]))
})

it('files that are open already are told as that, and add nothing', async () => {
  const [prog, run] = ['prog', 'gmon.out'].map((name) => new File(['x'], name, { lastModified: 1 }))
  if (!prog || !run) throw new Error('no files')
  await showPage(openedFromText(), '', { identify: () => new Promise(() => {}) })
  await screen.findByRole('grid', { name: 'Flat profile' })
  useStore.setState({ files: [prog, run] })
  offer([new File([run], 'gmon.out', { lastModified: 1 })])
  const dialog = within(await screen.findByRole('dialog', { name: /more file/ }))
  expect(dialog.getByText(/already open/)).toBeTruthy()
  expect(dialog.getAllByRole('button').map((button) => button.textContent)).toEqual([
    '',
    'Open instead',
    'Cancel',
  ])
})

it('a drop on one of the targets of the frame acts at once; elsewhere the dialog asks', async () => {
  await showPage(openedFromText())
  await screen.findByRole('grid', { name: 'Flat profile' })
  const drag = (type: string, target: EventTarget) => {
    const file = new File(['x'], 'gmon.2')
    const item = { kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => null }
    const event = new Event(type, { bubbles: true, cancelable: true })
    Object.defineProperty(event, 'dataTransfer', {
      value: { types: ['Files'], items: [item], files: [file] },
    })
    fireEvent(target as Element, event)
  }
  drag('dragover', document.body)
  const diff = (await screen.findByText('Diff', { selector: '[data-drop] *' })).closest('[data-drop]')
  if (!diff) throw new Error('no target')
  drag('dragover', diff)
  await waitFor(() => expect(diff.getAttribute('data-over')).toBe('true'))
  drag('drop', diff)
  await waitFor(() => expect(useStore.getState().shared.view).toBe('compare'))
  expect(screen.queryByRole('dialog', { name: /more file/ })).toBeNull()
  drag('drop', document.body)
  await screen.findByRole('dialog', { name: 'One more file' })
})
