// The size of the graph's figure.
import { useLayoutEffect, useState } from 'react'
import type { Size } from './zoom-targets.ts'

/** Default size if nothing is laid out (no display). */
const OTHERWISE: Size = { width: 960, height: 600 }

/** Returns the element's size in pixels, and redraws when it changes; null without an element. */
export function useSize(element: Element | null): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    if (!element) return undefined
    const measure = (): void => {
      const { width, height } = element.getBoundingClientRect()
      setSize(width > 0 && height > 0 ? { width, height } : OTHERWISE)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return size
}

/**
 * Returns one of three aspect ratios, so that a small change of size does not change the layout.
 */
export function aspectOf(size: Size | null): number {
  if (!size) return 0
  const aspect = size.width / size.height
  return aspect > 1.2 ? 1.6 : aspect < 0.8 ? 0.62 : 1
}
