// Compares the profile on screen with the baseline: pairs their functions, finds significant changes, has
// the worker order or search the names of both.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { type Changed, findChanged } from '../../../workers/core/reports/diff/significance.ts'
import type { BeforeAfter, Measure, Unit } from '../../../workers/core/reports/diff/measures.ts'
import { pairFunctions } from '../../../workers/core/reports/diff/pair-functions.ts'
import type { PairIndex, Pairs } from '../../../workers/core/reports/diff/pairs.ts'
import type { Analysis } from '../../../workers/core/reports/listing/listing.ts'
import { useStore } from '../store.ts'
import { workers } from '../worker/connection.ts'
import { resultInSlices, useInSlices } from '../worker/slices.ts'
import { nameKeys, namesOfOther } from '../../../workers/core/reports/diff/name-keys.ts'
import { onlyInOther, searchedName, type Wanted } from '../../../workers/core/reports/diff/filter-changes.ts'
import type { AnalyzedProfile } from '../../../workers/core/analysis/analyzed-profile.ts'
import { memoiseSteps } from '../selectors.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import { ProblemError } from '../../../workers/core/problems/problem-error.ts'
import { failQuestion, trackSearch } from './search-and-sort.ts'

/** The side of a diff that the profile on screen is on. */
export type Side = 'before' | 'after'

/** Two profiles to compare, and the side of the one on screen. */
export interface ComparedProfiles extends BeforeAfter {
  readonly side: Side
  readonly other: ProfileView
}

/**
 * Returns the profiles to compare, under the scenario. Null without a baseline, or until their
 * functions are paired.
 */
export function useBeforeAfter(opened: ProfileView): ComparedProfiles | null {
  const asked = useStore((state) => state.ui.baseline)
  const baseline = asked.phase === 'ready' ? asked.value : null
  const other = baseline?.opened ?? null
  const side: Side = baseline?.isEarlier ? 'after' : 'before'
  // The pairing does not depend on the scenario.
  const measured = opened.asMeasured ?? opened
  const pairInSlices = useCallback(
    () => (other === null ? NOTHING : pairOnce(other, measured, side)),
    [measured, other, side],
  )
  const pairs = useInSlices(pairInSlices)
  const { analyzed } = opened
  return useMemo(() => {
    if (!pairs || !other) return null
    const [before, after] = side === 'after' ? [other.analyzed, analyzed] : [analyzed, other.analyzed]
    return { before, after, pairs, side, other }
  }, [pairs, side, other, analyzed])
}

const NOTHING: Iterator<void, null> = { next: () => ({ done: true, value: null }) }

/**
 * Pairs the functions of the baseline with those of the profile on screen, as measured. Kept, because the
 * table and the details request the same pairing.
 */
export const pairOnce = memoiseSteps(
  (other: Analysis, measured: Analysis, side: Side): Generator<void, Pairs> =>
    side === 'after' ? pairFunctions(other, measured) : pairFunctions(measured, other),
)

/**
 * Returns the changes that exceed chance, or null until they are known. Kept for the table and the
 * details.
 */
export function useChanged(compared: BeforeAfter, measure: Measure, unit: Unit): Changed | null {
  const { before, after, pairs } = compared
  return useInSlices(
    useCallback(
      () => findChangedOnce(pairs, before, after, measure, unit),
      [pairs, before, after, measure, unit],
    ),
  )
}

const findChangedOnce = memoiseSteps(
  (
    pairs: Pairs,
    before: AnalyzedProfile,
    after: AnalyzedProfile,
    measure: Measure,
    unit: Unit,
  ): Generator<void, Changed> => findChanged({ before, after, pairs }, measure, unit),
)

type Keys = Float64Array<ArrayBuffer>

/** Equal requests share one answer. */
const keysByPairs = new WeakMap<Pairs, Promise<Keys | null>>()
/**
 * Returns the sort keys by row; null if no comparison is active any more.
 * @throws ProblemError
 */
