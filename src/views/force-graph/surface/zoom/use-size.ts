// An element's size in pixels, followed; null until it is measured.
import { useLayoutEffect, useState } from 'react'
import type { Size } from './transforms.ts'

/** Where nothing is laid out (no display), a size to go on with. */
const OTHERWISE: Size = { width: 960, height: 600 }

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

/** Three kinds of figure, so that a few pixels more or less do not change the picture. */
export function aspectOf(size: Size | null): number {
  if (!size) return 0
  const aspect = size.width / size.height
  return aspect > 1.2 ? 1.6 : aspect < 0.8 ? 0.62 : 1
}
