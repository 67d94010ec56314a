// The bounds of the times on the stack, for all views of the page.
import { createContext, useCallback, useContext, useEffect } from 'react'
import type { AnalyzedProfile } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { type Bounds, tightenBounds } from '../../workers/core/trust/bounds/bounds.ts'
import { useInSlices } from './worker/slices.ts'

/** Bounds of the analysis on screen and of the one without the scenario; each null until it is computed. */
export const PageBounds = createContext<{
  readonly now: Bounds | null
  readonly measured: Bounds | null
  /** Replaces those of the analysis on screen, for all views. */
  readonly replace: (bounds: Bounds) => void
}>({ now: null, measured: null, replace: () => {} })

/** Returns the bounds of the analysis on screen; null until they are computed. */
export const useBounds = (): Bounds | null => useContext(PageBounds).now

/** Returns the bounds of the analysis without the scenario; null without one and until they are computed. */
export const useMeasuredBounds = (): Bounds | null => useContext(PageBounds).measured

/**
 * Returns the bounds of the analysis on screen, those of a function as tight as possible as soon as that is
 * computed; then all views have them.
 */
export function useTightBounds(analyzed: AnalyzedProfile, f: FunctionIndex): Bounds | null {
  const { now, replace } = useContext(PageBounds)
  const tight = useInSlices(
    useCallback(() => (now ? tightenBounds(analyzed, now, f) : nothing()), [analyzed, now, f]),
  )
  useEffect(() => {
    if (tight && tight !== now) replace(tight)
  }, [tight, now, replace])
  return tight ?? now
}

// oxlint-disable-next-line require-yield -- is over at once
function* nothing(): Generator<void, null> {
  return null
}
