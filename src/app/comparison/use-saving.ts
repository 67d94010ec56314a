// The differences as a text file, put together between two drawings: of a large listing that takes seconds.
import { useCallback, useEffect, useRef, useState } from 'react'
import { comparisonText, type Comparison } from '../../../workers/core/reports/verify-listing.ts'
import { inSlices, PROGRESS_DELAY_MS } from '../../state/worker/time-slicing.ts'
import { save } from '../save.ts'

export interface Saving {
  /** How much is done, 0–1, once that takes a while; else null. */
  readonly part: number | null
  readonly begin: () => void
  readonly cancel: () => void
}

export function useSaving(comparison: Comparison): Saving {
  const [part, setPart] = useState<number | null>(null)
  const stop = useRef(() => {})
  const cancel = useCallback(() => {
    stop.current()
    setPart(null)
  }, [])
  useEffect(() => cancel, [cancel])
  const begin = () => {
    cancel()
    const began = performance.now()
    const tell = (done: number) => {
      if (performance.now() - began > PROGRESS_DELAY_MS) setPart(done)
    }
    stop.current = inSlices(comparisonText(comparison, tell), (pieces) => {
      setPart(null)
      save(new Blob(pieces, { type: 'text/plain' }), 'listing-differences.txt')
    })
  }
  return { part, begin, cancel }
}
