// Order of readable names of two programs: merges the known order of one with the names that only the
// other has. Yields between steps.
import { textOfBinary } from '../base/string-table.ts'
import { demangleOnce, type Named, rawName } from './names.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { NameOrder } from './name-order.ts'

/** Ranks in one common order; equal names have equal ranks. */
export interface RanksTogether {
  /** Ranks by FunctionIndex. */
  readonly own: Uint32Array<ArrayBuffer>
  /** Ranks by row of the other names. */
  readonly others: Uint32Array<ArrayBuffer>
}

/** Names compared between two pauses. */
const STEP = 500

const rankCollator = new Intl.Collator('en', { numeric: true })

/**
 * Ranks the names of two programs together in natural order; yields between steps, so that the caller can
 * do other work.
 *
 * @param functions names of one program
 * @param ranks result of NameOrder for `functions`
 * @param others names that only the other program has
 */
export function* rankTogether(
  functions: Named,
  ranks: Uint32Array,
  others: Named,
): Generator<void, RanksTogether> {
  const order = new NameOrder(others)
  while (order.prepare(STEP)) yield
  const otherRanks = order.ranks()
  const known = firstOfEach(ranks)
  const added = firstOfEach(otherRanks)
  /** Number of other names between each known one and the one before it. */
  const before = new Uint32Array(known.length + 1)
  const places = new Uint32Array(added.length)
  let at = 0
  let put = 0
  for (let row = 0; row < added.length; row++) {
    if (row % STEP === 0) yield
    const name = shownText(others, added[row])
    const difference = (place: number): number =>
      rankCollator.compare(shownText(functions, known[place]), name)
    at = firstFrom(at, known.length, (place) => difference(place) < 0)
    places[row] = at + put
    if (at < known.length && difference(at) === 0) continue
    before[at]++
    put++
  }
  yield
  let moved = 0
  const placeOf = Uint32Array.from(known, (_, rank) => rank + (moved += before[rank]))
  return { own: placed(ranks, placeOf), others: placed(otherRanks, places) }
}

function shownText(table: Named, row: number): string {
  const { namePrefix } = table
  return textOfBinary(demangleOnce(rawName(table, row as FunctionIndex), namePrefix))
}

/** By rank, a row that has it. */
function firstOfEach(ranks: Uint32Array): Uint32Array<ArrayBuffer> {
  let most = -1
  for (let row = 0; row < ranks.length; row++) most = Math.max(most, ranks[row])
  const rows = new Uint32Array(most + 1)
  for (let row = ranks.length - 1; row >= 0; row--) rows[ranks[row]] = row
  return rows
}

function placed(ranks: Uint32Array, placeOf: Uint32Array): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(ranks.length)
  for (let row = 0; row < places.length; row++) places[row] = placeOf[ranks[row]]
  return places
}

/** Like firstPlace, with few comparisons if the result is close to `from`. */
function firstFrom(from: number, length: number, isBefore: (at: number) => boolean): number {
  let reach = 1
  let low = from
  while (low < length && isBefore(Math.min(length - 1, low + reach - 1))) {
    low += reach
    reach *= 2
  }
  let high = Math.min(length, low + reach - 1)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return Math.min(low, length)
}
