// Whether the page is printed or painted.
import { useEffect, useState, useSyncExternalStore } from 'react'

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
