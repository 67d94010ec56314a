// Progress of a stage that has no parts.
import type { OnProgress } from '../inputs/candidates.ts'
import type { Stage } from '../profile-view.ts'

/** Runs `work`, and reports its stage before and after it. */
export function inStage<T>(stage: Stage, onProgress: OnProgress, work: () => T): T {
  onProgress({ stage, file: '', done: 0, total: 1 })
  const result = work()
  onProgress({ stage, file: '', done: 1, total: 1 })
  return result
}
