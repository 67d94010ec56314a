// What the file before tells of the next one: runs of one program record much the same arcs in much the same order.
import { NONE } from '../base/brand.ts'
import type { RawArcs } from '../formats/format.ts'

/** The row of an arc that the file before does not tell. */
export const UNKNOWN = -2

/** How far ahead in the file before an arc is looked for: runs leave out an arc here and there. */
const AHEAD = 8

/** How far an arc that ends a gap is looked for. */
const REACH = 16 * 1024

const NOTHING = new Float64Array(0)
const NO_ARCS: RawArcs = { length: 0, from: NOTHING, self: NOTHING, count: NOTHING }

export class ArcsBefore {
  #arcs: RawArcs = NO_ARCS
  #rows = new Int32Array(0)
  /** Where in that file the next arc is expected. */
  #next = 0

  /** The file that has been added is the one before now; `rows`: what each of its arcs was counted in, NONE for dropped ones. */
  keep(arcs: RawArcs, rows: Int32Array<ArrayBuffer>): void {
    this.#arcs = arcs
    this.#rows = rows
    this.#next = 0
  }

  forget(): void {
    this.keep(NO_ARCS, new Int32Array(0))
  }

  /**
   * Fills in the rows of `rows.length` arcs from `first` on, UNKNOWN where they cannot be told.
   *
   * @returns how many are unknown
   */
  recall(arcs: RawArcs, first: number, rows: Int32Array): number {
    const before = this.#arcs
    const rowsBefore = this.#rows
    let next = this.#next
    let unknown = 0
    for (let at = 0; at < rows.length; at++) {
      const from = arcs.from[first + at]
      const self = arcs.self[first + at]
      const end = Math.min(next + AHEAD, before.length)
      let place = next
      while (place < end && (before.from[place] !== from || before.self[place] !== self)) place++
      if (place < end) {
        rows[at] = rowsBefore[place]
        next = place + 1
      } else {
        rows[at] = UNKNOWN
        unknown++
      }
    }
    this.#next = next
    return unknown
  }

  /** Where many arcs were unknown, looks for the one found last, so that one long gap does not cost the rest of the file. */
  resume(row: number): void {
    if (row === NONE) return
    const ahead = this.#rows.subarray(this.#next, this.#next + REACH).indexOf(row)
    if (ahead >= 0) this.#next += ahead + 1
  }
}
