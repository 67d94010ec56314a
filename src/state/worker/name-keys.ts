// The order of names in two profiles together. The worker has those of the profile on screen in order; it is sent the others.
import { useEffect, useState } from 'react'
import { onlyElsewhere } from '../../../workers/core/reports/change/filter-rows.ts'
import { nameKeys, namesOfOther } from '../../../workers/core/reports/change/order-names.ts'
import type { Pairs } from '../../../workers/core/reports/change/pairs.ts'
import type { Named } from '../../../workers/core/reports/names/names.ts'
import { thrownHere } from '../../../workers/core/problems/of-host.ts'
import { ProblemError } from '../../../workers/core/problems/problem-error.ts'
import type { Compared } from '../before-after.ts'
import { useStore } from '../store.ts'
import { inSlices } from './patience.ts'
import { failQuestion } from './queries.ts'
import { begin } from './load.ts'
import { askWorker } from './service.ts'

type Keys = Float64Array<ArrayBuffer>

/** Whoever asks the same has the same answer. */
const answers = new WeakMap<Pairs, Promise<Keys | null>>()
/** By row; null where nothing is compared any more. Errors: ProblemError. */
export function findNameKeys(compared: Compared): Promise<Keys | null> {
  const { pairs } = compared
  const known = answers.get(pairs)
  if (known) return known
  const answer = find(compared, begin('name-order'))
  answers.set(pairs, answer)
  // Asked once more, it is asked anew.
  const forget = () => void answers.delete(pairs)
  answer.then((keys) => keys ?? forget(), forget)
  return answer
}

/** Milliseconds: rows come first. */
const READY_MS = 300

/** Null until they are known. They are made ready for whoever may want them later. */
export function useNameKeys(compared: Compared, isWanted: boolean): Keys | null {
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
      (error: unknown) => isCurrent && failQuestion(thrownHere(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [compared, pairs, isMissing])
  return keys
}

async function find(compared: Compared, signal: AbortSignal): Promise<Keys | null> {
  const isWanted = (): boolean => !signal.aborted && useStore.getState().ui.baseline.phase === 'ready'
  const { side } = compared
  const rows = onlyElsewhere(compared, side)
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
