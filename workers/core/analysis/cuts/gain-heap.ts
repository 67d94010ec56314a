// Nodes by what they gain, the most first, of equal ones the lowest; gains change while nodes are taken.

/** A binary heap that knows where each node stands in it. */
export class GainHeap {
  readonly #gain: Float64Array
  readonly #heap: Int32Array
  /** Per node: its place in the heap; −1 once it was taken. */
  readonly #place: Int32Array
  #length: number

  /** @param gain of each node; the heap's own from then on */
  constructor(gain: Float64Array) {
    this.#gain = gain
    this.#length = gain.length
    this.#heap = Int32Array.from(gain, (_, node) => node)
    this.#place = this.#heap.slice()
    for (let at = (this.#length >> 1) - 1; at >= 0; at--) this.#sink(at)
  }

  /** −1 if none is left. */
  first(): number {
    return this.#length === 0 ? -1 : this.#heap[0]
  }

  /** Takes a node out. */
  take(node: number): void {
    const at = this.#place[node]
    this.#place[node] = -1
    const last = this.#heap[--this.#length]
    if (last === node) return
    this.#put(last, at)
    this.#rise(at)
    this.#sink(this.#place[last])
  }

  /** Does nothing to a node that was taken. */
  add(node: number, gain: number): void {
    const at = this.#place[node]
    if (at < 0) return
    this.#gain[node] = this.#gain[node] + gain
    if (gain > 0) this.#rise(at)
    else this.#sink(at)
  }

  #put(node: number, at: number): void {
    this.#heap[at] = node
    this.#place[node] = at
  }

  #isBefore(left: number, right: number): boolean {
    const more = this.#gain[left] - this.#gain[right]
    return more > 0 || (more === 0 && left < right)
  }

  #rise(from: number): void {
    const node = this.#heap[from]
    let at = from
    while (at > 0) {
      const above = (at - 1) >> 1
      const other = this.#heap[above]
      if (!this.#isBefore(node, other)) break
      this.#put(other, at)
      at = above
    }
    this.#put(node, at)
  }

  #sink(from: number): void {
    const node = this.#heap[from]
    let at = from
    for (;;) {
      let below = 2 * at + 1
      if (below >= this.#length) break
      if (below + 1 < this.#length && this.#isBefore(this.#heap[below + 1], this.#heap[below])) below++
      const other = this.#heap[below]
      if (!this.#isBefore(other, node)) break
      this.#put(other, at)
      at = below
    }
    this.#put(node, at)
  }
}
