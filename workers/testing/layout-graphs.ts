// Graphs for the tests of layouts, and what must hold of what comes out.
import fc from 'fast-check'
import { boxAround, overlapOf, type Box } from '../core/graph-layout/boxes.ts'
import {
  clusterMembers,
  CLUSTER_LABEL,
  CLUSTER_PAD,
  type LayoutInput,
  type LayoutResult,
} from '../core/graph-layout/layout-input.ts'

/** A link is parent, child and weight; clusters are lists of nodes. Sizes vary by node. */
export function graph(
  nodes: number,
  links: readonly (readonly number[])[],
  clusters: readonly (readonly number[])[] = [],
): LayoutInput {
  const radius = Float64Array.from({ length: nodes }, (_, node) => 5 + ((node * 13) % 24))
  const cluster = new Int32Array(nodes).fill(-1)
  clusters.forEach((members, of) => members.forEach((node) => (cluster[node] = of)))
  return {
    isBoxed: false,
    radius,
    left: radius.map((r) => r + 18),
    right: radius.map((r, node) => r + 40 + ((node * 29) % 100)),
    up: radius.map((r) => Math.max(r, 15)),
    down: radius.map((r) => Math.max(r, 15)),
    cluster,
    clusters: clusters.length,
    parent: Int32Array.from(links, (link) => link[0] ?? 0),
    child: Int32Array.from(links, (link) => link[1] ?? 0),
    weight: Float64Array.from(links, (link) => link[2] ?? 0.1),
    isBack: new Uint8Array(links.length),
    aspect: 1.6,
  }
}

export function boxesOf(input: LayoutInput, { x, y }: LayoutResult): Box[] {
  return Array.from(input.radius, (_, node) => ({
    x: x[node],
    y: y[node],
    left: input.left[node],
    right: input.right[node],
    up: input.up[node],
    down: input.down[node],
  }))
}

export function overlaps(boxes: readonly Box[]): number {
  let count = 0
  boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => (count += overlapOf(a, b, 0) ? 1 : 0)))
  return count
}

/** Nodes that reach into the rectangle of a cluster they are not in. */
export function intruders(input: LayoutInput, boxes: readonly Box[]): number {
  let count = 0
  clusterMembers(input).forEach((members, cluster) => {
    const room = boxAround(
      members.map((node) => boxes[node]),
      CLUSTER_PAD,
      CLUSTER_LABEL,
    )
    boxes.forEach(
      (box, node) => (count += input.cluster[node] !== cluster && overlapOf(room, box, 0) ? 1 : 0),
    )
  })
  return count
}

export const PARSER = graph(
  12,
  [
    [0, 1, 1],
    [1, 2, 0.7],
    [2, 3],
    [3, 4],
    [4, 2],
    [1, 5, 0.2],
    [5, 6],
    [6, 5],
    [4, 7, 0.4],
    [7, 8],
    [0, 9],
    [9, 9],
    [9, 10],
  ],
  [
    [2, 3, 4],
    [5, 6],
  ],
)

export const randomGraph = fc
  .record({
    nodes: fc.integer({ min: 1, max: 70 }),
    links: fc.array(fc.tuple(fc.nat(200), fc.nat(200), fc.double({ min: 0, max: 1, noNaN: true })), {
      maxLength: 140,
    }),
    sizes: fc.array(fc.integer({ min: 2, max: 12 }), { maxLength: 4 }),
  })
  .map(({ nodes, links, sizes }) => {
    const clusters: number[][] = []
    let next = 0
    for (const size of sizes) {
      if (next + size > nodes) break
      clusters.push(Array.from({ length: size }, (_, at) => next + at))
      next += size
    }
    return graph(
      nodes,
      links.map(([a, b, weight]) => [a % nodes, b % nodes, weight]),
      clusters,
    )
  })

/** One function that calls many others, or is called by them, which have no other link; the heaviest first. */
export function fan(leaves: number, side: 'callers' | 'callees'): LayoutInput {
  const plain = graph(
    leaves + 1,
    Array.from({ length: leaves }, (_, leaf) => {
      const ends = side === 'callers' ? [leaf + 1, 0] : [0, leaf + 1]
      return [...ends, (leaves - leaf) / leaves / 10]
    }),
  )
  return { ...plain, radius: plain.radius.map((_, node) => (node === 0 ? 30 : 5 + ((node * 13) % 5))) }
}
