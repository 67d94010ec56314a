// Animates from 0 to 1, at once if the system requests reduced motion.
import { useCallback, useEffect, useRef } from 'react'

const DURATION_MS = 320

/** Returns a function that starts an animation, and ends the previous one; null only ends it. */
export function useMotion(): (onStep: ((t: number) => void) | null) => void {
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return useCallback((onStep) => {
    cancelAnimationFrame(frame.current)
    if (!onStep) return
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      onStep(1)
      return
    }
    const start = performance.now()
    const step = (now: number): void => {
      const t = Math.min(1, Math.max(0, (now - start) / DURATION_MS))
      onStep(1 - (1 - t) ** 3)
      if (t < 1) frame.current = requestAnimationFrame(step)
    }
    step(start)
  }, [])
}
