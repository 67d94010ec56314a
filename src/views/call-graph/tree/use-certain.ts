// What of the time is certain: at once in small programs; in others after the first drawing, which then has less of it
// marked.
import { useEffect, useState } from 'react'
import type { AnalyzedProfile } from '../../../../workers/core/analysis/analyzed-profile.ts'
import { certainTicks, certainTicksInSteps } from '../../../../workers/core/reports/call-tree/certain-time.ts'

const AT_ONCE = 1000
const REST_MS = 50
/** Between two drawings there is time for this much. */
const SLICE_MS = 4

export function useCertain(analyzed: AnalyzedProfile): Float64Array | null {
  const isSmall = analyzed.profile.functions.length <= AT_ONCE
  const [later, setLater] = useState<{ readonly of: AnalyzedProfile; readonly ticks: Float64Array } | null>(
    null,
  )
  useEffect(() => {
    if (isSmall) return
    const steps = certainTicksInSteps(analyzed)
    const goOn = () => {
      const until = performance.now() + SLICE_MS
      do {
        const { done, value } = steps.next()
        if (done === true) {
          setLater({ of: analyzed, ticks: value })
          return
        }
      } while (performance.now() < until)
      timer = setTimeout(goOn)
    }
    let timer = setTimeout(goOn, REST_MS)
    return () => clearTimeout(timer)
  }, [analyzed, isSmall])
  if (isSmall) return certainTicks(analyzed)
  return later?.of === analyzed ? later.ticks : null
}
