// How wide an element or the window is, and from then on whenever that changes.
import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react'

export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => setWidth(current.clientWidth)
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}

// Of the window known before anything is laid out, so that nothing is drawn twice.

/** As a phone held upright. */
const NARROW = '(max-width: 480px)'
/** Little room for a name beside its numbers: from 701 pixels on, details take 280 of them, but for on paper. */
const LITTLE_ROOM = '(max-width: 540px), screen and (min-width: 700.02px) and (max-width: 820px)'

/** Details lie over the view rather than beside it. */
const SHEETS = '(max-width: 700px)'

export function hasSheets(): boolean {
  return window.matchMedia(SHEETS).matches
}

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
