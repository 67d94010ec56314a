/**
 * Addresses that their unit leaves out of its ranges but its line program runs across, as gprof answers for them.
 *
 * Code that has no lines of its own (Ada's finalization, for one) lies in such a gap, and the row before it reaches over
 * it. GNU gprof 2.40 goes by a unit's ranges until something in them was asked for; the lines are decoded then, and from
 * there on it goes by what those cover as well. So the answer depends on what was asked before: on the order of symbols.
 *
 * Source:  behaviour of GNU gprof 2.40; see docs/formats/dwarf.md.
 */
import { firstPlace } from '../../base/search.ts'
import { mergeRanges } from './list-stretches.ts'
import type { RangePairs } from './units/decode-ranges.ts'

interface Decoded {
  readonly unit: number
  /** Position of the question that had its lines decoded. */
  since: number
  readonly covered: readonly number[]
}

export class DecodedUnits {
  /** By the unit's place in `.debug_info`. */
  readonly #decoded = new Map<number, Decoded>()

  /** `rows`: the questions that lie in the unit's ranges, by their position; `covered`: what it is known to cover from then on. */
  add(unit: number, rows: readonly number[], covered: RangePairs): void {
    const first = rows.reduce((least, row) => Math.min(least, row), Infinity)
    const known = this.#decoded.get(unit)
    if (known !== undefined) known.since = Math.min(known.since, first)
    else this.#decoded.set(unit, { unit, since: first, covered: mergeRanges(covered) })
  }

  /** Which of the questions `rows` a unit answers after all: rows by unit, in the order of the file. */
  claim(rows: readonly number[], addresses: ArrayLike<number>): readonly (readonly [number, number[]])[] {
    const order = rows.toSorted((left, right) => addresses[left] - addresses[right])
    const claimed: [number, number[]][] = []
    for (const { unit, since, covered } of this.#decoded.values()) {
      const mine: number[] = []
      for (let pair = 0; pair < covered.length; pair += 2) {
        for (let nth = firstFrom(order, addresses, covered[pair]); nth < order.length; nth++) {
          const row = order[nth]
          if (addresses[row] >= covered[pair + 1]) break
          if (row > since) mine.push(row)
        }
      }
      if (mine.length > 0) claimed.push([unit, mine])
    }
    return claimed.sort(([left], [right]) => left - right)
  }
}

/** Position of the first question at `least` or above. */
function firstFrom(order: readonly number[], addresses: ArrayLike<number>, least: number): number {
  return firstPlace(order.length, (at) => addresses[order[at]] < least)
}
