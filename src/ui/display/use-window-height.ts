// How high the window is, and from then on whenever that changes.
import { useSyncExternalStore } from 'react'

export function useWindowHeight(): number {
  return useSyncExternalStore(subscribe, () => window.innerHeight)
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}
