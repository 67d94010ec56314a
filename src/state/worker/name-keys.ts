// The order of names in two profiles together. The worker has those of the profile on screen in order; it is sent the others.
import { useEffect, useState } from 'react'
import { onlyElsewhere } from '../../../workers/core/reports/change/filter-rows.ts'
import { nameKeys, namesOfOther } from '../../../workers/core/reports/change/order-names.ts'
import type { Pairs } from '../../../workers/core/reports/change/pairs.ts'
import type { Named } from '../../../workers/core/reports/names/names.ts'
import type { Compared } from '../before-after.ts'
import { useStore } from '../store.ts'
import { inSlices } from './patience.ts'
import { failQuestion } from './queries.ts'
import { askWorker } from './service.ts'

type Keys = Float64Array<ArrayBuffer>

/** Whoever asks the same has the same answer. */
const answers = new WeakMap<Pairs, Promise<Keys | null>>()
let questions = 0

/** By row; null where they cannot be had, which is told where all else is, or nothing is compared any more. */
export function findNameKeys(compared: Compared): Promise<Keys | null> {
  const { pairs } = compared
  const known = answers.get(pairs)
  if (known) return known
  const mine = ++questions
  const isWanted = (): boolean => mine === questions && useStore.getState().local.beside?.phase === 'ready'
  const answer = find(compared, isWanted).then((keys) => {
    if (keys === null) answers.delete(pairs)
    return keys
  })
  answers.set(pairs, answer)
  return answer
}

/** Null until they are known. */
export function useNameKeys(compared: Compared, isWanted: boolean): Keys | null {
  const [found, setFound] = useState<{ readonly of: Pairs; readonly keys: Keys } | null>(null)
  const { pairs } = compared
  const keys = found?.of === pairs ? found.keys : null
  const isMissing = isWanted && keys === null
  useEffect(() => {
    if (!isMissing) return undefined
    let isCurrent = true
    void findNameKeys(compared).then((answer) => isCurrent && answer && setFound({ of: pairs, keys: answer }))
    return () => {
      isCurrent = false
    }
  }, [compared, pairs, isMissing])
  return keys
}

async function find(compared: Compared, isWanted: () => boolean): Promise<Keys | null> {
  const { side } = compared
  const rows = onlyElsewhere(compared, side)
  const others = await new Promise<Named>(
    (resolve) => void inSlices(namesOfOther(compared, side, rows), resolve),
  )
  while (isWanted()) {
    const answer = await askWorker((service) => service.rankNames(others))
    if (answer.ok) return nameKeys(compared, side, rows, answer.value)
    // Whoever ended the worker has put another in its place.
    if (answer.problem.code !== 'host/cancelled') {
      failQuestion(answer.problem)
      return null
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
  return null
}
