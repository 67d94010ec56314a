// Reduction of a digraph that preserves its cheapest cuts: every order of the kernel unfolds into
// an order of the whole graph that costs exactly `base` more.
//
// These rules apply until none fits:
// - A node without incoming or without outgoing arcs is in no cycle: it goes to the front or to
//   the end.
// - Of two opposite arcs between two nodes one always leads backward: both lose the lighter one's
//   weight.
// - A node whose single incoming arc weighs at least as much as its outgoing arcs together (or
//   the reverse) merges with that neighbour. Cutting the others never costs more than cutting
//   that arc. So of a chain the lightest arc stays. Parallel arcs that arise become one arc with
//   the sum of their weights.
//
// Sources: the second is the normal form of the linear ordering problem (Martí and Reinelt 2011);
// the others are the contractions of H. Levy, D. W. Low, "A contraction algorithm for finding
// small cycle cutsets", 1988, transferred from nodes to weighted arcs.
import { buildDigraph, type Digraph } from './digraph.ts'

/**
 * A reduced digraph and how to undo its reduction. An order of nodes costs the weight of its backward arcs.
 */
export interface Reduction {
  readonly kernel: Digraph
  /** Node of the whole graph for each node of the kernel. */
  readonly nodes: readonly number[]
  /** Cost of every unfolded order beyond that of the kernel's order. */
  readonly base: number
  readonly steps: readonly Step[]
}

/** Where a removed node belongs, once all nodes removed after it are back. */
type Step =
  | { readonly kind: 'first'; readonly node: number }
  | { readonly kind: 'last'; readonly node: number }
  | { readonly kind: 'after'; readonly node: number; readonly other: number }
  | { readonly kind: 'before'; readonly node: number; readonly other: number }

type Weights = Map<number, number>

/**
 * Reduces a digraph until no rule applies; `graph` is not changed. `unfold` converts orders of the result
 * back.
 */
export function reduce(graph: Digraph): Reduction {
  const smaller = new ShrinkingGraph(graph)
  smaller.shrink()
  return smaller.result()
}

/** The remaining nodes and arcs. A node is examined again whenever one of its arcs changes. */
class ShrinkingGraph {
  readonly #out: readonly Weights[]
  readonly #into: readonly Weights[]
  readonly #isGone: Uint8Array
  readonly #isPending: Uint8Array
  readonly #pending: number[] = []
  readonly #steps: Step[] = []
  #base = 0

  constructor({ nodes, from, to, weight }: Digraph) {
    this.#out = Array.from({ length: nodes }, () => new Map<number, number>())
    this.#into = Array.from({ length: nodes }, () => new Map<number, number>())
    this.#isGone = new Uint8Array(nodes)
    this.#isPending = new Uint8Array(nodes)
    for (let arc = 0; arc < from.length; arc++) this.#add(from[arc], to[arc], weight[arc])
    for (let node = 0; node < nodes; node++) this.#touch(node)
  }

