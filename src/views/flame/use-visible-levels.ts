// The levels of boxes that are on screen, or near it.
import { type RefObject, useEffect, useState } from 'react'
import type { Window } from '../../../workers/core/reports/call-tree/icicle-window.ts'
import { ROW } from './box-rules.ts'

/** Levels above and below the visible ones that are kept, so that scrolling does not wait for them. */
const SPARE_LEVELS = 12

/** Returns the first level on screen and the one behind the last, in steps of some levels. */
export function useVisibleLevels(scroller: RefObject<HTMLElement | null>): Window {
  const [levels, setLevels] = useState<Window>({ from: 0, to: 4 * SPARE_LEVELS })
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => {
      const step = (pixels: number) => SPARE_LEVELS * Math.floor(pixels / ROW / SPARE_LEVELS)
      const from = Math.max(0, step(element.scrollTop) - SPARE_LEVELS)
      const to = step(element.scrollTop + element.clientHeight) + 2 * SPARE_LEVELS
      setLevels((now) => (now.from === from && now.to === to ? now : { from, to }))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure)
    observer?.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      observer?.disconnect()
    }
  }, [scroller])
  return levels
}
