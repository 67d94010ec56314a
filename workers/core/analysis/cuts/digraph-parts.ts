// Parts of a digraph that contain cycles. No cycle leaves a strongly connected component or, within one,
// a block (a part that no single node separates). So each part is cut by itself.
import { buildDigraph, type Digraph } from './digraph.ts'
import type { Csr } from '../../base/csr.ts'
import { findComponents } from '../cycles.ts'

/** A part of a digraph, with the mapping to the whole graph. */
export interface Part {
  readonly graph: Digraph
  /** Arcs and nodes of the whole graph, for those of the part. */
  readonly arcs: Int32Array
  readonly nodes: Int32Array
}

export function splitIntoParts(whole: Digraph): Part[] {
  const { head } = findComponents(whole.out, whole.to)
  const arcs: number[] = []
  for (let arc = 0; arc < whole.from.length; arc++) {
    if (head[whole.from[arc]] === head[whole.to[arc]]) arcs.push(arc)
  }
  return blocksOf(whole, arcs).map((block) => partOf(whole, block))
}

function partOf(whole: Digraph, arcs: readonly number[]): Part {
  const number = new Map<number, number>()
  const numberOf = (node: number): number => {
    const known = number.get(node)
    if (known !== undefined) return known
    number.set(node, number.size)
    return number.size - 1
  }
  const from = arcs.map((arc) => numberOf(whole.from[arc]))
  const to = arcs.map((arc) => numberOf(whole.to[arc]))
  const weight = arcs.map((arc) => whole.weight[arc])
  return {
    graph: buildDigraph(number.size, from, to, weight),
    arcs: Int32Array.from(arcs),
    nodes: Int32Array.from(number.keys()),
  }
}

/**
 * Returns the blocks that these arcs form when their direction is ignored, each as its arcs.
 *
 * Source: J. Hopcroft, R. Tarjan, "Algorithm 447: efficient algorithms for graph manipulation",
 * 1973; with an explicit stack.
 */
function blocksOf(whole: Digraph, arcs: readonly number[]): number[][] {
  const isIn = new Uint8Array(whole.from.length)
  for (const arc of arcs) isIn[arc] = 1
  const found = new Int32Array(whole.nodes)
  const lowest = new Int32Array(whole.nodes)
  const cursor = new Int32Array(whole.nodes)
  const arcTo = new Int32Array(whole.nodes).fill(-1)
  const isDone = new Uint8Array(whole.from.length)
  const blocks: number[][] = []
  const open: number[] = []
  let time = 0
  for (const start of arcs) {
    const root = whole.from[start]
    if (found[root] !== 0) continue
    found[root] = lowest[root] = ++time
    const path = [root]
    while (path.length > 0) {
      const node = path[path.length - 1]
      const arc = nextArc(whole, cursor, node)
      if (arc >= 0) {
        if (isIn[arc] === 0 || isDone[arc] === 1) continue
        isDone[arc] = 1
        open.push(arc)
        const other = whole.from[arc] === node ? whole.to[arc] : whole.from[arc]
        if (found[other] !== 0) {
          lowest[node] = Math.min(lowest[node], found[other])
          continue
        }
        found[other] = lowest[other] = ++time
        arcTo[other] = arc
        path.push(other)
        continue
      }
      path.pop()
      if (path.length === 0) break
      const parent = path[path.length - 1]
      lowest[parent] = Math.min(lowest[parent], lowest[node])
      if (lowest[node] >= found[parent]) blocks.push(open.splice(open.lastIndexOf(arcTo[node])))
    }
  }
  return blocks
}

/** Returns the next arc out of a node, then the next arc into it; -1 at the end. */
function nextArc({ out, into }: Digraph, cursor: Int32Array, node: number): number {
  const at = cursor[node]
  cursor[node] = at + 1
  const outgoing = sizeOf(out, node)
  if (at < outgoing) return out.items[out.offsets[node] + at]
  return at - outgoing < sizeOf(into, node) ? into.items[into.offsets[node] + at - outgoing] : -1
}

const sizeOf = ({ offsets }: Csr, group: number): number => offsets[group + 1] - offsets[group]
