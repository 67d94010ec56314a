// Force-directed layout: starts from rows by call depth, runs d3-force for a fixed number of steps,
// removes every overlap.
import {
  type Force,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3'
import { type Box, boxAround, overlapOf, separate } from './boxes.ts'
import {
  CLUSTER_LABEL,
  CLUSTER_PAD,
  clusterMembers,
  heaviestLinks,
  type LayoutInput,
  type LayoutResult,
} from './layout-input.ts'
import { isMostlyFan } from './fans.ts'
import { layoutLayered } from './layered-layout.ts'
import { findLevels } from './levels.ts'
import { routeLinks } from './link-curves.ts'
import { NONE } from '../base/columns.ts'
import { seedPositions } from './force-seed.ts'

const STEPS = 240
const NODE_GAP = 8
const BLOCK_GAP = 12
const MOST_WIDENING = 1.7

/**
 * Lays out a graph by forces. Deterministic: the same input yields the same drawing, bit for bit. `input` is
 * not changed.
 *
 * In the result no two boxes (mark and label) overlap, and the rectangle around a cluster's members contains
 * no other node. Links have a bow and no bends. A graph that is mostly one fan is laid out by
 * `layoutLayered`.
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
  // Rows determine the vertical distance of nodes; a link only pulls its ends together sideways.
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
    // Heavy nodes are pulled to the middle.
    .force(
      'x',
      forceX<LayoutNode>(0).strength(({ index }) => 0.015 + 0.25 * mass[index]),
    )
    .force('row', forceY<LayoutNode>((node) => node.seedY).strength(0.5))
    .force('cluster', clusterForce(input.clusters, 0.35, 0.3))
    .force('collide', boxCollide(0.5))
    .tick(STEPS)
}

/** A link's end is an index until d3 replaces it with the node. */
function indexOf(end: LayoutNode | string | number): number {
  return typeof end === 'object' ? end.index : Number(end)
}

/**
 * Separates the members of each cluster first, then whole clusters and single nodes as rigid
 * blocks.
 */
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

/**
 * Stretches a drawing that is too tall sideways: labels gain room, and no boxes can begin to
 * overlap.
 */
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

/** A node of the simulation with its box. */
export interface LayoutNode extends SimulationNodeDatum, Box {
  index: number
  x: number
  y: number
  vx: number
  vy: number
  /** Row of the seed, to which the node is pulled. */
  readonly seedY: number
  readonly cluster: number
}

const GAP = 10

/** Pushes overlapping boxes apart, sideways rather than out of their rows. */
function boxCollide(strength: number): Force<LayoutNode, never> {
  let nodes: readonly LayoutNode[] = []
  const force = (): void => {
    for (let i = 0; i < nodes.length; i++) {
      const a = nodes[i]
      for (let j = i + 1; j < nodes.length; j++) {
        const b = nodes[j]
        const overlap = overlapOf(a, b, GAP)
        if (overlap) push(a, b, overlap.x, overlap.y, strength)
      }
    }
  }
  force.initialize = (given: LayoutNode[]): void => {
    nodes = given
  }
  return force
}

function push(a: LayoutNode, b: LayoutNode, x: number, y: number, strength: number): void {
  if (Math.abs(x) <= Math.abs(y) * 3) {
    a.vx -= (x / 2) * strength
    b.vx += (x / 2) * strength
  } else {
    a.vy -= (y / 2) * strength
    b.vy += (y / 2) * strength
  }
}

/** Pulls members together and pushes other nodes and clusters out of their area. */
function clusterForce(clusters: number, pull: number, strength: number): Force<LayoutNode, never> {
  let members: LayoutNode[][] = []
  let nodes: readonly LayoutNode[] = []
  const force = (alpha: number): void => {
    const boxes = members.map((group) => boxAround(group, CLUSTER_PAD, CLUSTER_LABEL))
    members.forEach((group) => {
      const x = group.reduce((sum, node) => sum + node.x, 0) / group.length
      for (const node of group) node.vx += (x - node.x) * pull * alpha
    })
    boxes.forEach((box, cluster) => {
      for (const node of nodes) {
        if (node.cluster === cluster) continue
        const overlap = overlapOf(box, node, GAP)
        if (!overlap) continue
        if (Math.abs(overlap.x) <= Math.abs(overlap.y) * 4) node.vx += overlap.x * strength
        else node.vy += overlap.y * strength
      }
      for (let other = cluster + 1; other < boxes.length; other++) {
        const overlap = overlapOf(box, boxes[other], GAP)
        if (!overlap) continue
        for (const node of members[cluster]) node.vx -= (overlap.x / 2) * strength
        for (const node of members[other]) node.vx += (overlap.x / 2) * strength
      }
    })
  }
  force.initialize = (given: LayoutNode[]): void => {
    nodes = given
    members = Array.from({ length: clusters }, () => [])
    for (const node of given) if (node.cluster !== NONE) members[node.cluster].push(node)
  }
  return force
}
