// The profile on screen and the one beside it as before and after: which function of the one is which of the other.
import { useCallback, useMemo } from 'react'
import type { OpenedProfile } from '../../workers/api/contract.ts'
import type { BeforeAfter } from '../../workers/core/reports/change/measures.ts'
import { pairFunctions } from '../../workers/core/reports/change/pair-functions.ts'
import type { Pairs } from '../../workers/core/reports/change/pairs.ts'
import type { Listed } from '../../workers/core/reports/listing/listing.ts'
import { useStore } from './store.ts'
import { useInSlices } from './worker/patience.ts'

/** Which of both is the one on screen. */
export type Side = 'before' | 'after'

export interface Compared extends BeforeAfter {
  readonly side: Side
  readonly other: OpenedProfile
}

/** Null as long as nothing is beside, or it is not known which function is which. Numbers are those under the scenario. */
export function useBeforeAfter(opened: OpenedProfile): Compared | null {
  const beside = useStore((state) => state.local.beside)
  const other = beside?.phase === 'ready' ? beside.opened : null
  const side: Side = beside?.phase === 'ready' && beside.isEarlier ? 'after' : 'before'
  // Which function is which does not hang on what is cut.
  const measured = opened.asMeasured ?? opened
  const begin = useCallback(
    () =>
      other === null ? NOTHING : side === 'after' ? pairOnce(other, measured) : pairOnce(measured, other),
    [measured, other, side],
  )
  const pairs = useInSlices(begin)
  const { analyzed } = opened
  return useMemo(() => {
    if (!pairs || !other) return null
    const [before, after] = side === 'after' ? [other.analyzed, analyzed] : [analyzed, other.analyzed]
    return { before, after, pairs, side, other }
  }, [pairs, side, other, analyzed])
}

const NOTHING: Iterator<void, null> = { next: () => ({ done: true, value: null }) }

const known = new WeakMap<Listed, WeakMap<Listed, Pairs>>()

/** The table and the details ask for the same. */
function* pairOnce(before: Listed, after: Listed): Generator<void, Pairs> {
  const found = known.get(before)?.get(after)
  if (found) return found
  const pairs = yield* pairFunctions(before, after)
  const others = known.get(before) ?? new WeakMap<Listed, Pairs>()
  known.set(before, others.set(after, pairs))
  return pairs
}
