// Short cycles by arc lengths: cycles that the lengths do not yet pay for.
import type { Digraph } from './digraph.ts'
import type { Work } from './search-budget.ts'
import type { ArcSet } from './branch-and-bound.ts'

/** Length added per arc, so that fewer arcs win among equal lengths. */
const STEP = 1e-7

/**
 * Finds the shortest cycle through a node; of equally long ones one with few arcs.
 *
 * Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", 1959.
 */
export class CycleSearch {
  readonly #graph: Digraph
  readonly #distance: Float64Array
  readonly #arcTo: Int32Array
  /** Binary heap of nodes by distance; may contain a node several times. */
  readonly #heap: number[] = []
  readonly #keys: number[] = []
  readonly #touched: number[] = []
  /** All 0 between calls. */
  readonly #isHome: Uint8Array

  constructor(graph: Digraph) {
    this.#graph = graph
    this.#distance = new Float64Array(graph.nodes).fill(Infinity)
    this.#arcTo = new Int32Array(graph.nodes)
    this.#isHome = new Uint8Array(graph.nodes)
  }

  /**
   * Returns the cycle's arcs in order; null if none is shorter than `limit`.
   *
   * @param length of each arc, not negative; Infinity for an arc that may not be used
   */
  through(start: number, length: Float64Array, limit: number, work: Work): ArcSet | null {
    this.#isHome[start] = 1
    const cycle = this.detour([start], this.#isHome, length, limit, work)
    this.#isHome[start] = 0
    return cycle
  }

  /**
   * Returns the shortest path that leaves these nodes and returns to one of them.
   *
   * @param isHome 1 for each of `home`
   */
  detour(
    home: readonly number[],
    isHome: Uint8Array,
    length: Float64Array,
    limit: number,
    work: Work,
  ): ArcSet | null {
    const { from, to, out } = this.#graph
    let best = limit
    let closing = -1
    for (const node of home) this.#push(node, 0)
    while (this.#heap.length > 0) {
      const key = this.#keys[0]
      const node = this.#pop()
      if (key >= best) break
      if (key > this.#distance[node]) continue
      work.used += 2 * (out.offsets[node + 1] - out.offsets[node]) + 4
      for (let at = out.offsets[node]; at < out.offsets[node + 1]; at++) {
        const arc = out.items[at]
        const reached = key + length[arc] + STEP
        if (reached >= best) continue
        const child = to[arc]
        if (isHome[child] === 1) {
          if (isHome[node] === 1) continue
          best = reached
          closing = arc
        } else if (reached < this.#distance[child]) {
          this.#arcTo[child] = arc
          this.#push(child, reached)
        }
      }
    }
    const arcs: number[] = []
    if (closing >= 0) {
      arcs.push(closing)
      for (let node = from[closing]; isHome[node] === 0; node = from[this.#arcTo[node]]) {
        arcs.push(this.#arcTo[node])
      }
    }
    for (const node of this.#touched) this.#distance[node] = Infinity
    this.#touched.length = 0
    this.#heap.length = 0
    this.#keys.length = 0
    return closing < 0 ? null : Int32Array.from(arcs.reverse())
  }

  #push(node: number, key: number): void {
    this.#distance[node] = key
    this.#touched.push(node)
    const heap = this.#heap
    const keys = this.#keys
    let at = heap.length
    heap.push(node)
    keys.push(key)
    while (at > 0) {
      const above = (at - 1) >> 1
      if (keys[above] <= key) break
      heap[at] = heap[above]
      keys[at] = keys[above]
      at = above
    }
    heap[at] = node
    keys[at] = key
  }

  #pop(): number {
    const heap = this.#heap
    const keys = this.#keys
    const top = heap[0]
    const node = heap[heap.length - 1]
    const key = keys[keys.length - 1]
    heap.pop()
    keys.pop()
    let at = 0
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && keys[below + 1] < keys[below]) below++
      if (keys[below] >= key) break
      heap[at] = heap[below]
      keys[at] = keys[below]
      at = below
    }
    if (heap.length > 0) {
      heap[at] = node
      keys[at] = key
    }
    return top
  }
}