  /** Reduces until no rule applies. */
  shrink(): void {
    for (let node = this.#pending.pop(); node !== undefined; node = this.#pending.pop()) {
      this.#isPending[node] = 0
      if (this.#isGone[node] === 0) this.#visit(node)
    }
  }

  result(): Reduction {
    return { ...kernelOf(this.#out, this.#isGone), base: this.#base, steps: this.#steps }
  }

  #visit(node: number): void {
    const out = this.#out[node]
    const into = this.#into[node]
    if (into.size === 0 || out.size === 0) {
      this.#steps.push({ kind: into.size === 0 ? 'first' : 'last', node })
      this.#leave(node)
    } else if (!this.#mergeWithParent(node)) this.#mergeWithChild(node)
  }

  /**
   * Merges a node with its parent if its only incoming arc costs as much as all its outgoing
   * arcs. Returns whether it did.
   */
  #mergeWithParent(node: number): boolean {
    if (this.#into[node].size !== 1) return false
    const [[parent, weight]] = this.#into[node]
    if (weight < sumOf(this.#out[node])) return false
    const children = [...this.#out[node]]
    this.#steps.push({ kind: 'after', node, other: parent })
    this.#leave(node)
    for (const [child, cost] of children) this.#add(parent, child, cost)
    return true
  }

  /**
   * Merges a node with its child if its only outgoing arc costs as much as all its incoming arcs.
   */
  #mergeWithChild(node: number): void {
    if (this.#out[node].size !== 1) return
    const [[child, weight]] = this.#out[node]
    if (weight < sumOf(this.#into[node])) return
    const parents = [...this.#into[node]]
    this.#steps.push({ kind: 'before', node, other: child })
    this.#leave(node)
    for (const [parent, cost] of parents) this.#add(parent, child, cost)
  }

  /** Adds weight to an arc; opposite arcs cancel. */
  #add(from: number, to: number, weight: number): void {
    if (weight === 0) return
    const back = this.#out[to].get(from) ?? 0
    const cancelled = Math.min(back, weight)
    this.#base += cancelled
    if (cancelled > 0) this.#set(to, from, back - cancelled)
    if (weight > cancelled) this.#set(from, to, (this.#out[from].get(to) ?? 0) + weight - cancelled)
  }

  #set(from: number, to: number, weight: number): void {
    if (weight === 0) {
      this.#remove(from, to)
      return
    }
    this.#out[from].set(to, weight)
    this.#into[to].set(from, weight)
    this.#touch(from)
    this.#touch(to)
  }

  #remove(from: number, to: number): void {
    this.#out[from].delete(to)
    this.#into[to].delete(from)
    this.#touch(from)
    this.#touch(to)
  }

  #leave(node: number): void {
    this.#isGone[node] = 1
    for (const child of this.#out[node].keys()) this.#remove(node, child)
    for (const parent of this.#into[node].keys()) this.#remove(parent, node)
  }

  #touch(node: number): void {
    if (this.#isPending[node] === 1) return
    this.#isPending[node] = 1
    this.#pending.push(node)
  }
}

function sumOf(weights: Weights): number {
  let total = 0
  for (const weight of weights.values()) total += weight
  return total
}

function kernelOf(out: readonly Weights[], isGone: Uint8Array): Pick<Reduction, 'kernel' | 'nodes'> {
  const nodes: number[] = []
  const number = new Int32Array(out.length)
  for (let node = 0; node < out.length; node++) if (isGone[node] === 0) number[node] = nodes.push(node) - 1
  const from: number[] = []
  const to: number[] = []
  const weight: number[] = []
  for (const node of nodes) {
    for (const [child, cost] of out[node]) {
      from.push(number[node])
      to.push(number[child])
      weight.push(cost)
    }
  }
  return { kernel: buildDigraph(nodes.length, from, to, weight), nodes }
}

/**
 * Converts an order of the kernel to an order of the whole graph, which costs `base` more. Returns all nodes
 * of the whole graph, each once.
 *
 * @param order nodes of the kernel
 * @param whole number of nodes of the whole graph
 */
export function unfold({ nodes, steps }: Reduction, order: ArrayLike<number>, whole: number): Int32Array {
  // Linked list that begins and ends with a sentinel.
  const sentinel = whole
  const next = new Int32Array(whole + 1).fill(sentinel)
  const previous = new Int32Array(whole + 1).fill(sentinel)
  const insertAfter = (node: number, before: number): void => {
    const after = next[before]
    next[before] = node
    previous[node] = before
    next[node] = after
    previous[after] = node
  }
  for (let at = 0; at < order.length; at++) insertAfter(nodes[order[at]], previous[sentinel])
  for (let at = steps.length - 1; at >= 0; at--) {
    const step = steps[at]
    if (step.kind === 'first') insertAfter(step.node, sentinel)
    else if (step.kind === 'last') insertAfter(step.node, previous[sentinel])
    else if (step.kind === 'after') insertAfter(step.node, step.other)
    else insertAfter(step.node, previous[step.other])
  }
  const unfolded = new Int32Array(whole)
  let length = 0
  for (let node = next[sentinel]; node !== sentinel; node = next[node]) unfolded[length++] = node
  return unfolded
}
