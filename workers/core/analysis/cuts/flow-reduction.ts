// A digraph without the nodes or arcs whose part in keeping the way down is settled.
import { buildDigraph, type Digraph } from './digraph.ts'
import { isSpent, type Work } from './search-budget.ts'

/** What is left of a digraph with ways in. */
export interface FlowReduction {
  readonly kernel: Digraph
  readonly isWayIn: Uint8Array<ArrayBuffer>
  /** Nodes of the whole graph that each node of the kernel represents, in order. */
  readonly groups: readonly (readonly number[])[]
  /** Nodes that come before all others, in order. */
  readonly first: readonly number[]
  /** Weight of the arcs that every order cuts and that are gone. */
  readonly base: number
}

/**
 * Reduces a digraph with ways in: every order of the kernel that keeps the way down makes one of the whole
 * graph, with each node replaced by its group, which costs exactly `base` more, and an order of least cost is
 * among these.
 *
 * A node with arcs from a single other node comes right after it, since it needs one of these arcs. Both
 * merge, and arcs back to the merged node are cut. A way in that no node calls comes first, and what it calls
 * is a way in from then on. Loops that are entered at one node vanish altogether.
 *
 * Source: M. S. Hecht, J. D. Ullman, "Flow graph reducibility", 1972, there to recognise such loops.
 *
 * @param graph weights are positive, and every node is reached from a way in
 * @param isWayIn one byte per node
 * @param work the steps taken are added to it; once it runs out, the rest stays as it is
 */
export function reduceFlow(graph: Digraph, isWayIn: Uint8Array, work: Work): FlowReduction {
  const flow = new ShrinkingFlow(graph, isWayIn, work)
  flow.shrink()
  return flow.result()
}

/** Steps of work for an arc that is moved between maps. */
const COST = 8

type Weights = Map<number, number>

class ShrinkingFlow {
  readonly #out: readonly Weights[]
  readonly #into: readonly Weights[]
  readonly #isWayIn: Uint8Array<ArrayBuffer>
  readonly #isGone: Uint8Array<ArrayBuffer>
  readonly #isPending: Uint8Array<ArrayBuffer>
  /** Groups as chains: the next node of the group, and its last node. */
  readonly #next: Int32Array<ArrayBuffer>
  readonly #last: Int32Array<ArrayBuffer>
  readonly #work: Work
  readonly #queue: number[] = []
  readonly #first: number[] = []
  #base = 0

  constructor({ nodes, from, to, weight }: Digraph, isWayIn: Uint8Array, work: Work) {
    this.#out = Array.from({ length: nodes }, () => new Map<number, number>())
    this.#into = Array.from({ length: nodes }, () => new Map<number, number>())
    for (let arc = 0; arc < from.length; arc++) {
      this.#out[from[arc]].set(to[arc], weight[arc])
      this.#into[to[arc]].set(from[arc], weight[arc])
    }
    this.#isWayIn = Uint8Array.from(isWayIn)
    this.#isGone = new Uint8Array(nodes)
    this.#isPending = new Uint8Array(nodes)
    this.#next = new Int32Array(nodes).fill(-1)
    this.#last = Int32Array.from({ length: nodes }, (_, node) => node)
    this.#work = work
    work.used += COST * (from.length + nodes)
    for (let node = 0; node < nodes; node++) if (isWayIn[node] === 1) this.#touch(node)
    for (let node = 0; node < nodes; node++) this.#touch(node)
  }

  shrink(): void {
    // The queue grows while it is read: callers come before what they call, so arcs move once.
    for (let at = 0; at < this.#queue.length && !isSpent(this.#work); at++) {
      const node = this.#queue[at]
      this.#isPending[node] = 0
      if (this.#isGone[node] === 0) this.#visit(node)
    }
  }

  result(): FlowReduction {
    const nodes: number[] = []
    const number = new Int32Array(this.#isGone.length)
    for (let node = 0; node < number.length; node++)
      if (this.#isGone[node] === 0) number[node] = nodes.push(node) - 1
    const from: number[] = []
    const to: number[] = []
    const weight: number[] = []
    for (const node of nodes) {
      for (const [child, cost] of this.#out[node]) {
        from.push(number[node])
        to.push(number[child])
        weight.push(cost)
      }
    }
    return {
      kernel: buildDigraph(nodes.length, from, to, weight),
      isWayIn: Uint8Array.from(nodes, (node) => this.#isWayIn[node]),
      groups: nodes.map((node) => this.#groupOf(node)),
      first: this.#first,
      base: this.#base,
    }
  }

  #visit(node: number): void {
    const into = this.#into[node]
    if (this.#isWayIn[node] === 1) {
      if (into.size === 0) this.#moveToFront(node)
      return
    }
    if (into.size !== 1) return
    const [[parent]] = into
    this.#merge(node, parent)
  }

  #moveToFront(node: number): void {
    this.#isGone[node] = 1
    for (const member of this.#groupOf(node)) this.#first.push(member)
    for (const child of this.#out[node].keys()) {
      this.#into[child].delete(node)
      this.#isWayIn[child] = 1
      this.#touch(child)
    }
    this.#work.used += COST * this.#out[node].size
    this.#out[node].clear()
  }

  #merge(node: number, parent: number): void {
    this.#isGone[node] = 1
    this.#next[this.#last[parent]] = node
    this.#last[parent] = this.#last[node]
    this.#out[parent].delete(node)
    this.#work.used += COST * this.#out[node].size
    for (const [child, cost] of this.#out[node]) {
      this.#into[child].delete(node)
      if (child === parent) this.#base += cost
      else {
        const sum = cost + (this.#out[parent].get(child) ?? 0)
        this.#out[parent].set(child, sum)
        this.#into[child].set(parent, sum)
      }
      this.#touch(child)
    }
    this.#out[node].clear()
  }

  #groupOf(node: number): number[] {
    const group: number[] = []
    for (let member = node; member >= 0; member = this.#next[member]) group.push(member)
    return group
  }

  #touch(node: number): void {
    if (this.#isPending[node] === 1) return
    this.#isPending[node] = 1
    this.#queue.push(node)
  }
}
