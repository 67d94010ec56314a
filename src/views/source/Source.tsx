// Where within a function the time is: its lines, or those of all functions that were sampled.
import { useEffect, useRef, type RefObject } from 'react'
import { useSelected } from '../../state/selectors.ts'
import { useViewParams } from '../../state/view-params.ts'
import type { ViewProps } from '../view.ts'
import { FunctionSource } from './FunctionSource.tsx'
import { HotLines } from './HotLines.tsx'
import { sourceParams } from './params.ts'

export function Source({ opened }: ViewProps) {
  const { shows } = useViewParams(sourceParams)
  const f = useSelected(opened)
  const wasInLines = useWasInLines()
  return shows === 'sampled' || f === null ? (
    <HotLines opened={opened} />
  ) : (
    <FunctionSource key={f} opened={opened} f={f} wasInLines={wasInLines} />
  )
}

/** Whether the focus was on a line last. While those of another function are read it is nobody's, or a tab has it instead. */
function useWasInLines(): RefObject<boolean> {
  const was = useRef(false)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target.matches('[role=tab]')) return
      was.current = target.closest('[role=grid] [data-row]') !== null
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  return was
}
