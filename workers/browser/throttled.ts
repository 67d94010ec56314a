// Limits the rate of progress reports to what people can see, because the page draws them in its own
// thread.
import type { OnProgress } from '../core/inputs/candidates.ts'

/** Milliseconds between two reports of one stage. */
const PAUSE = 100

/**
 * Returns a callback that passes on the first report of each stage, and then at most one per
 * interval.
 */
export function throttled(onProgress: OnProgress, now: () => number = () => performance.now()): OnProgress {
  let stage = ''
  let reportedAt = 0
  return (step) => {
    const at = now()
    if (step.stage === stage && at - reportedAt < PAUSE) return
    stage = step.stage
    reportedAt = at
    onProgress(step)
  }
}

/** Does the same for work of one stage that reports its share done, 0–1. */
export function throttledPart(onFraction: (part: number) => void): (part: number) => void {
  let reportedAt = 0
  return (part) => {
    const at = performance.now()
    if (at - reportedAt < PAUSE) return
    reportedAt = at
    onFraction(part)
  }
}
