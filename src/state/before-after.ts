// The profile on screen and the one beside it as before and after: which function of the one is which of the other.
import { useCallback, useMemo } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import { findChanged, type Changed } from '../../workers/core/reports/change/chance.ts'
import type { BeforeAfter, Measure, Unit } from '../../workers/core/reports/change/measures.ts'
import { pairFunctions } from '../../workers/core/reports/change/pair-functions.ts'
import type { Pairs } from '../../workers/core/reports/change/pairs.ts'
import type { Analysis } from '../../workers/core/reports/listing/listing.ts'
import { useStore } from './store.ts'
import { useInSlices } from './worker/patience.ts'

/** Which of both is the one on screen. */
export type Side = 'before' | 'after'

export interface Compared extends BeforeAfter {
  readonly side: Side
  readonly other: ProfileView
}

/** Null as long as nothing is beside, or it is not known which function is which. Numbers are those under the scenario. */
export function useBeforeAfter(opened: ProfileView): Compared | null {
  const asked = useStore((state) => state.ui.baseline)
  const baseline = asked.phase === 'ready' ? asked.value : null
  const other = baseline?.opened ?? null
  const side: Side = baseline?.isEarlier ? 'after' : 'before'
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

const paired = new WeakMap<Analysis, WeakMap<Analysis, Pairs>>()

/** The table and the details ask for the same. */
export function* pairOnce(before: Analysis, after: Analysis): Generator<void, Pairs> {
  const known = paired.get(before)?.get(after)
  if (known) return known
  const pairs = yield* pairFunctions(before, after)
  const others = paired.get(before) ?? new WeakMap<Analysis, Pairs>()
  paired.set(before, others.set(after, pairs))
  return pairs
}

interface Answer {
  readonly of: BeforeAfter
  readonly changed: Changed
}

/** By the pairs, and by what was asked of them. */
const found = new WeakMap<Pairs, Map<string, Answer>>()

/** What is more than chance; null until it is known. The table and the details ask for the same. */
export function useChanged(compared: BeforeAfter, measure: Measure, unit: Unit): Changed | null {
  return useInSlices(useCallback(() => findOnce(compared, measure, unit), [compared, measure, unit]))
}

function* findOnce(compared: BeforeAfter, measure: Measure, unit: Unit): Generator<void, Changed> {
  const { before, after, pairs } = compared
  const answers = found.get(pairs) ?? new Map<string, Answer>()
  found.set(pairs, answers)
  const question = `${measure} ${unit}`
  const last = answers.get(question)
  // Under another scenario the numbers are others.
  if (last?.of.before === before && last.of.after === after) return last.changed
  const changed = yield* findChanged(compared, measure, unit)
  answers.set(question, { of: compared, changed })
  return changed
}
