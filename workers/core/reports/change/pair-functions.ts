// Two profiles beside each other: which function of the one is which of the other. By raw name; addresses move with every build.
import { asColumn } from '../../base/as-column.ts'
import { NONE } from '../../base/brand.ts'
import { orderOfStrings } from '../../base/sorting/order-strings.ts'
import { compareAcross, type StringTable } from '../../base/string-table.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import type { FunctionIndex } from '../../profile/tables.ts'
import type { Analysis } from '../listing/listing.ts'
import { takesPart } from '../listing/entries.ts'
import { pairAlike } from './alike.ts'
import { likenClones } from './clones.ts'
import type { Pairs } from './pairs.ts'

/** Names compared between two pauses. */
const STEP = 500

/** @returns steps of a few thousand names, and what they lead to; linear in the functions of both */
export function* pairFunctions(before: Analysis, after: Analysis): Generator<void, Pairs> {
  const [earlier, later] = [before.analyzed.profile, after.analyzed.profile]
  const [names, otherNames] = [earlier.functions.names, later.functions.names]
  const order = before.listing.byName ?? orderOfStrings(names)
  const otherOrder = after.listing.byName ?? orderOfStrings(otherNames)
  const found = new PairList(earlier, later)
  let at = 0
  let other = 0
  let compared = 0
  while (at < order.length || other < otherOrder.length) {
    if (++compared % STEP === 0) yield
    const difference =
      at === order.length
        ? 1
        : other === otherOrder.length
          ? -1
          : compareAcross(names, order[at], otherNames, otherOrder[other])
    if (difference < 0) found.add(order[at++], NONE)
    else if (difference > 0) found.add(NONE, otherOrder[other++])
    else {
      const end = endOfAlike(names, order, at)
      const otherEnd = endOfAlike(otherNames, otherOrder, other)
      if (end === at + 1 && otherEnd === other + 1) found.add(order[at], otherOrder[other])
      else {
        const group = order.subarray(at, end)
        const others = otherOrder.subarray(other, otherEnd)
        for (const [one, two] of pairAlike(earlier.sources, group, later.sources, others)) found.add(one, two)
      }
      at = end
      other = otherEnd
    }
  }
  yield
  return yield* likenClones(found.take(), names, otherNames)
}

/** Behind the last place from `at` on whose name is the same. */
function endOfAlike(names: StringTable, order: Uint32Array, at: number): number {
  let end = at + 1
  while (end < order.length && compareAcross(names, order[at], names, order[end]) === 0) end++
  return end
}

class PairList {
  readonly #before: CallGraphProfile
  readonly #after: CallGraphProfile
  readonly #rows: { before: Int32Array<ArrayBuffer>; after: Int32Array<ArrayBuffer> }
  #length = 0

  constructor(before: CallGraphProfile, after: CallGraphProfile) {
    this.#before = before
    this.#after = after
    const most = before.functions.length + after.functions.length
    this.#rows = { before: new Int32Array(most), after: new Int32Array(most) }
  }

  /** Unless it takes part in neither. */
  add(before: number, after: number): void {
    const isIn = before !== NONE && takesPart(this.#before, before as FunctionIndex)
    const isInOther = after !== NONE && takesPart(this.#after, after as FunctionIndex)
    if (!isIn && !isInOther) return
    this.#rows.before[this.#length] = before
    this.#rows.after[this.#length++] = after
  }

  take(): Pairs {
    const length = this.#length
    return {
      length,
      before: asColumn(this.#rows.before.slice(0, length)),
      after: asColumn(this.#rows.after.slice(0, length)),
      isLikened: asColumn(new Uint8Array(length)),
    }
  }
}
