// Rows of a layered drawing: assigns nodes to rows, adds a bend for every row that a link passes,
// and orders rows for few crossings.
import { NONE } from '../base/columns.ts'
import { CLUSTER_PAD, clusterMembers, FAN, heaviestLinks, type LayoutInput } from './layout-input.ts'
import { findLevels, innerDepths } from './levels.ts'

/** Horizontal distance between neighbours in a row, in pixels. */
export const SIDE_GAP = 16
/** Extra distance beside a cluster. */
const BLOCK_MARGIN = CLUSTER_PAD * 2
/** Height of a row beside that of its boxes; used only to compare widths. */
const ROW_COST = 44
const WIDTHS = 14
/** How much a function that calls others is preferred when a row has no room for all. */
const CALLER_FIRST = 0.05

/** Square of a cluster's width relative to the width of all its members in one row. */
const WIDTH_OF_DISCS = 110
const WIDTH_OF_BOXES = 220

interface Block {
  readonly members: readonly number[]
  /** Row of each member within the block. */
  readonly inner: readonly number[]
  /** Width of each row within the block. */
  readonly widths: readonly number[]
}

/**
 * Returns the row of each node, from 0 at the top. Of several maximum widths it chooses the one that makes
 * the drawing largest on a page of the target aspect ratio.
 */
export function findRows(input: LayoutInput): Int32Array<ArrayBuffer> {
  const level = findLevels(input)
  const widest = input.radius.reduce((most, _, node) => Math.max(most, widthOf(input, node)), 1)
  const all = input.radius.reduce((sum, _, node) => sum + widthOf(input, node), 0)
  let best = new Int32Array(input.radius.length)
  let bestSize = Infinity
  for (let step = 0; step < WIDTHS; step++) {
    // From everything in one row down to little more than the widest label, in equal ratios.
    const width = all * ((widest * 1.5) / Math.max(all, widest * 1.5)) ** (step / (WIDTHS - 1))
    const rows = fillRows(input, level, width)
    const size = sizeOf(input, rows)
    if (size >= bestSize * 0.97) continue
    best = rows
    bestSize = size
  }
  return best
}

/**
 * Places blocks from the top, each in the first row below its callers that has room. Heavy blocks
 * and those that call others go first. A block without room moves down, which keeps arcs valid.
 */
function fillRows(input: LayoutInput, level: Int32Array, width: number): Int32Array<ArrayBuffer> {
  const { parent, child } = input
  const blocks = listBlocks(input, width)
  const blockOf = new Int32Array(input.radius.length)
  blocks.forEach(({ members }, block) => members.forEach((node) => (blockOf[node] = block)))
  const top = blocks.map(({ members }) => Math.min(...members.map((node) => level[node])))
  const above: number[][] = blocks.map(() => [])
  const below: number[][] = blocks.map(() => [])
  for (let link = 0; link < parent.length; link++) {
    const [from, to] = [blockOf[parent[link]], blockOf[child[link]]]
    if (top[from] >= top[to] || from === to) continue
    above[to].push(from)
    below[from].push(to)
  }
  const mass = heaviestLinks(input)
  const rank = blocks.map(
    ({ members }, block) =>
      Math.max(...members.map((node) => mass[node])) + (below[block].length > 0 ? CALLER_FIRST : 0),
  )
  const isSource = (block: number): number => (above[block].length === 0 ? 1 : 0)
  const order = [...blocks.keys()].toSorted(
    (a, b) => top[a] - top[b] || isSource(a) - isSource(b) || rank[b] - rank[a] || a - b,
  )
  const used: number[] = []
  const row = new Int32Array(blocks.length)
  const levelStart = new Map<number, number>()
  const hasRoom = (block: number, at: number): boolean =>
    blocks[block].widths.every(
      (wide, inner) => (used[at + inner] ?? 0) === 0 || used[at + inner] + wide <= width,
    )
  const take = (block: number, at: number, sign: 1 | -1): void =>
    blocks[block].widths.forEach((wide, inner) => (used[at + inner] = (used[at + inner] ?? 0) + sign * wide))
  for (const block of order) {
    let at = above[block].reduce((most, of) => Math.max(most, row[of] + blocks[of].widths.length), 0)
    if (above[block].length === 0 && top[block] > 0) at = levelStart.get(top[block]) ?? used.length
    while (!hasRoom(block, at)) at++
    row[block] = at
    take(block, at, 1)
    levelStart.set(top[block], Math.min(at, levelStart.get(top[block]) ?? Infinity))
  }
  // A block without callers is placed as close above its callees as there is room.
  for (const block of order.toReversed()) {
    if (above[block].length > 0 || below[block].length === 0) continue
    const lowest = Math.min(...below[block].map((of) => row[of])) - blocks[block].widths.length
    take(block, row[block], -1)
    for (let at = lowest; at > row[block]; at--) if (hasRoom(block, at)) row[block] = at
    take(block, row[block], 1)
  }
  const rows = new Int32Array(input.radius.length)
  blocks.forEach(({ members, inner }, block) =>
    members.forEach((node, at) => (rows[node] = row[block] + inner[at])),
  )
  return closeUp(rows)
}

