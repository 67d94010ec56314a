// @vitest-environment happy-dom
// The slider *Break at*: views follow while it moves, and Undo takes a whole move back.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { searchCutsHere } from '../testing/cuts-here.ts'
import { openedFromText } from '../testing/opened-from-text.ts'
import { closePage, showPage } from '../testing/page.tsx'
import { placeOf } from './move-cuts.ts'
import { useStore } from './store.ts'

const INTERPRETER = `main 1; eval 5; binary 52; seq 26
main -> eval 1; eval -> binary 29; binary -> eval 57; eval -> seq 5; seq -> eval 4; binary -> seq 2; seq -> binary 3`

beforeEach(() => searchCutsHere())
afterEach(closePage)

const user = userEvent.setup()

async function start(): Promise<HTMLInputElement> {
  await showPage(openedFromText(INTERPRETER), '#v=1&view=cycles')
  await user.click(await screen.findByRole('button', { name: 'Break at… in cycle 1' }))
  return screen.findByRole<HTMLInputElement>('slider', { name: 'Break at' })
}

const move = (slider: HTMLInputElement, place: number) =>
  fireEvent.change(slider, { target: { value: `${place}` } })
const cuts = () => /cut=([^&]*)/.exec(location.hash)?.[1] ?? ''
const pastLength = () => useStore.getState().ui.history.past.length

describe('the slider over sets of cuts', () => {
  it('walks over the sets, names each, and says who pays', async () => {
    const slider = await start()
    expect([slider.min, slider.max, slider.value]).toEqual(['0', '3', '0'])
    expect(slider.getAttribute('aria-valuetext')).toBe('No cut: 3 sets of cuts, by calls')
    move(slider, 2)
    await waitFor(() =>
      expect(slider.getAttribute('aria-valuetext')).toBe(
        'Keep the way down: 3 arcs with 63 calls, 0 new roots, main 100.0%',
      ),
    )
    const { ui, shared } = useStore.getState()
    expect(shared.scenario.cutArcs).toHaveLength(3)
    expect(ui.breakAt && placeOf(ui.breakAt, shared.scenario)).toBe(2)
    move(slider, 1)
    await waitFor(() =>
      expect(slider.getAttribute('aria-valuetext')).toMatch(/^Fewest calls: .* 1 new root, /),
    )
    move(slider, 3)
    await waitFor(() =>
      expect(slider.getAttribute('aria-valuetext')).toMatch(/^Below seq: 3 arcs with 64 calls/),
    )
  })

  it('makes one step of the history for a move', async () => {
    const slider = await start()
    move(slider, 1)
    move(slider, 2)
    move(slider, 3)
    expect(pastLength()).toBe(1)
    fireEvent.pointerUp(slider)
    move(slider, 2)
    fireEvent.pointerUp(slider)
    expect(pastLength()).toBe(2)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(slider.value).toBe('3'))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(slider.value).toBe('0'))
    expect(useStore.getState().shared.scenario.cutArcs).toEqual([])
  })

  it('can be undone after it went back to where an earlier move began', async () => {
    const slider = await start()
    move(slider, 3)
    fireEvent.blur(slider)
    move(slider, 0)
    move(slider, 1)
    expect(pastLength()).toBe(2)
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(slider.value).toBe('3'))
    move(slider, 2)
    expect(pastLength()).toBe(2)
  })

  it('leaves nothing to undo if it ends where it began', async () => {
    const slider = await start()
    move(slider, 2)
    move(slider, 0)
    fireEvent.blur(slider)
    expect(pastLength()).toBe(0)
  })

  it('keeps the cuts when it is done, and goes when another change is made', async () => {
    const slider = await start()
    move(slider, 2)
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('slider', { name: 'Break at' })).toBeNull()
    expect(useStore.getState().shared.scenario.cutArcs).toHaveLength(3)
    await waitFor(() => expect(decodeURIComponent(cuts())).not.toBe(''))
  })

  it('goes when the scenario is none of its places', async () => {
    const slider = await start()
    move(slider, 2)
    const [restore] = await screen.findAllByRole('button', { name: /^Restore .* → / })
    if (restore) await user.click(restore)
    await waitFor(() => expect(screen.queryByRole('slider', { name: 'Break at' })).toBeNull())
  })

  it('shows progress while it looks for sets, and can be cancelled', async () => {
    searchCutsHere('candidates')
    await showPage(openedFromText(INTERPRETER), '#v=1&view=cycles')
    await user.click(await screen.findByRole('button', { name: 'Break at… in cycle 1' }))
    const progress = await screen.findByRole<HTMLProgressElement>('progressbar', {
      name: 'Looking for sets of cuts',
    })
    expect([progress.value, progress.max]).toEqual([1, 7])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('region', { name: 'Break at' })).toBeNull()
  })
})
