// Predicts the arcs of the next file from the files before: runs of one program record much the
// same arcs in much the same order.
//
//    known     a b   c d e f        one order for the arcs of all files so far
//    a file    a b x c   e f        d is skipped, x is inserted at its place
//    known     a b x c d e f
import type { RawArcs } from '../formats/format.ts'
import { NONE } from '../base/columns.ts'
import { buffersIn, detachBuffers } from '../base/buffers.ts'

/** Row of an arc that the order of earlier files does not predict. */
export const UNKNOWN = -2

/** How many arcs to look ahead: runs skip an arc here and there. */
const AHEAD = 8

/** How far to search for the arc that ends a gap. */
const REACH = 16 * 1024

/**
 * Limit of known arcs, as a multiple of the largest file's. If files differ more, the last one
 * predicts as well.
 */
const MOST = 2

/** Room for as many arcs and an eighth more: the next file may have a few new ones. */
export const capacityFor = (arcs: number): number => arcs + (arcs >> 3)

/**
 * The merged order of all files' arcs, which predicts the rows of the next file's arcs. For each file:
 * `begin`, then `recall` in batches, then `learn`.
 */
export class KnownArcs {
  #length = 0
  #from = new Float64Array(0)
  #self = new Float64Array(0)
  /** Row that each arc was counted in; NONE for dropped arcs. */
  #row = new Int32Array(0)
  /** Where the next arc is expected. */
  #next = 0
  /**
   * Arcs of the current file that were not predicted: their positions in the file, and the known
   * arcs they belong before.
   */
  #news = 0
  #newArc = new Int32Array(0)
  #newPlace = new Int32Array(0)
  #largest = 0

  /** Starts a file with `arcs` arcs. */
  begin(arcs: number): void {
    this.#next = 0
    this.#news = 0
    if (arcs <= this.#newArc.length) return
    this.#makeNews(capacityFor(arcs))
  }

  /**
   * Writes the predicted rows of `rows.length` arcs from `first` on; UNKNOWN where there is no prediction,
   * NONE for arcs that were dropped before.
   *
   * @returns number of arcs without a prediction
   */
  recall(arcs: RawArcs, first: number, rows: Int32Array): number {
    const { from: fromOf, self: selfOf } = arcs
    const [knownFrom, knownSelf, knownRow, length] = [this.#from, this.#self, this.#row, this.#length]
    const newsBefore = this.#news
    let next = this.#next
    for (let at = 0; at < rows.length; at++) {
      const from = fromOf[first + at]
      const self = selfOf[first + at]
      const end = Math.min(next + AHEAD, length)
      let place = next
      while (place < end && (knownFrom[place] !== from || knownSelf[place] !== self)) place++
      if (place < end) {
        rows[at] = knownRow[place]
        next = place + 1
      } else {
        rows[at] = UNKNOWN
        this.#newArc[this.#news] = first + at
        this.#newPlace[this.#news++] = next
      }
    }
    this.#next = next
    return this.#news - newsBefore
  }

  /**
   * Moves the expected place behind the arc looked up last, so that one long gap does not cost the rest of
   * the file. Does nothing if the arc is not near.
   *
   * @param row in which the arc was counted
   */
  resume(row: number): void {
    if (row === NONE) return
    const end = Math.min(this.#next + REACH, this.#length)
    const ahead = this.#row.subarray(this.#next, end).indexOf(row)
    if (ahead >= 0) this.#next += ahead + 1
  }

  /**
   * Ends a file and merges its order into the known one.
   *
   * @param rows row that each of its arcs was counted in; NONE for dropped arcs
   */
  learn(arcs: RawArcs, rows: Int32Array): void {
    this.#largest = Math.max(this.#largest, arcs.length)
    const differs = this.#news > this.#length || this.#length + this.#news > MOST * this.#largest
    if (differs) this.#startWith(arcs, rows)
    else if (this.#news > 0) this.#putIn(arcs, rows)
  }

  /** Forgets all arcs and frees their memory. */
  forget(): void {
    this.#length = this.#news = this.#largest = 0
    this.#reserve(0)
    this.#makeNews(0)
  }

  #startWith(arcs: RawArcs, rows: Int32Array): void {
    this.#largest = arcs.length
    this.#length = arcs.length
    if (arcs.length > this.#row.length) this.#reserve(capacityFor(arcs.length))
    this.#from.set(arcs.from)
    this.#self.set(arcs.self)
    this.#row.set(rows)
  }

  /** Inserts from last to first, so that every arc moves once, to its place. */
  #putIn(arcs: RawArcs, rows: Int32Array): void {
    const length = this.#length + this.#news
    if (length > this.#row.length) this.#reserve(capacityFor(length))
    let end = this.#length
    for (let nth = this.#news - 1; nth >= 0; nth--) {
      const arc = this.#newArc[nth]
      const place = this.#newPlace[nth]
      const to = place + nth
      // Three plain calls: a list of the three arrays would be garbage for every arc.
      this.#from.copyWithin(to + 1, place, end)
      this.#self.copyWithin(to + 1, place, end)
      this.#row.copyWithin(to + 1, place, end)
      this.#from[to] = arcs.from[arc]
      this.#self[to] = arcs.self[arc]
      this.#row[to] = rows[arc]
      end = place
    }
    this.#length = length
  }

  #makeNews(room: number): void {
    detachBuffers([this.#newArc.buffer, this.#newPlace.buffer])
    this.#newArc = new Int32Array(room)
    this.#newPlace = new Int32Array(room)
  }

  /** Keeps the known arcs as far as there is room. */
  #reserve(room: number): void {
    const [from, self, row] = [this.#from, this.#self, this.#row]
    this.#from = new Float64Array(room)
    this.#self = new Float64Array(room)
    this.#row = new Int32Array(room)
    if (room > row.length) {
      this.#from.set(from)
      this.#self.set(self)
      this.#row.set(row)
    }
    detachBuffers(buffersIn([from, self, row]))
  }
}