function listBlocks(input: LayoutInput, width: number): Block[] {
  const depth = innerDepths(input)
  const mass = heaviestLinks(input)
  const clusters = clusterMembers(input).filter((members) => members.length > 0)
  const free = [...input.radius.keys()].filter((node) => input.cluster[node] === NONE)
  return [
    ...clusters.map((members) => clusterBlock(input, members, depth, mass, width)),
    ...free.map((node): Block => ({ members: [node], inner: [0], widths: [widthOf(input, node)] })),
  ]
}

/** Rows of a cluster by depth; a depth that is too wide takes several rows. */
function clusterBlock(
  input: LayoutInput,
  members: readonly number[],
  depth: Int32Array,
  mass: Float64Array,
  width: number,
): Block {
  const all = members.reduce((sum, node) => sum + widthOf(input, node), 0)
  // Roughly square rather than as wide as the page.
  const square = Math.sqrt(all * (input.isBoxed ? WIDTH_OF_BOXES : WIDTH_OF_DISCS))
  const limit = Math.min(width - BLOCK_MARGIN, Math.max(260, square))
  const ordered = members.toSorted((a, b) => depth[a] - depth[b] || mass[b] - mass[a] || a - b)
  const widths: number[] = []
  const inner = new Map<number, number>()
  let last = NONE as number
  for (const node of ordered) {
    const wide = widthOf(input, node)
    const row = widths.length - 1
    if (row < 0 || depth[node] !== last || widths[row] + wide > limit) widths.push(BLOCK_MARGIN + wide)
    else widths[row] += wide
    last = depth[node]
    inner.set(node, widths.length - 1)
  }
  return { members: ordered, inner: ordered.map((node) => inner.get(node) ?? 0), widths }
}

function closeUp(rows: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const kept = [...new Set(rows)].toSorted((a, b) => a - b)
  const place = new Map(kept.map((row, at) => [row, at]))
  return rows.map((row) => place.get(row) ?? 0)
}

/** Size of the page that holds the rows at the target aspect ratio. */
function sizeOf(input: LayoutInput, rows: Int32Array): number {
  const widths: number[] = []
  const heights: number[] = []
  rows.forEach((row, node) => {
    widths[row] = (widths[row] ?? 0) + widthOf(input, node)
    heights[row] = Math.max(heights[row] ?? 0, input.up[node] + input.down[node])
  })
  const height = heights.reduce((sum, one) => sum + one + ROW_COST, 0)
  return Math.max(Math.max(0, ...widths) / input.aspect, height)
}

function widthOf({ left, right }: LayoutInput, node: number): number {
  return left[node] + right[node] + SIDE_GAP
}

// Links split into steps from row to row. Where a link passes a row it gets an item there, a
// bend.

/** The items of a layered drawing: the nodes, then the bends. */
export interface Chains {
  readonly row: readonly number[]
  readonly left: readonly number[]
  readonly right: readonly number[]
  /** Cluster of each item, or NONE. */
  readonly cluster: readonly number[]
  /** Margin between a cluster's items and its sides, with room for links that lead back. */
  readonly pads: readonly number[]
  /** Items by row. */
  readonly rows: readonly (readonly number[])[]
  readonly steps: readonly Step[]
  /** Bends of each link, from parent to child. */
  readonly bends: readonly (readonly number[])[]
}

