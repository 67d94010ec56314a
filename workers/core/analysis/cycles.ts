// Cycles k of a call graph with C(k), C(k→k), found by the depth-first walk that orders all routines.
import { asArray, asColumn, asRows, NONE } from '../base/columns.ts'
import type { Csr } from '../base/csr.ts'
import type { CallGraphProfile } from '../profile/call-graph-profile.ts'
import type { CycleTable } from './analyzed-profile.ts'

/** Strongly connected components of a graph, as columns by node. */
export interface Components {
  /**
   * Position at which a node's component was completed, from 1. It is below that of every
   * component that reaches it.
   */
  readonly order: Uint32Array<ArrayBuffer>
  /** First node of the component on the walk; a single node is its own head. */
  readonly head: Uint32Array<ArrayBuffer>
  /** Next node of the component in gprof's chain order, from the head on; −1 at the end. */
  readonly next: Int32Array<ArrayBuffer>
  /** All nodes, ascending by `order`; nodes of one component are adjacent and ascending. */
  readonly list: Uint32Array<ArrayBuffer>
}

/** Values of a node's order before the walk reaches it, and before its component is complete. */
const UNTOUCHED = 0
const BUSY = 0x3fff_ffff

/**
 * Finds the strongly connected components of a graph in CSR form; see `findComponentsAmong`.
 *
 * @param children for each node, the items that lead to other nodes
 * @param target node that each item leads to
 */
export function findComponents({ offsets, items }: Csr, target: ArrayLike<number>): Components {
  const childAt = new Int32Array(items.length)
  for (let at = 0; at < items.length; at++) childAt[at] = target[items[at]]
  return findComponentsAmong(offsets, childAt)
}

/**
 * Finds components by walking the graph depth first from node 0 upwards, children in list order.
 *
 * The walk keeps the path of nodes on its stack and, beside it, the positions of nodes that still
 * head a component of their own. An arc back to a busy node folds all heads above that node's
 * head into it, each once. So the whole takes time linear in nodes and arcs, even for one giant
 * cycle. Chains have the order that gprof's pairwise joining produces.
 *
 * @param offsets node `n`'s children are at positions `offsets[n] .. offsets[n + 1]` of `childAt`
 * Source: the path-based algorithm of H. N. Gabow, "Path-based depth-first search for strong and
 * biconnected components", 2000; order and chains from the behaviour of GNU gprof 2.40.
 */
export function findComponentsAmong(offsets: Uint32Array, childAt: Int32Array): Components {
  const length = offsets.length - 1
  const order = new Uint32Array(length)
  /** For a busy node, a node nearer to the head: the path is shortened as it is followed. */
  const head = new Uint32Array(length)
  const next = new Int32Array(length).fill(-1)
  const list = new Uint32Array(length)
  /** End of the chain that begins at a node, if it has a second link. */
  const tail = new Uint32Array(length)
  /** Path to the current node; beside it the position of the next child. */
  const stack = new Uint32Array(length)
  const cursor = new Uint32Array(length)
  let depth = 0
  /** Position of a busy node on the path. */
  const position = new Uint32Array(length)
  /** Positions of nodes that still head a component of their own. */
  const heads = new Uint32Array(length)
  let headCount = 0
  let finished = 0
  let listed = 0

  const headOf = (node: number): number => {
    let found = node
    while (head[found] !== found) found = head[found]
    for (let at = node; at !== found;) {
      const up = head[at]
      head[at] = found
      at = up
    }
    return found
  }
  const tailOf = (node: number): number => (next[node] < 0 ? node : tail[node])
  const enter = (node: number): void => {
    order[node] = BUSY
    head[node] = node
    position[node] = depth
    cursor[depth] = offsets[node]
    heads[headCount++] = depth
    stack[depth++] = node
  }
  /** Joins everything above the head of `node` on the path to it, lowest first. */
  const fold = (node: number): void => {
    const into = headOf(node)
    let first = headCount
    while (heads[first - 1] > position[into]) first--
    for (let at = first; at < headCount; at++) {
      const joining = stack[heads[at]]
      next[tailOf(into)] = joining
      tail[into] = tailOf(joining)
      head[joining] = into
    }
    headCount = first
  }
  /** Returns the next unvisited child, −1 if there is none. Joins busy children on the way. */
  const nextUntouched = (): number => {
    const top = depth - 1
    const end = offsets[stack[top] + 1]
    for (let at = cursor[top]; at < end; at++) {
      const child = childAt[at]
      if (order[child] === UNTOUCHED) {
        cursor[top] = at + 1
        return child
      }
      if (order[child] === BUSY) fold(child)
    }
    return -1
  }
  const leave = (): void => {
    const node = stack[--depth]
    if (head[node] !== node) return
    headCount--
    finished++
    const from = listed
    for (let member = node; member >= 0; member = next[member]) {
      order[member] = finished
      head[member] = node
      list[listed++] = member
    }
    if (listed - from > 1) list.subarray(from, listed).sort()
  }
  const walkFrom = (root: number): void => {
    enter(root)
    while (depth > 0) {
      const child = nextUntouched()
      if (child < 0) leave()
      else enter(child)
    }
  }

  for (let root = 0; root < length; root++) if (order[root] === UNTOUCHED) walkFrom(root)
  return { order, head, next, list }
}

type CycleMembers = Pick<CycleTable, 'length' | 'cycleOf' | 'members'>

/**
 * Builds the cycle table of a profile from the components of its call graph: a component of several functions
 * is a cycle k. Cycles are numbered as gprof does.
 */
export function buildCycles(profile: CallGraphProfile, components: Components): CycleTable {
  const cycles = listCycles(components)
  return { ...cycles, ...countCycleCalls(profile, cycles) }
}

/**
 * Cycles are numbered by the address of the function that heads their chain; members keep chain
 * order.
 */
function listCycles({ head, next }: Components): CycleMembers {
  const cycleOf = new Int32Array(head.length).fill(NONE)
  const offsets = [0]
  const items: number[] = []
  for (let f = 0; f < head.length; f++) {
    if (next[f] < 0 || head[f] !== f) continue
    for (let member = f; member >= 0; member = next[member]) {
      cycleOf[member] = offsets.length - 1
      items.push(member)
    }
    offsets.push(items.length)
  }
  const length = offsets.length - 1
  return {
    length,
    cycleOf: asColumn(cycleOf),
    members: { length, offsets: Uint32Array.from(offsets), items: asRows(Uint32Array.from(items)) },
  }
}

/** Counts C(k), the calls into each cycle, and the part of C(k→k) that is no call of a member by itself. */
function countCycleCalls(
  { arcs }: CallGraphProfile,
  { length, cycleOf }: CycleMembers,
): Pick<CycleTable, 'calls' | 'internalCalls'> {
  const calls = new Float64Array(length)
  const internalCalls = new Float64Array(length)
  if (length === 0) return { calls, internalCalls }
  const parent = asArray(arcs.parent)
  const child = asArray(arcs.child)
  const count = asArray(arcs.count)
  const cycles = asArray(cycleOf)
  for (let arc = 0; arc < arcs.length; arc++) {
    const cycle = cycles[child[arc]]
    if (cycle < 0 || parent[arc] === child[arc]) continue
    const into = cycles[parent[arc]] === cycle ? internalCalls : calls
    into[cycle] += count[arc]
  }
  return { calls, internalCalls }
}
