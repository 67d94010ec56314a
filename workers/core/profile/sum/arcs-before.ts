// What the files before tell of the next one: runs of one program record much the same arcs in much the same order.
//
//   known     a b   c d e f        one order for the arcs of all files so far
//   a file    a b x c   e f        d is stepped over, x is put in where it stands
//   known     a b x c d e f
import { NONE } from '../../base/brand.ts'
import { buffersIn, letGo } from '../../base/buffers.ts'
import type { RawArcs } from '../../formats/format.ts'

/** The row of an arc that the files before do not tell. */
export const UNKNOWN = -2

/** How far ahead an arc is looked for: runs leave out an arc here and there. */
const AHEAD = 8

/** How far an arc that ends a gap is looked for. */
const REACH = 16 * 1024

/** So many times the arcs of the largest file are known at most: of files that differ more, the last one tells as much. */
const MOST = 2

/** For as many arcs, and some more: the next file may have a few. */
export const roomFor = (arcs: number): number => arcs + (arcs >> 3)

export class ArcsBefore {
  #length = 0
  #from = new Float64Array(0)
  #self = new Float64Array(0)
  /** What each was counted in, NONE for dropped ones. */
  #row = new Int32Array(0)
  /** Where the next arc is expected. */
  #next = 0
  /** Arcs of the file that is being added which were not told: their places in the file, and those before which they belong. */
  #news = 0
  #newArc = new Int32Array(0)
  #newPlace = new Int32Array(0)
  #largest = 0

  /** A file of so many arcs comes. */
  begin(arcs: number): void {
    this.#next = 0
    this.#news = 0
    if (arcs <= this.#newArc.length) return
    this.#makeNews(roomFor(arcs))
  }

  /**
   * Fills in the rows of `rows.length` arcs from `first` on, UNKNOWN where they cannot be told.
   *
   * @returns how many are unknown
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

  /** Where many arcs were unknown, looks for the one found last, so that one long gap does not cost the rest of the file. */
  resume(row: number): void {
    if (row === NONE) return
    const end = Math.min(this.#next + REACH, this.#length)
    const ahead = this.#row.subarray(this.#next, end).indexOf(row)
    if (ahead >= 0) this.#next += ahead + 1
  }

  /** The file has been added; `rows`: what each of its arcs was counted in, NONE for dropped ones. */
  learn(arcs: RawArcs, rows: Int32Array): void {
    this.#largest = Math.max(this.#largest, arcs.length)
    const differs = this.#news > this.#length || this.#length + this.#news > MOST * this.#largest
    if (differs) this.#startWith(arcs, rows)
    else if (this.#news > 0) this.#putIn(arcs, rows)
  }

  forget(): void {
    this.#length = this.#news = this.#largest = 0
    this.#reserve(0)
    this.#makeNews(0)
  }

  #startWith(arcs: RawArcs, rows: Int32Array): void {
    this.#largest = arcs.length
    this.#length = arcs.length
    if (arcs.length > this.#row.length) this.#reserve(roomFor(arcs.length))
    this.#from.set(arcs.from)
    this.#self.set(arcs.self)
    this.#row.set(rows)
  }

  /** From the last to the first, so that every arc moves once, to its place. */
  #putIn(arcs: RawArcs, rows: Int32Array): void {
    const length = this.#length + this.#news
    if (length > this.#row.length) this.#reserve(roomFor(length))
    let end = this.#length
    for (let nth = this.#news - 1; nth >= 0; nth--) {
      const arc = this.#newArc[nth]
      const place = this.#newPlace[nth]
      const to = place + nth
      // Each by itself: in a list of the three there would be one more list for the engine to clear away for every arc.
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
    letGo([this.#newArc.buffer, this.#newPlace.buffer])
    this.#newArc = new Int32Array(room)
    this.#newPlace = new Int32Array(room)
  }

  /** What is known stays as far as there is room. */
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
    letGo(buffersIn([from, self, row]))
  }
}
