// The display: the width of an element or the window, the window's height, whether the page is
// printed, and whether it has been painted.
import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'

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

// Media queries are known before layout, so nothing is drawn twice.

/** A phone in portrait. */
const NARROW = '(max-width: 480px)'
/**
 * Little room for a name beside its numbers. From 701 pixels on, the details take 280 of them,
 * except on paper.
 */
const LITTLE_ROOM = '(max-width: 540px), screen and (min-width: 700.02px) and (max-width: 820px)'

/** The details cover the view instead of being beside it. */
const SHEETS = '(max-width: 700px)'

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

const followNarrow = (onChange: () => void) => followMedia(NARROW, onChange)
const followLittleRoom = (onChange: () => void) => followMedia(LITTLE_ROOM, onChange)

function followMedia(query: string, onChange: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

/** Returns the window's height in pixels, and redraws when it changes. */
export function useWindowHeight(): number {
  return useSyncExternalStore(followResize, () => window.innerHeight)
}

function followResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

// Printing: paper does not scroll, so a list must draw all rows that are to be seen.

/** Set from `beforeprint` on, which fires before the browser lays out the page for paper. */
let isAnnounced = false

/** Whether the page is being printed. Redraws on a change. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(followPrinting, isPrinting)
}

function isPrinting(): boolean {
  return isAnnounced || window.matchMedia('print').matches
}

function followPrinting(onChange: () => void): () => void {
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

// Painting: less important parts are drawn right after the first paint.

/** Whether the page has been painted since the calling component was mounted. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A frame's callback runs before the paint, a timer set in it runs after.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted
}
