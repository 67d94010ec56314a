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
}

const UNTOUCHED = 0
const BUSY = 0xffffffff

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
  const length = offsets.length - 1
  const order = new Uint32Array(length)
  const next = new Int32Array(length).fill(-1)
  const tail = new Uint32Array(length)
  /** Towards the head, shortened as it is followed. */
  const link = new Uint32Array(length)
  for (let node = 0; node < length; node++) {
    tail[node] = node
    link[node] = node
  }
  const entrance = new Int32Array(length)
  const stack = new Uint32Array(length)
  const cursor = new Uint32Array(length)
  const position = new Uint32Array(length)
  const heads = new Uint32Array(length)
  let depth = 0
  let headCount = 0
  let finished = 0

  const headOf = (node: number): number => {
    let head = node
    while (link[head] !== head) head = link[head]
    for (let at = node; at !== head;) {
      const up = link[at]
      link[at] = head
      at = up
    }
    return head
  }
  const push = (node: number, from: number): void => {
    entrance[node] = from
    order[node] = BUSY
    position[node] = depth
    cursor[node] = offsets[node]
    heads[headCount++] = depth
    stack[depth++] = node
  }
  /** Everything above the head of `node` on the stack joins it, lowest first. */
  const fold = (node: number): void => {
    const head = headOf(node)
    let first = headCount
    while (heads[first - 1] > position[head]) first--
    for (let at = first; at < headCount; at++) {
      const joining = stack[heads[at]]
      next[tail[head]] = joining
      tail[head] = tail[joining]
      link[joining] = head
    }
    headCount = first
  }
  const leave = (node: number): void => {
    depth--
    if (link[node] !== node) return
    headCount--
    finished++
    for (let member = node; member >= 0; member = next[member]) order[member] = finished
  }

  for (let root = 0; root < length; root++) {
    if (order[root] !== UNTOUCHED) continue
    push(root, -1)
    while (depth > 0) {
      const node = stack[depth - 1]
      const at = cursor[node]
      if (at === offsets[node + 1]) {
        leave(node)
        continue
      }
      cursor[node] = at + 1
      const child = childAt[at]
      if (order[child] === UNTOUCHED) push(child, at)
      else if (order[child] === BUSY) fold(child)
    }
  }
  const head = new Uint32Array(length)
  for (let node = 0; node < length; node++) head[node] = headOf(node)
  return { order, head, next, entrance }
}
