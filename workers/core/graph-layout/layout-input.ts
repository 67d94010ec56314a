// What a layout is given and what it returns, as columns that cross to a worker by transfer; clusters,
// heaviest links, and graphs that are mostly one fan.
import { NONE } from '../base/columns.ts'

type Numbers = Float64Array<ArrayBuffer>
type Indexes = Int32Array<ArrayBuffer>

export interface LayoutInput {
  /** One row per node: radius of its mark, and how far mark and label together reach from the centre. */
  readonly radius: Numbers
  readonly left: Numbers
  readonly right: Numbers
  readonly up: Numbers
  readonly down: Numbers
  /** The cluster a node is held in, or NONE; clusters are numbered from 0 without gaps. */
  readonly cluster: Indexes
  readonly clusters: number
  /** One row per link: its ends, and its weight 0–1, which keeps heavy links short and straight. */
  readonly parent: Indexes
  readonly child: Indexes
  readonly weight: Numbers
  /** Width by height to aim at. */
  readonly aspect: number
}

export interface LayoutResult {
  /** One row per node. */
  readonly x: Numbers
  readonly y: Numbers
  /** Call depth in the drawing, from 0. */
  readonly level: Indexes
  /** One row per link: how far it bows out, as a share of its length; positive to its left. */
  readonly bow: Numbers
  /** Points that a link runs through on its way, in rows `bendStart[link]` to `bendStart[link + 1]`. */
  readonly bendStart: Indexes
  readonly bendX: Numbers
  readonly bendY: Numbers
}

export type LayoutStyle = 'force' | 'layered'

/** Room between a cluster's members and its edge; the upper edge has its label. */
export const CLUSTER_PAD = 14
export const CLUSTER_LABEL = 18

/** Nodes by cluster. */
export function clusterMembers({ cluster, clusters }: LayoutInput): number[][] {
  const members: number[][] = Array.from({ length: clusters }, () => [])
  cluster.forEach((of, node) => {
    if (of !== NONE) members[of].push(node)
  })
  return members
}

/** Of each node, the weight of its heaviest link: what matters is to stand in the middle, one below the other. */
export function heaviestLinks({ radius, parent, child, weight }: LayoutInput): Float64Array {
  const heaviest = new Float64Array(radius.length)
  for (let link = 0; link < parent.length; link++) {
    for (const end of [parent[link], child[link]]) {
      heaviest[end] = Math.max(heaviest[end], weight[link])
    }
  }
  return heaviest
}

// Fans: one function with very many callers or callees that have no other link.

/** So many links on one side of a node are a fan. */
export const FAN = 8

/** Of each node, how many links it has to others. */
export function countLinks({ radius, parent, child }: LayoutInput): Int32Array {
  const links = new Int32Array(radius.length)
  parent.forEach((from, link) => {
    if (from === child[link]) return
    links[from]++
    links[child[link]]++
  })
  return links
}

/** Whether one fan is most of the drawing. Forces have nothing to decide there, and rows leave its links room between labels. */
export function isMostlyFan(input: LayoutInput): boolean {
  const { radius, cluster, parent, child } = input
  const links = countLinks(input)
  const leaves = new Int32Array(radius.length)
  parent.forEach((from, link) => {
    const to = child[link]
    for (const [hub, leaf] of [
      [from, to],
      [to, from],
    ]) {
      if (links[leaf] === 1 && links[hub] >= FAN && cluster[leaf] === NONE) leaves[hub]++
    }
  })
  const linked = links.filter((count) => count > 0).length
  return leaves.some((count) => count >= FAN && count > linked / 2)
}
