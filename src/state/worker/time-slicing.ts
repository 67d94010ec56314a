// How long the page's own thread works at a time, and a person waits without a word.
import { useEffect, useMemo, useState } from 'react'

/** Milliseconds. Work that is done sooner leaves the screen as it was: no progress, no way out. */
export const PROGRESS_DELAY_MS = 200
/** Between two drawings there is time for this much. */
const SLICE_MS = 4

/** So many steps are taken whatever the clock says: what needs no more is there at once, however busy the machine. */
const LEAST_STEPS = 6

/** What the steps lead to, if that takes no longer than a slice; null if they are to be gone on with. */
function slice<T>(steps: Iterator<void, T>, least = LEAST_STEPS): { readonly value: T } | null {
  const until = performance.now() + SLICE_MS
  for (let step = 1; ; step++) {
    const { done, value } = steps.next()
    if (done === true) return { value }
    if (step >= least && performance.now() >= until) return null
  }
}

/**
 * Works until it is done, with time for everything else between two slices. Returns how to stop.
 *
 * @param least steps of each slice, whatever the clock says
 */
export function inSlices<T>(
  steps: Iterator<void, T>,
  tell: (value: T) => void,
  least = LEAST_STEPS,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const goOn = () => {
    const made = slice(steps, least)
    if (made) tell(made.value)
    else timer = setTimeout(goOn)
  }
  goOn()
  return () => clearTimeout(timer)
}

/**
 * What the steps lead to: at once where a slice is enough for it, else null until they are done.
 *
 * @param begin the same function as long as the same is asked
 */
export function useInSlices<T>(begin: () => Iterator<void, T>): T | null {
  const begun = useMemo(() => {
    const steps = begin()
    return { steps, made: slice(steps) }
  }, [begin])
  const [later, setLater] = useState<{ readonly of: unknown; readonly value: T } | null>(null)
  useEffect(
    () => (begun.made ? undefined : inSlices(begun.steps, (value) => setLater({ of: begun, value }))),
    [begun],
  )
  return begun.made?.value ?? (later?.of === begun ? later.value : null)
}
