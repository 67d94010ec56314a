// Computes the lower bounds of the total times once for all views: at once in small programs, otherwise
// after the first drawing, which then lacks them.
import { type ReactNode, useEffect, useState } from 'react'
import { CertainTicks } from '../../state/selectors.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { certainTicks, certainTicksInSteps } from '../../../workers/core/trust/bounds/lower-bound.ts'
import { MOST_JOINED_IN_PAGE } from '../../../workers/core/trust/bounds/upper-bound.ts'
import { inSlices } from '../../state/worker/slices.ts'

const AT_ONCE = 1000
const REST_MS = 50

export function LowerBoundsProvider({
  analyzed,
  children,
}: {
  readonly analyzed: AnalyzedProfile
  readonly children: ReactNode
}) {
  const isSmall = analyzed.profile.functions.length <= AT_ONCE
  const [later, setLater] = useState<{ readonly of: AnalyzedProfile; readonly ticks: Float64Array } | null>(
    null,
  )
  useEffect(() => {
    if (isSmall) return
    const steps = certainTicksInSteps(analyzed, MOST_JOINED_IN_PAGE)
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = inSlices(steps, (ticks) => setLater({ of: analyzed, ticks }), 1)
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [analyzed, isSmall])
  const known = isSmall ? certainTicks(analyzed) : later?.of === analyzed ? later.ticks : null
  return <CertainTicks value={known}>{children}</CertainTicks>
}
