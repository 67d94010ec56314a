// Force-directed layout: starts from rows by call depth, runs d3-force for a fixed number of
// steps, and removes every overlap.
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
  isMostlyFan,
  type LayoutInput,
  type LayoutResult,
} from './layout-input.ts'
import { layoutLayered } from './layered-layout.ts'
import { findLevels } from './levels.ts'
import { routeLinks } from './link-curves.ts'
import { NONE } from '../base/columns.ts'

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

// Custom forces beside d3's: boxes that push each other aside, and clusters that keep together.

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

// Start of the simulation: rows by call depth, wrapped where too wide, each ordered for few
// crossings.

/** Start positions of the nodes, in pixels. */
export interface Seed {
  readonly x: Float64Array<ArrayBuffer>
  readonly y: Float64Array<ArrayBuffer>
}

const SWEEPS = 12
const SIDE_GAP = 18
/** Distance between the marks of two levels: room for a curve and its arrowhead. */
const MARK_GAP = 34
const LEAST_GAP = 10
/** Extra distance where the drawing is wide enough. */
const MOST_EXTRA = 30
const TOWARDS_HEAVY = 0.8
/** Distance between rows of one level, between which no link passes. */
const WRAP_GAP = 16

function seedPositions(input: LayoutInput, level: Int32Array): Seed {
  const { radius } = input
  const width = targetWidth(input)
  const levels = orderLevels(input, groupByLevel(level))
  const wrapped = levels.map((nodes) => wrap(input, nodes, width))
  const rows = wrapped.flat()
  const wraps = new Set(wrapped.flatMap((of) => of.slice(0, -1)))
  const heights = rows.map((row) => tallest(row, (node) => heightOf(input, node)))
  const edges = clusterEdges(input, rows)
  const gaps = rows.map(
    (row, at) => (wraps.has(row) ? WRAP_GAP : leastGap(input, row, rows[at + 1] ?? [])) + edges[at],
  )
  const filled = [...heights, ...gaps].reduce((sum, part) => sum + part, 0)
  const spare = (width / input.aspect - filled) / Math.max(1, rows.length - 1 - wraps.size)
  const extra = Math.min(MOST_EXTRA, Math.max(0, spare))
  const mass = heaviestLinks(input)
  const x = new Float64Array(radius.length)
  const y = new Float64Array(radius.length)
  let top = 0
  rows.forEach((row, index) => {
    const height = heights[index]
    let at = startOf(input, row, mass)
    for (const node of row) {
      x[node] = at + input.left[node] + SIDE_GAP / 2
      y[node] = top + height / 2
      at += widthOf(input, node)
    }
    top += height + gaps[index] + (wraps.has(row) ? 0 : extra)
  })
  gatherClusters(input, y)
  return { x, y }
}

/**
 * Moves members of a cluster as close together vertically as possible, though rows of other nodes
 * lie between.
 */
function gatherClusters(input: LayoutInput, y: Float64Array): void {
  for (const members of clusterMembers(input)) {
    const rows = [...new Set(members.map((node) => y[node]))].toSorted((a, b) => a - b)
    const moved = new Map<number, number>()
    let last = -Infinity
    let height = 0
    for (const row of rows) {
      const here = members.filter((node) => y[node] === row)
      const own = tallest(here, (node) => heightOf(input, node))
      last = Math.min(row, last === -Infinity ? row : last + (height + own) / 2 + MARK_GAP)
      height = own
      moved.set(row, last)
    }
    for (const node of members) y[node] = moved.get(y[node]) ?? y[node]
  }
}

/**
 * Left end of a row: a compromise between centring the row and putting its heavy nodes at the
 * centre.
 */
function startOf(input: LayoutInput, row: readonly number[], mass: Float64Array): number {
  let width = 0
  let pull = 0
  let sum = 0
  for (const node of row) {
    const heavy = mass[node] ** 2
    pull += heavy * (width + input.left[node])
    sum += heavy
    width += widthOf(input, node)
  }
  return sum > 0 ? -(TOWARDS_HEAVY * (pull / sum) + (1 - TOWARDS_HEAVY) * (width / 2)) : -width / 2
}

/**
 * Returns the room below each row for edges of clusters that end there or begin in the next row.
 */
