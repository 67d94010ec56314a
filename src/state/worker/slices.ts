// Work over all functions or arcs on the page, in slices that leave the thread free.
import { useEffect, useMemo, useState } from 'react'

/** Milliseconds. Faster work shows neither progress nor a cancel button. */
export const PROGRESS_DELAY_MS = 200
/** Milliseconds of work that fit between two frames. */
const SLICE_MS = 4

/** Steps taken in any case, so that short work finishes at once on a busy machine. */
const LEAST_STEPS = 6

/** Runs steps for one slice. Returns the result, or null if there are more steps. */
export function slice<T>(steps: Iterator<void, T>, least = LEAST_STEPS): { readonly value: T } | null {
  const until = performance.now() + SLICE_MS
  for (let step = 1; ; step++) {
    const { done, value } = steps.next()
    if (done === true) return { value }
    if (step >= least && performance.now() >= until) return null
  }
}

/**
 * Runs steps in slices, with time for other work in between. Returns a function that stops it.
 * @param least steps of each slice, taken even if its time is up
 */
export function inSlices<T>(
  steps: Iterator<void, T>,
  tell: (value: T) => void,
  least = LEAST_STEPS,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const goOn = () => {
    const result = slice(steps, least)
    if (result) tell(result.value)
    else timer = setTimeout(goOn)
  }
  goOn()
  return () => clearTimeout(timer)
}

/**
 * Runs steps in slices and returns their result. Rejects if one throws.
 * @param least see `inSlices`
 */
export async function resultInSlices<T>(steps: Iterator<void, T>, least = LEAST_STEPS): Promise<T> {
  for (;;) {
    const result = slice(steps, least)
    if (result) return result.value
    await new Promise((resolve) => setTimeout(resolve))
  }
}

/**
 * Returns the result of the steps: at once if one slice is enough, else null until they are done.
 * @param begin starts the work; pass the same function for the same work
 */
export function useInSlices<T>(begin: () => Iterator<void, T>): T | null {
  const task = useMemo(() => {
    const steps = begin()
    return { steps, result: slice(steps) }
  }, [begin])
  const [later, setLater] = useState<{ readonly of: unknown; readonly value: T } | null>(null)
  useEffect(
    () => (task.result ? undefined : inSlices(task.steps, (value) => setLater({ of: task, value }))),
    [task],
  )
  return task.result?.value ?? (later?.of === task ? later.value : null)
}
