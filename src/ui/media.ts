// The display: its width, height, kind.
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Returns the element's width in pixels, and redraws when it changes; 0 before layout. */
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

/** A phone in portrait. */
const NARROW = '(max-width: 480px)'
/**
 * Little room for a name beside its numbers. From 701 pixels on, the details take 280 of them,
 * except on paper.
 */
const LITTLE_ROOM = '(max-width: 540px), screen and (min-width: 700.02px) and (max-width: 820px)'

/** Little room for the numbers of a table, beside the details or without them. */
const NARROW_TABLE = '(max-width: 660px), screen and (min-width: 700.02px) and (max-width: 1000px)'

/** The details cover the view instead of being beside it. */
const SHEETS = '(max-width: 700px)'

/** Room for a picture beside the list. */
const ROOMY = 'screen and (min-width: 1200px) and (min-height: 560px)'

/** Whether the details are a sheet over the view. */
export function hasSheets(): boolean {
  return window.matchMedia(SHEETS).matches
}

/** Whether the window is as narrow as a phone in portrait. Redraws on a change. */
export function useNarrowWindow(): boolean {
  return useSyncExternalStore(followNarrow, () => window.matchMedia(NARROW).matches)
}

/** Whether names have too little room beside their numbers. Redraws on a change. */
export function useLittleRoom(): boolean {
  return useSyncExternalStore(followLittleRoom, () => window.matchMedia(LITTLE_ROOM).matches)
}

/** Whether a table leaves out numbers that others say. Redraws on a change. */
export function useNarrowTable(): boolean {
  return useSyncExternalStore(followNarrowTable, () => window.matchMedia(NARROW_TABLE).matches)
}

/** Whether there is room for a picture beside the list. Redraws on a change. */
export function useRoomyWindow(): boolean {
  return useSyncExternalStore(followRoomy, () => window.matchMedia(ROOMY).matches)
}

const followRoomy = (onChange: () => void) => followMedia(ROOMY, onChange)
const followNarrow = (onChange: () => void) => followMedia(NARROW, onChange)
const followNarrowTable = (onChange: () => void) => followMedia(NARROW_TABLE, onChange)
const followLittleRoom = (onChange: () => void) => followMedia(LITTLE_ROOM, onChange)

/** Calls `onChange` whenever a media query begins or ceases to match. Returns a function that stops it. */
export function followMedia(query: string, onChange: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
