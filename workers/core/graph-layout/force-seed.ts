// Start of the simulation: rows by call depth, wrapped where too wide, each ordered for few crossings.
import {
  CLUSTER_LABEL,
  CLUSTER_PAD,
  clusterMembers,
  heaviestLinks,
  type LayoutInput,
} from './layout-input.ts'
import { NONE } from '../base/columns.ts'

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

export function seedPositions(input: LayoutInput, level: Int32Array): Seed {
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
