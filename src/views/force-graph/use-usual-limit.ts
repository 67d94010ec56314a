// How many functions are drawn where nobody has chosen: fewer where the window is narrow, so that their names can be read.
import { useSyncExternalStore } from 'react'
import { DEFAULT_CHOICE } from '../../../workers/core/reports/node-link-choice.ts'

/** Pixels, as of a phone held upright. */
const NARROW = 480
const IN_NARROW = 40

export function useUsualLimit(): number {
  return useSyncExternalStore(subscribe, () =>
    window.innerWidth <= NARROW ? IN_NARROW : DEFAULT_CHOICE.limit,
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
