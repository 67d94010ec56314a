// @vitest-environment happy-dom
// The histogram view: shown where bins are shared, with a list of bins that leads to functions.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { asArray, asColumn } from '../../../workers/core/base/columns.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { closePage, showPage } from '../../testing/page.tsx'

beforeAll(async () => {
  await import('./Histogram.tsx')
})
afterEach(closePage)

const user = userEvent.setup()

/** A profile in which the first two functions share a bin. */
function coarse() {
  const opened = openedFromText()
  const { profile } = opened.analyzed
  const address = asArray(profile.functions.address)
  const column = (...ticks: number[]) =>
    asColumn<FunctionIndex, number, 'Float64Array'>(
      Float64Array.from({ length: address.length }, (_, f) => ticks[f] ?? 0),
    )
  const sharedBins = {
    ticks: 110,
    bytesPerBin: 256,
    least: column(),
    most: column(110, 110),
    bins: {
      from: Float64Array.of(address[0] ?? 0),
      to: Float64Array.of((address[1] ?? 0) + 4),
      samples: Float64Array.of(110),
      owners: Uint32Array.of(2),
    },
  }
  return { ...opened, analyzed: { ...opened.analyzed, profile: { ...profile, sharedBins } } }
}

it('lists the bins and whose they may be, and a function’s details have the range and the strip', async () => {
  await showPage(coarse(), '#v=1&view=histogram')
  const list = await screen.findByRole('region', { name: 'Bins' })
  const [, row] = within(list).getAllByRole('row')
  expect(row?.textContent).toContain('110')
  expect(screen.getByRole('region', { name: 'Address space' }).textContent).toContain('256 bytes wide')
  const strip = screen.getByRole('group', { name: /^Addresses .*1 bin with samples$/ })
  expect(strip).toBeTruthy()
  await user.click(within(list).getAllByRole('link')[1] as HTMLElement)
  const details = await screen.findByRole('region', { name: 'Histogram' })
  expect(details.textContent).toContain('110 samples, shared by several functions')
  expect(screen.getByText('Self, range')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Flat profile' }))
  await screen.findByRole('grid', { name: 'Flat profile' })
})

it('is not there where bins are not shared', async () => {
  await showPage(openedFromText(), '#v=1&view=histogram')
  await screen.findByRole('grid', { name: 'Flat profile' })
  expect(screen.queryByRole('tab', { name: 'Histogram' })).toBeNull()
})
