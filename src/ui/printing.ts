// Whether the page is printed or painted.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from './media.ts'

/** Whether the page is being printed. Redraws on a change. */
export function useIsPrinting(): boolean {
  const [isAnnounced, setAnnounced] = useState(false)
  useEffect(() => {
    // At once: the browser lays out the page for paper right after the event.
    const begin = () => flushSync(() => setAnnounced(true))
    const end = () => flushSync(() => setAnnounced(false))
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return useMedia('print') || isAnnounced
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
