import { uint64, type ByteLayout } from '../../bytes/byte-cursor.ts'
import type { RawArcs } from '../format.ts'

/** Columns of arcs that grow as arcs come. */
export class ArcColumns {
  #from = new Float64Array(0)
  #self = new Float64Array(0)
  #count = new Float64Array(0)
  #length = 0

  get length(): number {
    return this.#length
  }

  /**
   * Adds the `arcs` arcs that stand `stride` bytes apart in `view`, the first one's words at `at`. Each is two
   * words and a count of `countSize` bytes. `atMost` arcs can still come in all: room for more is never made.
   */
  append(
    view: DataView,
    at: number,
    stride: number,
    arcs: number,
    countSize: 4 | 8,
    layout: ByteLayout,
    atMost: number,
  ): void {
    this.#reserve(arcs, atMost)
    const little = !layout.bigEndian
    const wide = layout.wordSize === 8
    const wideCount = countSize === 8
    const [from, self, count] = [this.#from, this.#self, this.#count]
    const end = this.#length + arcs
    let next = at
    for (let arc = this.#length; arc < end; arc++) {
      if (wide) {
        from[arc] = uint64(view, next, little)
        self[arc] = uint64(view, next + 8, little)
        count[arc] = wideCount ? uint64(view, next + 16, little) : view.getUint32(next + 16, little)
      } else {
        from[arc] = view.getUint32(next, little)
        self[arc] = view.getUint32(next + 4, little)
        count[arc] = view.getUint32(next + 8, little)
      }
      next += stride
    }
    this.#length = end
  }

  done(): RawArcs {
    const fit = (column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> =>
      column.length === this.#length ? column : column.slice(0, this.#length)
    return { length: this.#length, from: fit(this.#from), self: fit(this.#self), count: fit(this.#count) }
  }

  #reserve(arcs: number, atMost: number): void {
    const needed = this.#length + arcs
    if (needed <= this.#from.length) return
    // The rest of a file is mostly arcs: room for all of them at once is filled, and nothing is copied.
    const capacity = Math.max(needed, this.#length + atMost)
    const grow = (column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(capacity)
      larger.set(column)
      return larger
    }
    this.#from = grow(this.#from)
    this.#self = grow(this.#self)
    this.#count = grow(this.#count)
  }
}
