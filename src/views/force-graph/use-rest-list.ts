// Whether the list of functions that are not drawn is open.
import { useCallback, useMemo, useState } from 'react'
import type { RestProps } from './RestNode.tsx'

/** Returns the state of the list, for the node that opens it and for the list. */
export function useRestList() {
  const [isListOpen, setOpen] = useState(false)
  const closeList = useCallback(() => setOpen(false), [])
  const rest: RestProps = useMemo(
    () => ({ isOpen: isListOpen, onToggle: () => setOpen((before) => !before) }),
    [isListOpen],
  )
  return { rest, isListOpen, closeList }
}
