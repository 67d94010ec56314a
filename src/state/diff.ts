// Compares the profile on screen with the baseline: pairs their functions, finds significant changes, and
// has the worker order and search the names of both.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import { type Changed, findChanged } from '../../workers/core/reports/diff/significance.ts'
import type { BeforeAfter, Measure, Unit } from '../../workers/core/reports/diff/measures.ts'
import { pairFunctions, type PairIndex, type Pairs } from '../../workers/core/reports/diff/pair-functions.ts'
import type { Analysis } from '../../workers/core/reports/listing/listing.ts'
import { useStore } from './store.ts'
import { inSlices, useInSlices } from './worker/time-slicing.ts'
import {
  nameKeys,
  namesOfOther,
  onlyInOther,
  searchedName,
  type Wanted,
} from '../../workers/core/reports/diff/diff-rows.ts'
import type { Named } from '../../workers/core/reports/names/names.ts'
import { problemFromError } from '../../workers/core/problems/problem-from-error.ts'
import { ProblemError } from '../../workers/core/problems/problem-error.ts'
import { failQuestion, trackSearch } from './worker/search-and-sort.ts'
import { askQuickly, askWorker, begin } from './worker/requests.ts'

/** Which of both is the one on screen. */
export type Side = 'before' | 'after'

export interface ComparedProfiles extends BeforeAfter {
  readonly side: Side
  readonly other: ProfileView
}

/** Null as long as nothing is beside, or it is not known which function is which. Numbers are those under the scenario. */
export function useBeforeAfter(opened: ProfileView): ComparedProfiles | null {
  const asked = useStore((state) => state.ui.baseline)
  const baseline = asked.phase === 'ready' ? asked.value : null
  const other = baseline?.opened ?? null
  const side: Side = baseline?.isEarlier ? 'after' : 'before'
  // Which function is which does not hang on what is cut.
  const measured = opened.asMeasured ?? opened
  const pairInSlices = useCallback(
    () =>
      other === null ? NOTHING : side === 'after' ? pairOnce(other, measured) : pairOnce(measured, other),
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
const changesByPairs = new WeakMap<Pairs, Map<string, Answer>>()

/** What is more than chance; null until it is known. The table and the details ask for the same. */
export function useChanged(compared: BeforeAfter, measure: Measure, unit: Unit): Changed | null {
  return useInSlices(useCallback(() => findOnce(compared, measure, unit), [compared, measure, unit]))
}

function* findOnce(compared: BeforeAfter, measure: Measure, unit: Unit): Generator<void, Changed> {
  const { before, after, pairs } = compared
  const answers = changesByPairs.get(pairs) ?? new Map<string, Answer>()
  changesByPairs.set(pairs, answers)
  const question = `${measure} ${unit}`
  const last = answers.get(question)
  // Under another scenario the numbers are others.
  if (last?.of.before === before && last.of.after === after) return last.changed
  const changed = yield* findChanged(compared, measure, unit)
  answers.set(question, { of: compared, changed })
  return changed
}

// The order of names in two profiles together. The worker has those of the profile on screen in order; it is sent the others.

type Keys = Float64Array<ArrayBuffer>

/** Whoever asks the same has the same answer. */
const keysByPairs = new WeakMap<Pairs, Promise<Keys | null>>()
/** By row; null where nothing is compared any more. Errors: ProblemError. */
export function findNameKeys(compared: ComparedProfiles): Promise<Keys | null> {
  const { pairs } = compared
  const known = keysByPairs.get(pairs)
  if (known) return known
  const answer = find(compared, begin('name-order'))
  keysByPairs.set(pairs, answer)
  // Asked once more, it is asked anew.
  const forget = () => void keysByPairs.delete(pairs)
  answer.then((keys) => keys ?? forget(), forget)
  return answer
}

/** Milliseconds: rows come first. */
const READY_MS = 300

/** Null until they are known. They are made ready for whoever may want them later. */
export function useNameKeys(compared: ComparedProfiles, isWanted: boolean): Keys | null {
  const [found, setFound] = useState<{ readonly of: Pairs; readonly keys: Keys } | null>(null)
  const { pairs } = compared
  const keys = found?.of === pairs ? found.keys : null
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whoever wants them is told what is wrong.
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
  const others = await new Promise<Named>(
    (resolve) => void inSlices(namesOfOther(compared, side, rows), resolve),
  )
  while (isWanted()) {
    const answer = await askWorker('rankNames', [others], { signal })
    if (answer.ok) return nameKeys(compared, side, rows, answer.value)
    // Whoever ended the worker has put another in its place.
    if (answer.problem.code !== 'host/cancelled') throw new ProblemError(answer.problem)
    await new Promise((resolve) => setTimeout(resolve))
  }
  return null
}

// An expression looked for in the names of functions that the profile on screen does not have, of one that is compared with it. It may
// run for ever on a single name, so the worker looks, as it does through the names of its own.

/** Names that are put together, and sent, within a millisecond or two. */
const MOST_AT_ONCE = 500

/**
 * By row, 1 for what matches; null until that is known.
 *
 * @param of whose match in the profile on screen is known; asked again for another. Null to ask nothing
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

/** Null if it is not wanted any more, or was not answered. */
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
    const answer = await trackSearch(query, askQuickly('findInNames', [query, names]))
    // Whoever ended the worker has the search asked again, and so this.
    if (!isWanted() || !answer.ok) return null
    some.forEach((row, nth) => (isFound[row] = answer.value[nth] ?? 0))
  }
  return isFound
}
