// What the page is shown on: the width of an element or the window, its height, whether it is printed, and
// whether it has been painted yet.
import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'

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

const followNarrow = (onChange: () => void) => followMedia(NARROW, onChange)
const followLittleRoom = (onChange: () => void) => followMedia(LITTLE_ROOM, onChange)

function followMedia(query: string, onChange: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}

// How high the window is, and from then on whenever that changes.

export function useWindowHeight(): number {
  return useSyncExternalStore(followResize, () => window.innerHeight)
}

function followResize(onChange: () => void): () => void {
  window.addEventListener('resize', onChange)
  return () => window.removeEventListener('resize', onChange)
}

// Whether the page is being put on paper, which does not scroll: what a list leaves out there is never seen.

/** From `beforeprint` on, which comes before the browser lays anything out for paper. */
let isAnnounced = false

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

// What a person looks at first is painted first: whatever asks here is drawn right after.

/** Whether the page has been painted since what asks is in it. */
export function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A frame's callback comes before it is painted, a timer set by then after it.
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
