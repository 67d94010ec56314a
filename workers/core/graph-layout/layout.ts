// A node-link drawing's positions: d3-force from a layered seed, run to rest, then freed of every overlap.
import { forceLink, forceManyBody, forceSimulation, forceX, forceY, type SimulationLinkDatum } from 'd3'
import { boxAround, separate, type Box } from './boxes.ts'
import { isMostlyFan } from './fans.ts'
import { boxCollide, clusterForce, type LayoutNode } from './forces.ts'
import { layoutLayered } from './layered/layout.ts'
import {
  clusterMembers,
  CLUSTER_LABEL,
  CLUSTER_PAD,
  heaviestLinks,
  type LayoutInput,
  type LayoutResult,
} from './layout-input.ts'
import { findLevels } from './levels.ts'
import { routeLinks } from './route.ts'
import { seedPositions } from './seed.ts'

const STEPS = 240
const NODE_GAP = 8
const BLOCK_GAP = 12
const MOST_WIDENING = 1.7

/**
 * Deterministic: the same input gives the same drawing, bit for bit.
 *
 * Afterwards no two boxes (mark and label) overlap, and the rectangle round a cluster's members holds no one else.
 * What is one fan and little else stands in rows.
 */
export function layoutGraph(input: LayoutInput): LayoutResult {
  if (isMostlyFan(input)) return layoutLayered(input)
  const level = findLevels(input)
  const seed = seedPositions(input, level)
  const nodes = [...seed.x].map((x, node): LayoutNode => ({
    index: node,
    x,
    y: seed.y[node],
    vx: 0,
    vy: 0,
    seedY: seed.y[node],
    cluster: input.cluster[node],
    left: input.left[node],
    right: input.right[node],
    up: input.up[node],
    down: input.down[node],
  }))
  relax(nodes, input)
  clearOverlaps(nodes, input)
  widen(nodes, input.aspect)
  const x = centred(nodes.map((node) => node.x))
  const y = centred(nodes.map((node) => node.y))
  return {
    x,
    y,
    level,
    bow: routeLinks(input, x, y),
    bendStart: new Int32Array(input.parent.length + 1),
    bendX: new Float64Array(0),
    bendY: new Float64Array(0),
  }
}

interface Link extends SimulationLinkDatum<LayoutNode> {
  readonly weight: number
}

function relax(nodes: LayoutNode[], input: LayoutInput): void {
  const links: Link[] = []
  const degree = new Float64Array(nodes.length)
  const mass = heaviestLinks(input)
  for (let link = 0; link < input.parent.length; link++) {
    const source = input.parent[link]
    const target = input.child[link]
    if (source === target) continue
    links.push({ source, target, weight: input.weight[link] })
    degree[source]++
    degree[target]++
  }
  const least = ({ source, target }: Link): number =>
    Math.min(degree[indexOf(source)], degree[indexOf(target)])
  // Rows decide how far apart two nodes are vertically; a link only draws its ends under one another.
  const lengths = links.map(({ source, target }) =>
    Math.abs(nodes[indexOf(source)].y - nodes[indexOf(target)].y),
  )
  forceSimulation<LayoutNode>(nodes)
    .stop()
    .velocityDecay(0.45)
    .alphaDecay(1 - 0.001 ** (1 / STEPS))
    .force(
      'link',
      forceLink<LayoutNode, Link>(links)
        .distance((_, link) => lengths[link])
        .strength((link) => (0.12 + link.weight) / Math.max(1, least(link) * 0.6)),
    )
    .force('charge', forceManyBody<LayoutNode>().strength(-60).distanceMax(300))
    // What matters stands in the middle.
    .force(
      'x',
      forceX<LayoutNode>(0).strength(({ index }) => 0.015 + 0.25 * mass[index]),
    )
    .force('row', forceY<LayoutNode>((node) => node.seedY).strength(0.5))
    .force('cluster', clusterForce(input.clusters, 0.35, 0.3))
    .force('collide', boxCollide(0.5))
    .tick(STEPS)
}

/** A link's end is an index until d3 has replaced it by the node. */
function indexOf(end: LayoutNode | string | number): number {
  return typeof end === 'object' ? end.index : Number(end)
}

/** Members first among themselves; then whole clusters and single nodes as rigid blocks. */
function clearOverlaps(nodes: readonly LayoutNode[], input: LayoutInput): void {
  const blocks: { readonly box: Box; readonly parts: readonly LayoutNode[]; x: number; y: number }[] = []
  const members = clusterMembers(input).map((group) => group.map((node) => nodes[node]))
  for (const group of members) {
    if (group.length === 0) continue
    separate(group, NODE_GAP)
    const box = boxAround(group, CLUSTER_PAD, CLUSTER_LABEL)
    blocks.push({ box, parts: group, x: box.x, y: box.y })
  }
  const held = new Set(members.flat())
  for (const node of nodes) if (!held.has(node)) blocks.push({ box: node, parts: [], x: node.x, y: node.y })
  separate(
    blocks.map(({ box }) => box),
    BLOCK_GAP,
  )
  for (const { box, parts, x, y } of blocks) {
    for (const part of parts) {
      part.x += box.x - x
      part.y += box.y - y
    }
  }
}

/** A drawing higher than it should be is pulled apart sideways: labels gain room, and no box can come to overlap. */
function widen(nodes: readonly LayoutNode[], aspect: number): void {
  if (nodes.length < 4) return
  const { left, right, up, down } = boxAround(nodes, 0, 0)
  const factor = Math.min(MOST_WIDENING, ((up + down) * aspect) / (left + right))
  if (factor > 1) for (const node of nodes) node.x *= factor
}

function centred(values: readonly number[]): Float64Array<ArrayBuffer> {
  const middle = values.length === 0 ? 0 : (Math.min(...values) + Math.max(...values)) / 2
  return Float64Array.from(values, (value) => Math.round((value - middle) * 100) / 100)
}
