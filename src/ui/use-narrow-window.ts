// Whether the window is as narrow as a phone held upright, and from then on whenever that changes. Known before anything is
// laid out, so that nothing is drawn twice.
import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 480px)'

export function useNarrowWindow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches)
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(NARROW)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
