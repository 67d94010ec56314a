// Order within rows: barycentre sweeps, then swaps of neighbours. Clusters stay together.
import { NONE } from '../base/columns.ts'
import { FAN } from './fans.ts'
import type { Chains } from './layered-chains.ts'
import { SIDE_GAP } from './layered-rows.ts'

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
