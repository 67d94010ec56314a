// What of the time is certain: at once in small programs; in others after the first drawing, which then has less of it
// marked.
import { useEffect, useState } from 'react'
import type { AnalyzedProfile } from '../../../../workers/core/analysis/analyzed-profile.ts'
import { certainTicks, certainTicksInSteps } from '../../../../workers/core/reports/call-tree/certain-time.ts'
import { inSlices } from '../../../state/worker/patience.ts'

const AT_ONCE = 1000
const REST_MS = 50

export function useCertain(analyzed: AnalyzedProfile): Float64Array | null {
  const isSmall = analyzed.profile.functions.length <= AT_ONCE
  const [later, setLater] = useState<{ readonly of: AnalyzedProfile; readonly ticks: Float64Array } | null>(
    null,
  )
  useEffect(() => {
    if (isSmall) return
    const steps = certainTicksInSteps(analyzed)
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = inSlices(steps, (ticks) => setLater({ of: analyzed, ticks }))
    }, REST_MS)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [analyzed, isSmall])
  if (isSmall) return certainTicks(analyzed)
  return later?.of === analyzed ? later.ticks : null
}
