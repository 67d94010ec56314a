// The source view: the lines of the selected function, or the hottest lines of all functions.
import { type RefObject, useEffect, useRef } from 'react'
import { useSelected } from '../../state/selectors.ts'
import { useViewParams } from '../../state/url/view-params.ts'
import type { ViewProps } from '../view.ts'
import { HotLines } from './HotLines.tsx'
import { sourceParams } from './source-params.ts'
import { FunctionSource } from './FunctionSource.tsx'

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

/**
 * Whether the focus was last on a line. While another function's lines load, no element or a tab
 * has the focus instead.
 */
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
