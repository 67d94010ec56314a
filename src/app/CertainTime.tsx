// Works out what of the time is certain, once for all views: at once in small programs; in others after the first drawing,
// which then has less of it marked.
import { useEffect, useState, type ReactNode } from 'react'
import type { AnalyzedProfile } from '../../workers/core/analysis/analyzed-profile.ts'
import { certainTicks, certainTicksInSteps } from '../../workers/core/reports/bounds.ts'
import { CertainTicks } from '../state/selectors.ts'
import { inSlices } from '../state/worker/time-slicing.ts'

const AT_ONCE = 1000
const REST_MS = 50

export function CertainTime({
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
    const steps = certainTicksInSteps(analyzed)
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