export function findNameKeys(compared: ComparedProfiles): Promise<Keys | null> {
  const { pairs } = compared
  const known = keysByPairs.get(pairs)
  if (known) return known
  const answer = find(compared, workers.begin('name-order'))
  keysByPairs.set(pairs, answer)
  // A later request asks the worker again.
  const forget = () => void keysByPairs.delete(pairs)
  answer.then((keys) => keys ?? forget(), forget)
  return answer
}

/** Milliseconds to wait: rows are drawn first. */
const READY_MS = 300

/**
 * Returns the sort keys, or null until they are known. They are prepared in advance for a later
 * sort by name.
 */
export function useNameKeys(compared: ComparedProfiles, isWanted: boolean): Keys | null {
  const [found, setFound] = useState<{ readonly of: Pairs; readonly keys: Keys } | null>(null)
  const { pairs } = compared
  const keys = found?.of === pairs ? found.keys : null
  useEffect(() => {
    const timer = setTimeout(() => {
      // A request that needs the keys reports the error.
      findNameKeys(compared).catch(() => {})
    }, READY_MS)
    return () => clearTimeout(timer)
  }, [compared])
  const isMissing = isWanted && keys === null
  useEffect(() => {
    if (!isMissing) return undefined
    let isCurrent = true
    findNameKeys(compared).then(
      (answer) => isCurrent && answer && setFound({ of: pairs, keys: answer }),
      (error: unknown) => isCurrent && failQuestion(problemFromError(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [compared, pairs, isMissing])
  return keys
}

async function find(compared: ComparedProfiles, signal: AbortSignal): Promise<Keys | null> {
  const isWanted = (): boolean => !signal.aborted && useStore.getState().ui.baseline.phase === 'ready'
  const { side } = compared
  const rows = onlyInOther(compared, side)
  const others = await resultInSlices(namesOfOther(compared, side, rows))
  while (isWanted()) {
    const answer = await workers.ask('rankNames', [others], { signal })
    if (answer.ok) return nameKeys(compared, side, rows, answer.value)
    // If the worker was interrupted, another one has replaced it.
    if (answer.problem.code !== 'host/cancelled') throw new ProblemError(answer.problem)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return null
}

/** Names that can be joined and sent in one or two milliseconds. */
const MOST_AT_ONCE = 500

/**
 * Returns 1 by row for each match; null until known.
 * @param of the search whose matches in the profile on screen are known; a new one asks again. Null
 * to skip the search
 */
export function useBaselineMatches(
  compared: BeforeAfter,
  side: Wanted['side'],
  query: string,
  of: object | null,
): Uint8Array | null {
  const [found, setFound] = useState<{ readonly of: object; readonly isFound: Uint8Array } | null>(null)
  useEffect(() => {
    if (!of) return undefined
    let isWanted = true
    void searchBaseline(compared, side, query, () => isWanted).then(
      (isFound) => isFound && setFound({ of, isFound }),
    )
    return () => {
      isWanted = false
    }
  }, [compared, side, query, of])
  return of && found?.of === of ? found.isFound : null
}

/** Returns the matches, or null if they are no longer needed or the search failed. */
async function searchBaseline(
  compared: BeforeAfter,
  side: Wanted['side'],
  query: string,
  isWanted: () => boolean,
): Promise<Uint8Array | null> {
  const rows = onlyInOther(compared, side)
  const isFound = new Uint8Array(compared.pairs.length)
  for (let from = 0; from < rows.length; from += MOST_AT_ONCE) {
    const some = rows.slice(from, from + MOST_AT_ONCE)
    const names = Array.from(some, (row) => searchedName(compared, row as PairIndex))
    const answer = await trackSearch(query, workers.askQuickly('findInNames', [query, names]))
    // The interrupting code restarts the search, and so this one.
    if (!isWanted() || !answer.ok) return null
    some.forEach((row, nth) => (isFound[row] = answer.value[nth] ?? 0))
  }
  return isFound
}
