// @vitest-environment happy-dom
// The keys of the views, as tabs, the help and the palette display them.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { initialState, useStore } from '../../state/store.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { viewKey, views, viewsFor } from '../../views/registry.ts'
import { useKeyboard } from './keyboard.ts'
import { ViewTabs } from './ViewTabs.tsx'

afterEach(() => {
  cleanup()
  useStore.setState(initialState(), true)
})

/** A profile to which every view applies: of several runs, with lines, with shared bins. */
function profileWithAllViews(): ProfileView {
  const opened = openedFromText()
  const { profile } = opened.analyzed
  const none = new Float64Array(profile.functions.length)
  const bins = { from: none, to: none, samples: none, owners: new Uint32Array(none.length) }
  const sharedBins = { ticks: 0, bytesPerBin: 256, least: none, most: none, bins }
  const [program, run] = opened.files
  if (!program || !run) throw new Error('no files')
  return {
    ...opened,
    files: [program, run, { ...run, name: 'gmon.2' }],
    analyzed: { ...opened.analyzed, profile: { ...profile, sharedBins } },
    saved: { hasLines: true } as NonNullable<ProfileView['saved']>,
  }
}

function Tabs({ opened }: { readonly opened: ProfileView }) {
  useKeyboard(opened)
  return <ViewTabs opened={opened} current={useStore((state) => state.shared.view)} />
}

it('each key that a tab displays shows its view', () => {
  const opened = profileWithAllViews()
  expect(viewsFor(opened)).toEqual(views)
  render(<Tabs opened={opened} />)
  for (const { title } of [...views].reverse()) {
    const tab = screen.getByRole('tab', { name: title })
    const key = tab.getAttribute('aria-keyshortcuts')
    expect(tab.title).toBe(`Key ${key}`)
    act(() => void fireEvent.keyDown(document.body, { key }))
    expect(tab.getAttribute('aria-selected')).toBe('true')
  }
})

it('the tenth view has the key 0, later ones have none', () => {
  const [view] = views
  if (!view) throw new Error('no view')
  const added = Array.from({ length: 11 - views.length }, (_, at) => ({ ...view, id: `added-${at}` }))
  const among = [...views, ...added]
  expect(among.map((one) => viewKey(one, among)).slice(8)).toEqual(['9', '0', null])
})
