/**
 * A digraph made smaller without losing its cheapest cuts: every order of what stays can be unfolded into an order of
 * the whole that costs exactly `base` more.
 *
 * Used until none applies:
 * - a node that nothing enters, or that nothing leaves, is in no cycle: it goes to the front, or the end;
 * - of two arcs that lead to and fro one always leads back: both become cheaper by the cheaper one's weight;
 * - a node with one arc in that is at least as dear as all its arcs out together (or the reverse) merges with the
 *   neighbour: to cut the others is never dearer than to cut that one. So of a chain the cheapest arc stays.
 * Parallel arcs that arise are one arc that costs as much as both.
 *
 * Sources: the second is the normal form of the linear ordering problem (Martí and Reinelt 2011); the others are the
 * contractions of H. Levy, D. W. Low, "A contraction algorithm for finding small cycle cutsets", 1988, carried over
 * from nodes to weighted arcs.
 */
import { buildDigraph, type Digraph } from './digraph.ts'

export interface Reduction {
  readonly kernel: Digraph
  /** Node of the whole graph for each node of the kernel. */
  readonly nodes: readonly number[]
  /** What every order costs beyond the kernel's order that it unfolds from. */
  readonly base: number
  readonly steps: readonly Step[]
}

/** Where a node that went belongs, once all that went after it are back. */
type Step =
  | { readonly kind: 'first'; readonly node: number }
  | { readonly kind: 'last'; readonly node: number }
  | { readonly kind: 'after'; readonly node: number; readonly other: number }
  | { readonly kind: 'before'; readonly node: number; readonly other: number }

type Weights = Map<number, number>

export function reduce(graph: Digraph): Reduction {
  const smaller = new ShrinkingGraph(graph)
  smaller.shrink()
  return smaller.result()
}

/** Nodes and arcs that are left; each node is looked at again whenever an arc of it changes. */
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

  /** Until nothing can go any more. */
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

  /** If one arc leads to it that costs as much as all arcs from it. Answers whether it did. */
  #mergeWithParent(node: number): boolean {
    if (this.#into[node].size !== 1) return false
    const [[parent, weight]] = this.#into[node]
    if (weight < sum(this.#out[node])) return false
    const children = [...this.#out[node]]
    this.#steps.push({ kind: 'after', node, other: parent })
    this.#leave(node)
    for (const [child, cost] of children) this.#add(parent, child, cost)
    return true
  }

  /** If one arc leads from it that costs as much as all arcs to it. */
  #mergeWithChild(node: number): void {
    if (this.#out[node].size !== 1) return
    const [[child, weight]] = this.#out[node]
    if (weight < sum(this.#into[node])) return
    const parents = [...this.#into[node]]
    this.#steps.push({ kind: 'before', node, other: child })
    this.#leave(node)
    for (const [parent, cost] of parents) this.#add(parent, child, cost)
  }

  /** Adds weight to an arc; what then leads both ways cancels. */
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

function sum(weights: Weights): number {
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

/** An order of the kernel → the order of the whole graph that costs `base` more. */
export function unfold({ nodes, steps }: Reduction, order: ArrayLike<number>, whole: number): Int32Array {
  // A linked list that begins and ends with a sentinel.
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
