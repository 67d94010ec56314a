// What a layout is given and what it answers: columns, so that they cross to a worker by transfer.
import { NONE } from '../base/brand.ts'

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
