// Highlights a function in every view once the pointer rests on its row.
import { useCallback, useEffect, useRef } from 'react'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { hover } from '../../state/actions.ts'

/** Milliseconds for which the pointer rests: on its way over the rows it draws nothing. */
const REST_MS = 60

/** Returns a function that takes the row under the pointer; null for none. */
export function useHoverSoon(): (f: FunctionIndex | null) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hoverSoon = useCallback((f: FunctionIndex | null) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => hover(f), REST_MS)
  }, [])
  // A row that is removed reports no leaving pointer.
  useEffect(() => () => hoverSoon(null), [hoverSoon])
  return hoverSoon
}
