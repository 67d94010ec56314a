// The elements of nodes, which alone can take the focus.
import { useCallback, useRef } from 'react'

export function useNodeElements() {
  const elements = useRef(new Map<number, SVGGElement>())
  const refer = useCallback((node: number, element: SVGGElement | null) => {
    if (element) elements.current.set(node, element)
    else elements.current.delete(node)
  }, [])
  const focusNode = (node: number): void => elements.current.get(node)?.focus({ preventScroll: true })
  return { refer, focusNode }
}
