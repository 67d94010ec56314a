// Steps of progress → those that a person can tell apart: what the page draws is drawn by its own thread.
import type { OnStep } from '../core/offered/candidates.ts'

/** Milliseconds between two steps of one stage. */
const PAUSE = 100

/** The first step of each stage, and of the others one now and then. */
export function paced(onStep: OnStep, now: () => number = () => performance.now()): OnStep {
  let stage = ''
  let told = 0
  return (step) => {
    const at = now()
    if (step.stage === stage && at - told < PAUSE) return
    stage = step.stage
    told = at
    onStep(step)
  }
}

/** The same of work that has one stage, and tells how much of it is done, 0–1. */
export function pacedPart(onPart: (part: number) => void): (part: number) => void {
  let told = 0
  return (part) => {
    const at = performance.now()
    if (at - told < PAUSE) return
    told = at
    onPart(part)
  }
}
