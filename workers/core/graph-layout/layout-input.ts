// The columns that a layout takes or returns, which can be transferred to a worker.
import { NONE } from '../base/columns.ts'

type Numbers = Float64Array<ArrayBuffer>
type Indexes = Int32Array<ArrayBuffer>

/** A graph to lay out. Lengths are in pixels. */
export interface LayoutInput {
  /** Whether a mark is a box that contains its label; else a disc with its label beside it. */
  readonly isBoxed: boolean
  /**
   * One row per node: radius of its disc, half the height of a box; and the extent of mark and label from
   * the centre.
   */
  readonly radius: Numbers
  readonly left: Numbers
  readonly right: Numbers
  readonly up: Numbers
  readonly down: Numbers
  /** Cluster of each node, or NONE; clusters are numbered from 0 without gaps. */
  readonly cluster: Indexes
  readonly clusters: number
  /** One row per link: its ends, and its weight 0–1, which keeps heavy links short and straight. */
  readonly parent: Indexes
  readonly child: Indexes
  readonly weight: Numbers
  /** 1 for a link that leads back up inside a cluster; the other links of a cluster make no cycle. */
  readonly isBack: Uint8Array<ArrayBuffer>
  /** Target ratio of width to height. */
  readonly aspect: number
}

/** Positions of nodes and links, in pixels. */
export interface LayoutResult {
  /** One row per node: its centre. */
  readonly x: Numbers
  readonly y: Numbers
  /** Call depth in the drawing, from 0. */
  readonly level: Indexes
  /** One row per link: how far it bows out, as a share of its length; positive to its left. */
  readonly bow: Numbers
  /**
   * Points that a link passes, in rows `bendStart[link]` to `bendStart[link + 1]`, end exclusive.
   */
  readonly bendStart: Indexes
  readonly bendX: Numbers
  readonly bendY: Numbers
}

/** Kind of layout: force-directed, or in layers from top to bottom. */
export type LayoutStyle = 'force' | 'layered'

/** Margin between a cluster's members and its edge, in pixels. */
export const CLUSTER_PAD = 14
/** Extra margin at a cluster's upper edge, for its label. */
export const CLUSTER_LABEL = 18

/** Returns the nodes of each cluster, ascending. */
export function clusterMembers({ cluster, clusters }: LayoutInput): number[][] {
  const members: number[][] = Array.from({ length: clusters }, () => [])
  cluster.forEach((of, node) => {
    if (of !== NONE) members[of].push(node)
  })
  return members
}

/**
 * Returns the weight of each node's heaviest link; 0 without links. Layouts place heavy nodes in the middle,
 * one below the other.
 */
export function heaviestLinks({ radius, parent, child, weight }: LayoutInput): Float64Array {
  const heaviest = new Float64Array(radius.length)
  for (let link = 0; link < parent.length; link++) {
    for (const end of [parent[link], child[link]]) {
      heaviest[end] = Math.max(heaviest[end], weight[link])
    }
  }
  return heaviest
}