/** A step between adjacent rows, by items; each pair of items has one. */
export interface Step {
  readonly upper: number
  readonly lower: number
  weight: number
}

/** Half the width that a link takes in a row it passes; heavy links are drawn wider. */
const BEND_HALF = 4
const BEND_EXTRA = 6
/** Room at each side of a cluster for links that lead back. */
const BACK_ROOM = 20

/**
 * Splits links into steps between adjacent rows and adds their bends. Links within a row have none.
 *
 * @param rowOf row of each node
 */
export function cutLinks(input: LayoutInput, rowOf: Int32Array): Chains {
  const { parent, child, weight, cluster, clusters, isBack } = input
  const pads = Array.from({ length: clusters }, () => CLUSTER_PAD)
  isBack.forEach((is, link) => {
    if (is === 1) pads[cluster[child[link]]] = CLUSTER_PAD + BACK_ROOM
  })
  const row = [...rowOf]
  const left = [...input.left]
  const right = [...input.right]
  const held = [...cluster]
  const top = Array.from({ length: clusters }, () => Infinity)
  const bottom = Array.from({ length: clusters }, () => -1)
  cluster.forEach((of, node) => {
    if (of === NONE) return
    top[of] = Math.min(top[of], row[node])
    bottom[of] = Math.max(bottom[of], row[node])
  })
  const steps = new Map<string, Step>()
  const shared = new Map<string, number>()
  const bends: number[][] = []
  for (let link = 0; link < parent.length; link++) {
    const [from, to] = [parent[link], child[link]]
    const way = Math.sign(row[to] - row[from])
    const path: number[] = []
    // A link that leads back passes the side of its cluster.
    if (isBack[link] === 1) {
      bends.push([])
      continue
    }
    for (let at = row[from] + way; way !== 0 && at !== row[to]; at += way) path.push(bendAt(link, at, way))
    bends.push(path)
    const stops = [from, ...path, to]
    for (let at = 1; way !== 0 && at < stops.length; at++) join(stops[at - 1], stops[at], way, weight[link])
  }
  const rows: number[][] = Array.from({ length: Math.max(0, ...row.map((of) => of + 1)) }, () => [])
  row.forEach((of, item) => rows[of].push(item))
  return { row, left, right, cluster: held, pads, rows, steps: [...steps.values()], bends }

  /**
   * A link that leads down out of a cluster, or into one, stays inside the box, next to other
   * links of the same member.
   */
  function bendAt(link: number, at: number, way: number): number {
    const [from, to] = [parent[link], child[link]]
    const [ofFrom, ofTo] = [cluster[from], cluster[to]]
    if (ofFrom === ofTo || way < 0)
      return bend(`${link}:${at}`, at, ofFrom === ofTo ? ofFrom : NONE, weight[link])
    if (ofFrom !== NONE && at <= bottom[ofFrom]) return bend(`from${from}:${at}`, at, ofFrom, weight[link])
    if (ofTo !== NONE && at >= top[ofTo]) return bend(`to${to}:${at}`, at, ofTo, weight[link])
    return bend(`${link}:${at}`, at, NONE, weight[link])
  }

  function bend(key: string, at: number, of: number, heavy: number): number {
    const half = BEND_HALF + BEND_EXTRA * heavy
    const known = shared.get(key)
    if (known !== undefined) {
      left[known] = right[known] = Math.max(left[known], half)
      return known
    }
    shared.set(key, row.length)
    row.push(at)
    left.push(half)
    right.push(half)
    held.push(of)
    return row.length - 1
  }

  function join(a: number, b: number, way: number, heavy: number): void {
    const [upper, lower] = way > 0 ? [a, b] : [b, a]
    const key = `${upper}:${lower}`
    const known = steps.get(key)
    if (known) known.weight += heavy
    else steps.set(key, { upper, lower, weight: heavy })
  }
}

// Order within rows: barycentre sweeps, then swaps of neighbours. Clusters stay together.

const SWEEPS = 28
const SWAP_ROUNDS = 12

/**
 * Returns the items of each row in an order with few crossings. In every row a cluster's items are adjacent,
 * and any two clusters have the same order in all rows. `chains` is not changed.
 *
 * @param clusters number of clusters
 */
