// Priority queue of rows, most time first: a binary heap.
import type { Ticks } from './units.ts'

/** A priority queue of rows by ticks, largest first; of equal ones the lower row first. */
export class Heaviest {
  readonly #ticks: readonly Ticks[]
  readonly #heap: number[] = []

  /** @param ticks by row; a row's value must be set when it is added, and must not change */
  constructor(ticks: readonly Ticks[]) {
    this.#ticks = ticks
  }

  /** Adds a row, which must not be in the queue. */
  add(row: number): void {
    const heap = this.#heap
    let at = heap.push(row) - 1
    while (at > 0) {
      const up = (at - 1) >> 1
      if (!this.#isBefore(row, heap[up])) break
      heap[at] = heap[up]
      at = up
    }
    heap[at] = row
  }

  /** Removes the heaviest row and returns it; undefined if the queue is empty. */
  take(): number | undefined {
    const heap = this.#heap
    const top = heap[0]
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return top
    let at = 0
    for (;;) {
      let down = 2 * at + 1
      if (down >= heap.length) break
      if (down + 1 < heap.length && this.#isBefore(heap[down + 1], heap[down])) down++
      if (!this.#isBefore(heap[down], last)) break
      heap[at] = heap[down]
      at = down
    }
    heap[at] = last
    return top
  }

  /** Ties go to the older row, so that the result does not depend on the heap's structure. */
  #isBefore(one: number, other: number): boolean {
    const ticks = this.#ticks
    return ticks[one] > ticks[other] || (ticks[one] === ticks[other] && one < other)
  }
}
