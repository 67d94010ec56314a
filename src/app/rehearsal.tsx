// While the first screen waits, the sample is opened and its rows are drawn for nobody: a person's files then find the code
// compiled, the worker's and the page's.
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import type { OpenedProfile } from '../../workers/api/contract.ts'
import { openForNobody } from '../state/worker/service.ts'
import { flatProfile } from '../views/flat-profile/index.ts'
import { ownText } from './one-file/own-document.ts'
import { fetchSample } from './opening/sample.ts'

/** How long the rows stay: until their effects have run. */
const STAY_MS = 200

export async function rehearse(): Promise<void> {
  // The sample lies beside the hosted page, and not in one file.
  if (ownText() !== null) return
  try {
    const opened = await openForNobody(await fetchSample())
    if (opened) await drawForNobody(opened)
  } catch {
    // Nobody asked for it.
  }
}

async function drawForNobody(opened: OpenedProfile): Promise<void> {
  const { Component, preload } = flatProfile
  await preload()
  // Outside the page: nothing of it is laid out or painted.
  const root = createRoot(document.createElement('div'))
  // In slices: the page is there to be used.
  startTransition(() => root.render(<Component opened={opened} />))
  setTimeout(() => root.unmount(), STAY_MS)
}
