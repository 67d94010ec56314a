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
  const out: Weights[] = Array.from({ length: graph.nodes }, () => new Map<number, number>())
  const into: Weights[] = Array.from({ length: graph.nodes }, () => new Map<number, number>())
  const steps: Step[] = []
  let base = 0
  const isGone = new Uint8Array(graph.nodes)
  const isPending = new Uint8Array(graph.nodes)
  const pending: number[] = []
  const touch = (node: number): void => {
    if (isPending[node] === 1) return
    isPending[node] = 1
    pending.push(node)
  }
  const remove = (from: number, to: number): void => {
    out[from].delete(to)
    into[to].delete(from)
    touch(from)
    touch(to)
  }
  /** Adds weight to an arc; what then leads both ways cancels. */
  const add = (from: number, to: number, weight: number): void => {
    if (weight === 0) return
    const back = out[to].get(from) ?? 0
    const cancelled = Math.min(back, weight)
    base += cancelled
    if (cancelled > 0) set(to, from, back - cancelled)
    if (weight > cancelled) set(from, to, (out[from].get(to) ?? 0) + weight - cancelled)
  }
  const set = (from: number, to: number, weight: number): void => {
    if (weight === 0) return remove(from, to)
    out[from].set(to, weight)
    into[to].set(from, weight)
    touch(from)
    touch(to)
  }
  const leave = (node: number): void => {
    isGone[node] = 1
    for (const child of out[node].keys()) remove(node, child)
    for (const parent of into[node].keys()) remove(parent, node)
  }
  const visit = (node: number): void => {
    if (into[node].size === 0 || out[node].size === 0) {
      steps.push({ kind: into[node].size === 0 ? 'first' : 'last', node })
      leave(node)
      return
    }
    if (into[node].size === 1) {
      const [[parent, weight]] = into[node]
      if (weight >= sum(out[node])) {
        const children = [...out[node]]
        steps.push({ kind: 'after', node, other: parent })
        leave(node)
        for (const [child, cost] of children) add(parent, child, cost)
        return
      }
    }
    if (out[node].size === 1) {
      const [[child, weight]] = out[node]
      if (weight < sum(into[node])) return
      const parents = [...into[node]]
      steps.push({ kind: 'before', node, other: child })
      leave(node)
      for (const [from, cost] of parents) add(from, child, cost)
    }
  }

  for (let arc = 0; arc < graph.from.length; arc++) add(graph.from[arc], graph.to[arc], graph.weight[arc])
  for (let node = 0; node < graph.nodes; node++) touch(node)
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    isPending[node] = 0
    if (isGone[node] === 0) visit(node)
  }
  return { ...kernelOf(out, isGone), base, steps }
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
