// An expression looked for in the names of functions that the profile on screen does not have, of one that is compared with it. It may
// run for ever on a single name, so the worker looks, as it does through the names of its own.
import { useEffect, useState } from 'react'
import { onlyElsewhere, searchedName, type Wanted } from '../../../workers/core/reports/change/filter-rows.ts'
import type { BeforeAfter } from '../../../workers/core/reports/change/measures.ts'
import type { PairIndex } from '../../../workers/core/reports/change/pairs.ts'
import { inTime } from './queries.ts'
import { askInBetween } from './service.ts'

/** Names that are put together, and sent, within a millisecond or two. */
const MOST_AT_ONCE = 500

/**
 * By row, 1 for what matches; null until that is known.
 *
 * @param of whose match in the profile on screen is known; asked again for another. Null to ask nothing
 */
export function useFoundElsewhere(
  compared: BeforeAfter,
  side: Wanted['side'],
  query: string,
  of: object | null,
): Uint8Array | null {
  const [found, setFound] = useState<{ readonly of: object; readonly isFound: Uint8Array } | null>(null)
  useEffect(() => {
    if (!of) return undefined
    let isWanted = true
    void findElsewhere(compared, side, query, () => isWanted).then(
      (isFound) => isFound && setFound({ of, isFound }),
    )
    return () => {
      isWanted = false
    }
  }, [compared, side, query, of])
  return of && found?.of === of ? found.isFound : null
}

/** Null if it is not wanted any more, or was not answered. */
async function findElsewhere(
  compared: BeforeAfter,
  side: Wanted['side'],
  query: string,
  isWanted: () => boolean,
): Promise<Uint8Array | null> {
  const rows = onlyElsewhere(compared, side)
  const isFound = new Uint8Array(compared.pairs.length)
  for (let from = 0; from < rows.length; from += MOST_AT_ONCE) {
    const some = rows.slice(from, from + MOST_AT_ONCE)
    const names = Array.from(some, (row) => searchedName(compared, row as PairIndex))
    const answer = await inTime(query, askInBetween('findInNames', [query, names]))
    // Whoever ended the worker has the search asked again, and so this.
    if (!isWanted() || !answer.ok) return null
    some.forEach((row, nth) => (isFound[row] = answer.value[nth] ?? 0))
  }
  return isFound
}
