// Whether the window is as narrow as a phone held upright, or leaves a name little room beside its numbers, and from then on
// whenever that changes. Known before anything is laid out, so that nothing is drawn twice.
import { useSyncExternalStore } from 'react'

const NARROW = '(max-width: 480px)'
/** From 701 pixels on, details stand beside the view and take 280 of them; not on paper. */
const LITTLE_ROOM = '(max-width: 540px), screen and (min-width: 700.02px) and (max-width: 820px)'

export function useNarrowWindow(): boolean {
  return useSyncExternalStore(followNarrow, () => window.matchMedia(NARROW).matches)
}

export function useLittleRoom(): boolean {
  return useSyncExternalStore(followLittleRoom, () => window.matchMedia(LITTLE_ROOM).matches)
}

const followNarrow = (onChange: () => void) => follow(NARROW, onChange)
const followLittleRoom = (onChange: () => void) => follow(LITTLE_ROOM, onChange)

function follow(query: string, onChange: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
