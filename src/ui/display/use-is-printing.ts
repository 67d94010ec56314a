// Whether the page is being put on paper, which does not scroll: what a list leaves out there is never seen.
import { useSyncExternalStore } from 'react'

/** From `beforeprint` on, which comes before the browser lays anything out for paper. */
let isAnnounced = false

export function useIsPrinting(): boolean {
  return useSyncExternalStore(follow, isPrinting)
}

function isPrinting(): boolean {
  return isAnnounced || window.matchMedia('print').matches
}

function follow(onChange: () => void): () => void {
  const begin = () => {
    isAnnounced = true
    onChange()
  }
  const end = () => {
    isAnnounced = false
    onChange()
  }
  const media = window.matchMedia('print')
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  media.addEventListener('change', onChange)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    media.removeEventListener('change', onChange)
  }
}
