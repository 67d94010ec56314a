// The display: its width, height, kind.
import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'

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
export const useNarrowWindow = (): boolean => useMedia(NARROW)

/** Whether names have too little room beside their numbers. Redraws on a change. */
export const useLittleRoom = (): boolean => useMedia(LITTLE_ROOM)

/** Whether a table leaves out numbers that others say. Redraws on a change. */
export const useNarrowTable = (): boolean => useMedia(NARROW_TABLE)

/** Whether there is room for a picture beside the list. Redraws on a change. */
export const useRoomyWindow = (): boolean => useMedia(ROOMY)

/** Whether a media query matches. Redraws on a change. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches)
}
