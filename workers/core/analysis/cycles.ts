// Any directed graph → its strongly connected groups of two and more, in the order of gprof's depth-first walk.
import type { Csr } from '../base/csr.ts'

export interface Components {
  /** Position at which a node's component was finished, from 1: below that of every component that reaches it. */
  readonly order: Uint32Array<ArrayBuffer>
  /** First node of the component on the walk; a node alone is its own head. */
  readonly head: Uint32Array<ArrayBuffer>
  /** The next node of the component in the order in which gprof chains them; −1 at the end. Starts at the head. */
  readonly next: Int32Array<ArrayBuffer>
  /** The position of the arc by which the walk first came to a node; −1 where it began. */
  readonly entrance: Int32Array<ArrayBuffer>
  /** All nodes, ascending by `order`: those of one component stand together, ascending. */
  readonly list: Uint32Array<ArrayBuffer>
}

/** In place of a node's order, before the walk has come to it and before it has finished its component. */
const UNTOUCHED = 0
const BUSY = 0x3fff_ffff

/**
 * @param children for each node the items that lead to others
 * @param target   node that an item leads to
 */
export function findComponents({ offsets, items }: Csr, target: ArrayLike<number>): Components {
  const childAt = new Int32Array(items.length)
  for (let at = 0; at < items.length; at++) childAt[at] = target[items[at]]
  return findComponentsAmong(offsets, childAt)
}

/**
 * Walks the graph depth first from node 0 upwards, children in list order, and joins nodes that reach one another.
 *
 * The walk keeps a path of the nodes on its stack and, beside it, the positions of those that still head a component
 * of their own. An arc back to a busy node folds all heads above that node's head into it, each once, so the whole
 * takes time linear in nodes and arcs, one giant cycle included. Chains come out in the order in which gprof's
 * pairwise joining makes them.
 *
 * @param offsets node `n`'s children stand at the positions `offsets[n] .. offsets[n + 1]` of `childAt`
 * Source: the path-based algorithm of H. N. Gabow, "Path-based depth-first search for strong and biconnected
 *         components", 2000; order and chains from the behaviour of GNU gprof 2.40.
 */
export function findComponentsAmong(offsets: Uint32Array, childAt: Int32Array): Components {
  const walk = new Walk(offsets, childAt)
  for (let node = 0; node < offsets.length - 1; node++) walk.from(node)
  const { order, head, next, entrance, list } = walk
  return { order, head, next, entrance, list }
}

class Walk {
  readonly order: Uint32Array<ArrayBuffer>
  /** Of a busy node, one nearer to the head: the way is shortened as it is followed. */
  readonly head: Uint32Array<ArrayBuffer>
  readonly next: Int32Array<ArrayBuffer>
  readonly entrance: Int32Array<ArrayBuffer>
  readonly list: Uint32Array<ArrayBuffer>
  readonly #offsets: Uint32Array
  readonly #childAt: Int32Array
  /** End of the chain that begins at a node, if it has a second link. */
  readonly #tail: Uint32Array
  /** The path to the node the walk is at; beside it the position of the child that comes next. */
  readonly #stack: Uint32Array
  readonly #cursor: Uint32Array
  #depth = 0
  /** Where a busy node stands on the path. */
  readonly #position: Uint32Array
  /** Positions of those that still head a component of their own. */
  readonly #heads: Uint32Array
  #headCount = 0
  #finished = 0
  #listed = 0

  constructor(offsets: Uint32Array, childAt: Int32Array) {
    const length = offsets.length - 1
    this.order = new Uint32Array(length)
    this.head = new Uint32Array(length)
    this.next = new Int32Array(length).fill(-1)
    this.entrance = new Int32Array(length)
    this.list = new Uint32Array(length)
    this.#offsets = offsets
    this.#childAt = childAt
    this.#tail = new Uint32Array(length)
    this.#stack = new Uint32Array(length)
    this.#cursor = new Uint32Array(length)
    this.#position = new Uint32Array(length)
    this.#heads = new Uint32Array(length)
  }

  from(root: number): void {
    if (this.order[root] !== UNTOUCHED) return
    this.#enter(root, -1)
    while (this.#depth > 0) {
      const at = this.#nextUntouched()
      if (at < 0) this.#leave()
      else this.#enter(this.#childAt[at], at)
    }
  }

  #enter(node: number, from: number): void {
    const depth = this.#depth++
    this.entrance[node] = from
    this.order[node] = BUSY
    this.head[node] = node
    this.#position[node] = depth
    this.#stack[depth] = node
    this.#cursor[depth] = this.#offsets[node]
    this.#heads[this.#headCount++] = depth
  }

  /** Position of the next child that is new to the walk, −1 if there is none. Busy ones before it are joined. */
  #nextUntouched(): number {
    const top = this.#depth - 1
    const end = this.#offsets[this.#stack[top] + 1]
    for (let at = this.#cursor[top]; at < end; at++) {
      const state = this.order[this.#childAt[at]]
      if (state === UNTOUCHED) {
        this.#cursor[top] = at + 1
        return at
      }
      if (state === BUSY) this.#fold(this.#childAt[at])
    }
    return -1
  }

  /** Everything above the head of `node` on the path joins it, lowest first. */
  #fold(node: number): void {
    const head = this.#headOf(node)
    const position = this.#position[head]
    let first = this.#headCount
    while (this.#heads[first - 1] > position) first--
    for (let at = first; at < this.#headCount; at++) {
      const joining = this.#stack[this.#heads[at]]
      this.next[this.#tailOf(head)] = joining
      this.#tail[head] = this.#tailOf(joining)
      this.head[joining] = head
    }
    this.#headCount = first
  }

  #tailOf(head: number): number {
    return this.next[head] < 0 ? head : this.#tail[head]
  }

  #headOf(node: number): number {
    let head = node
    while (this.head[head] !== head) head = this.head[head]
    for (let at = node; at !== head;) {
      const up = this.head[at]
      this.head[at] = head
      at = up
    }
    return head
  }

  #leave(): void {
    const node = this.#stack[--this.#depth]
    if (this.head[node] !== node) return
    this.#headCount--
    this.#finished++
    const from = this.#listed
    for (let member = node; member >= 0; member = this.next[member]) {
      this.order[member] = this.#finished
      this.head[member] = node
      this.list[this.#listed++] = member
    }
    if (this.#listed - from > 1) this.list.subarray(from, this.#listed).sort()
  }
}
