// Rows waiting their turn, the one with the most time first: a binary heap.
import type { Ticks } from '../../base/units.ts'

export class Heaviest {
  readonly #ticks: readonly Ticks[]
  readonly #heap: number[] = []

  /** `ticks` by row; a row's must be there when it is added, and stay. */
  constructor(ticks: readonly Ticks[]) {
    this.#ticks = ticks
  }

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

  /** Of equals the older, so that the outcome does not hang on the heap's shape. */
  #isBefore(one: number, other: number): boolean {
    const ticks = this.#ticks
    return ticks[one] > ticks[other] || (ticks[one] === ticks[other] && one < other)
  }
}