export function orderRows(chains: Chains, clusters: number): number[][] {
  const { steps, row } = chains
  const count = row.length
  const uppers: Near[] = Array.from({ length: count }, () => [])
  const lowers: Near[] = Array.from({ length: count }, () => [])
  for (const { upper, lower, weight } of steps) {
    uppers[lower].push({ item: upper, weight: 0.2 + weight })
    lowers[upper].push({ item: lower, weight: 0.2 + weight })
  }
  const place = firstPlaces(chains, lowers, uppers)
  let order = chains.rows.map((items) => [...items])
  let best = order
  let fewest = Infinity
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isDown = sweep % 2 === 1
    const byCluster = clusterOrder(chains, clusters, place)
    const rows = [...order.keys()]
    for (const at of isDown ? rows : rows.toReversed()) {
      const near = isDown ? uppers : lowers
      const wish = (item: number): number => (sweep === 0 ? place[item] : meanPlace(near[item], place, item))
      order[at] = arrange(order[at], chains, byCluster, wish)
      settle(order[at], chains, place)
    }
    const crossings = countCrossings(order, steps, chains)
    if (crossings >= fewest) continue
    fewest = crossings
    best = order.map((items) => [...items])
  }
  order = best
  for (let round = 0; round < SWAP_ROUNDS; round++) if (!swapNeighbours(order, chains, uppers, lowers)) break
  return order
}

interface NearItem {
  readonly item: number
  readonly weight: number
}
type Near = NearItem[]

/**
 * Start places by a depth-first walk from the top, heavy arcs first, so that related items start
 * side by side.
 */
function firstPlaces({ row }: Chains, lowers: readonly Near[], uppers: readonly Near[]): Float64Array {
  const place = new Float64Array(row.length).fill(-1)
  const starts = [...row.keys()].toSorted(
    (a, b) => uppers[a].length - uppers[b].length || row[a] - row[b] || a - b,
  )
  for (const hub of row.keys()) {
    if (uppers[hub].length < FAN) continue
    const spread = fanOf(hub, row, uppers, lowers).map(({ end }) => end)
    const own = new Set(spread)
    const turns = [...starts.keys()].filter((at) => own.has(starts[at]))
    spread.filter((end) => own.delete(end)).forEach((end, at) => (starts[turns[at]] = end))
  }
  let next = 0
  for (const start of starts) {
    const stack = [start]
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      if (place[item] >= 0) continue
      place[item] = next++
      for (const { item: below } of fanOf(item, row, lowers, uppers).toReversed()) stack.push(below)
    }
  }
  return place
}

/**
 * Neighbours of an item on one side, heavy arcs first, and where each link ends if it ends at a
 * function without other links. A fan that does not fit into one row spreads each row over the
 * whole width. Links to rows farther away pass left of the nodes, because labels are on the
 * right.
 */
function fanOf(
  item: number,
  row: readonly number[],
  ahead: readonly Near[],
  behind: readonly Near[],
): readonly { readonly item: number; readonly end: number }[] {
  const links = ahead[item]
    .toSorted((a, b) => b.weight - a.weight || a.item - b.item)
    .map(({ item: first }) => {
      let end = first
      while (ahead[end].length === 1 && behind[end].length === 1) end = ahead[end][0].item
      return { item: first, end: ahead[end].length === 0 && behind[end].length === 1 ? end : first }
    })
  if (links.length < FAN) return links
  const inRow = new Map<number, number>()
  const nth = links.map(({ end }) => {
    const before = inRow.get(row[end]) ?? 0
    inRow.set(row[end], before + 1)
    return before
  })
  const column = links.map(({ end }, at) => (nth[at] + 0.5) / (inRow.get(row[end]) ?? 1))
  const far = ({ end }: { readonly end: number }): number => Math.abs(row[end] - row[item])
  return [...links.keys()]
    .sort((a, b) => column[a] - column[b] || far(links[b]) - far(links[a]))
    .map((at) => links[at])
}

function meanPlace(near: Near, place: Float64Array, item: number): number {
  let sum = 0
  let mass = 0
  for (const { item: other, weight } of near) {
    sum += place[other] * weight
    mass += weight
  }
  return mass > 0 ? sum / mass : place[item]
}