function clusterEdges({ cluster, clusters }: LayoutInput, rows: readonly (readonly number[])[]): number[] {
  const first = new Int32Array(clusters).fill(-1)
  const last = new Int32Array(clusters).fill(-1)
  rows.forEach((row, at) => {
    for (const node of row) {
      const of = cluster[node]
      if (of === NONE) continue
      if (first[of] === -1) first[of] = at
      last[of] = at
    }
  })
  return rows.map((_, at) => {
    const lower = last.includes(at) ? CLUSTER_PAD : 0
    const upper = first.includes(at + 1) ? CLUSTER_PAD + CLUSTER_LABEL : 0
    return lower + upper
  })
}

function tallest(row: readonly number[], height: (node: number) => number): number {
  return row.reduce((most, node) => Math.max(most, height(node)), 0)
}

/**
 * A label beside a small mark is taller than the mark, and the room it leaves above and below
 * counts.
 */
function leastGap(
  { radius, up, down }: LayoutInput,
  above: readonly number[],
  below: readonly number[],
): number {
  const slackAbove = tallest(above, (node) => down[node]) - tallest(above, (node) => radius[node])
  const slackBelow = tallest(below, (node) => up[node]) - tallest(below, (node) => radius[node])
  return Math.max(LEAST_GAP, MARK_GAP - slackAbove - slackBelow)
}

function widthOf({ left, right }: LayoutInput, node: number): number {
  return left[node] + right[node] + SIDE_GAP
}

function heightOf({ up, down }: LayoutInput, node: number): number {
  return up[node] + down[node]
}

/** Width of a rectangle of the target aspect ratio that holds every box with some space. */
function targetWidth(input: LayoutInput): number {
  let area = 0
  let widest = 0
  for (let node = 0; node < input.radius.length; node++) {
    area += widthOf(input, node) * (heightOf(input, node) + MARK_GAP)
    widest = Math.max(widest, widthOf(input, node))
  }
  return Math.max(widest * 1.2, Math.sqrt(area * input.aspect) * 1.1)
}

function groupByLevel(level: Int32Array): number[][] {
  const levels: number[][] = []
  level.forEach((of, node) => {
    while (levels.length <= of) levels.push([])
    levels[of].push(node)
  })
  return levels
}

/** Orders levels by barycentre sweeps down and up; members of a cluster stay adjacent. */
function orderLevels(input: LayoutInput, levels: readonly number[][]): number[][] {
  const { parent, child, weight, cluster, radius } = input
  const place = new Float64Array(radius.length)
  const ordered = levels.map((nodes) => [...nodes])
  const settle = (nodes: readonly number[]): void =>
    nodes.forEach((node, at) => (place[node] = (at + 0.5) / nodes.length))
  ordered.forEach(settle)
  const pull = new Float64Array(radius.length)
  const mass = new Float64Array(radius.length)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    pull.fill(0)
    mass.fill(0)
    for (let link = 0; link < parent.length; link++) {
      const from = parent[link]
      const to = child[link]
      const strength = 0.2 + weight[link]
      if (sweep % 2 === 0 || sweep > SWEEPS - 3) add(to, from, strength)
      if (sweep % 2 === 1 || sweep > SWEEPS - 3) add(from, to, strength)
    }
    const wish = (node: number): number => (mass[node] > 0 ? pull[node] / mass[node] : place[node])
    const clusterWish = meanByCluster(input, wish)
    for (const nodes of ordered) {
      const key = (node: number): number => (cluster[node] === NONE ? wish(node) : clusterWish[cluster[node]])
      nodes.sort((a, b) => key(a) - key(b) || cluster[a] - cluster[b] || wish(a) - wish(b) || a - b)
      settle(nodes)
    }
  }
  return ordered

  function add(node: number, other: number, strength: number): void {
    pull[node] += strength * place[other]
    mass[node] += strength
  }
}

function meanByCluster(input: LayoutInput, wish: (node: number) => number): Float64Array {
  const sum = new Float64Array(input.clusters)
  const count = new Float64Array(input.clusters)
  input.cluster.forEach((of, node) => {
    if (of === NONE) return
    sum[of] += wish(node)
    count[of]++
  })
  return sum.map((total, of) => total / Math.max(1, count[of]))
}

/** Splits a wide row into several, alternating, so that neighbours stay close. */
function wrap(input: LayoutInput, nodes: readonly number[], width: number): number[][] {
  const total = nodes.reduce((sum, node) => sum + widthOf(input, node), 0)
  const rows = Math.min(nodes.length, Math.max(1, Math.ceil(total / width)))
  const wrapped: number[][] = Array.from({ length: rows }, () => [])
  nodes.forEach((node, at) => wrapped[at % rows].push(node))
  return wrapped
}