/** Orders clusters from left to right by the mean place of their items. */
function clusterOrder({ cluster }: Chains, clusters: number, place: Float64Array): Float64Array {
  const sum = new Float64Array(clusters)
  const count = new Float64Array(clusters)
  cluster.forEach((of, item) => {
    if (of === NONE) return
    sum[of] += place[item]
    count[of]++
  })
  const middle = sum.map((total, of) => total / Math.max(1, count[of]))
  const rank = new Float64Array(clusters)
  ;[...middle.keys()].sort((a, b) => middle[a] - middle[b] || a - b).forEach((of, at) => (rank[of] = at))
  return rank
}

interface Entry {
  readonly cluster: number
  readonly items: readonly number[]
  readonly key: number
}

function arrange(
  items: readonly number[],
  { cluster }: Chains,
  rank: Float64Array,
  wish: (item: number) => number,
): number[] {
  const wishes = new Map(items.map((item) => [item, wish(item)]))
  const keyOf = (item: number): number => wishes.get(item) ?? 0
  const entries: Entry[] = []
  const groups = new Map<number, number[]>()
  for (const item of items) {
    const group = groups.get(cluster[item])
    if (cluster[item] === NONE) entries.push({ cluster: NONE, items: [item], key: keyOf(item) })
    else if (group) group.push(item)
    else groups.set(cluster[item], [item])
  }
  for (const [of, members] of groups) {
    const sum = members.reduce((total, item) => total + keyOf(item), 0)
    entries.push({
      cluster: of,
      items: members.sort((a, b) => keyOf(a) - keyOf(b)),
      key: sum / members.length,
    })
  }
  entries.sort((a, b) => a.key - b.key)
  const inTurn = entries
    .filter((entry) => entry.cluster !== NONE)
    .sort((a, b) => rank[a.cluster] - rank[b.cluster])
  let next = 0
  return entries.flatMap((entry) => (entry.cluster === NONE ? entry.items : inTurn[next++].items))
}

/** Places items side by side around their middle. */
function settle(items: readonly number[], { left, right }: Chains, place: Float64Array): void {
  let at = 0
  for (const item of items) {
    place[item] = at + left[item]
    at += left[item] + right[item] + SIDE_GAP
  }
  for (const item of items) place[item] -= at / 2
}

function countCrossings(
  order: readonly (readonly number[])[],
  steps: Chains['steps'],
  { row }: Chains,
): number {
  const at = new Int32Array(row.length)
  for (const items of order) items.forEach((item, index) => (at[item] = index))
  const byRow: (readonly [number, number])[][] = order.map(() => [])
  for (const { upper, lower } of steps) byRow[row[upper]].push([at[upper], at[lower]])
  let crossings = 0
  byRow.forEach((pairs, upper) => {
    pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1])
    // Fenwick tree of the lower ends visited so far.
    const size = order[upper + 1]?.length ?? 0
    const tree = new Int32Array(size + 1)
    pairs.forEach(([, lower], seen) => {
      let before = 0
      for (let node = lower + 1; node > 0; node -= node & -node) before += tree[node]
      crossings += seen - before
      for (let node = lower + 1; node <= size; node += node & -node) tree[node]++
    })
  })
  return crossings
}

/** Tries each pair of neighbours of one kind once; returns whether any two swapped. */
function swapNeighbours(
  order: number[][],
  { cluster, row }: Chains,
  uppers: readonly Near[],
  lowers: readonly Near[],
): boolean {
  const at = new Int32Array(row.length)
  for (const items of order) items.forEach((item, index) => (at[item] = index))
  let changed = false
  for (const items of order) {
    for (let right = 1; right < items.length; right++) {
      const [a, b] = [items[right - 1], items[right]]
      if (cluster[a] !== cluster[b]) continue
      const now = crossingsOf(uppers[a], uppers[b], at) + crossingsOf(lowers[a], lowers[b], at)
      const then = crossingsOf(uppers[b], uppers[a], at) + crossingsOf(lowers[b], lowers[a], at)
      if (then >= now - 1e-9) continue
      items[right - 1] = b
      items[right] = a
      at[a] = right
      at[b] = right - 1
      changed = true
    }
  }
  return changed
}

/** Crossings of heavy arcs weigh more. */
function crossingsOf(left: Near, right: Near, at: Int32Array): number {
  let cost = 0
  for (const a of left) for (const b of right) if (at[a.item] > at[b.item]) cost += 1 + a.weight + b.weight
  return cost
}
