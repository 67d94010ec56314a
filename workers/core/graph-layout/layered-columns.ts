// Columns of a layered drawing: places the items of ordered rows near their neighbours above or below,
// without overlap.
import { NONE } from '../base/columns.ts'
import type { Chains } from './layered-chains.ts'
import { SIDE_GAP } from './layered-rows.ts'

const ROUNDS = 260
const DAMPING = 0.75
/** Pull to the middle for items without links. */
const TO_THE_MIDDLE = 0.1
const PASSES = 3
/** Weights that keep a link straight along its way rather than at its ends. */
const STRAIGHT = [1, 3, 8] as const
/** Distance between two links that pass a row side by side. */
const BEND_GAP = 6

/**
 * Constraint: `right` is at least `gap` to the right of `left`. Variables are the items, then
 * each cluster's left and right edge.
 */
interface Apart {
  readonly left: number
  readonly right: number
  readonly gap: number
}

/**
 * Places items in rounds. Each round moves every item towards the mean of its neighbours above
 * and below, then separates items that are too close, moving the lighter one farther. In the end
 * all distances hold exactly.
 */
export function placeColumns(
  chains: Chains,
  order: readonly (readonly number[])[],
  nodes: number,
  clusters: number,
): Float64Array {
  const { steps, cluster } = chains
  const items = cluster.length
  const aparts = listAparts(chains, order, nodes, clusters)
  const turn = sequence(aparts, items + 2 * clusters)
  // Packed, from the middle outwards.
  const x = hold(new Float64Array(turn.length), turn, aparts)
  const yields = yielding(steps, items, turn.length)
  const inTurn = sorted(aparts, turn)
  const pull = new Float64Array(items)
  const mass = new Float64Array(items)
  for (let round = 0; round < ROUNDS; round++) {
    pull.fill(0)
    mass.fill(0)
    for (const { upper, lower, weight } of steps) {
      const bends = Number(upper >= nodes) + Number(lower >= nodes)
      const strength = (0.06 + weight) * (STRAIGHT[bends] ?? 1)
      pull[upper] += strength * x[lower]
      pull[lower] += strength * x[upper]
      mass[upper] += strength
      mass[lower] += strength
    }
    for (let item = 0; item < items; item++) {
      const to = mass[item] > 0 ? pull[item] / mass[item] : 0
      x[item] += (mass[item] > 0 ? DAMPING : TO_THE_MIDDLE) * (to - x[item])
    }
    closeEdges(x, chains, clusters)
    for (let pass = 0; pass < PASSES; pass++) {
      for (const apart of inTurn) keepApart(x, apart, yields)
      for (let at = inTurn.length - 1; at >= 0; at--) keepApart(x, inTurn[at], yields)
    }
  }
  return hold(x, turn, aparts).slice(0, items)
}

/** Moves a cluster's edges close to its items. */
function closeEdges(x: Float64Array, { cluster, left, right, pads }: Chains, clusters: number): void {
  const items = cluster.length
  for (let of = 0; of < clusters; of++) {
    x[items + 2 * of] = Infinity
    x[items + 2 * of + 1] = -Infinity
  }
  for (let item = 0; item < items; item++) {
    if (cluster[item] === NONE) continue
    const edge = items + 2 * cluster[item]
    x[edge] = Math.min(x[edge], x[item] - left[item] - pads[cluster[item]])
    x[edge + 1] = Math.max(x[edge + 1], x[item] + right[item] + pads[cluster[item]])
  }
  // Edges of an empty cluster.
  for (let edge = items; edge < x.length; edge++) if (!Number.isFinite(x[edge])) x[edge] = 0
}

/**
 * Mobility of items: those on heavy arcs stay in place and light ones give way; edges of clusters
 * weigh nothing.
 */
function yielding(steps: Chains['steps'], items: number, count: number): Float64Array {
  const heaviest = new Float64Array(items)
  for (const { upper, lower, weight } of steps) {
    for (const end of [upper, lower]) heaviest[end] = Math.max(heaviest[end], weight)
  }
  return Float64Array.from({ length: count }, (_, one) => (one < items ? 1 / (0.08 + heaviest[one]) : 12))
}

function keepApart(x: Float64Array, { left, right, gap }: Apart, yields: Float64Array): void {
  const short = x[left] + gap - x[right]
  if (short <= 0) return
  const ofLeft = yields[left] / (yields[left] + yields[right])
  x[left] -= short * ofLeft
  x[right] += short * (1 - ofLeft)
}

function listAparts(
  { cluster, left, right, pads }: Chains,
  order: readonly (readonly number[])[],
  nodes: number,
  clusters: number,
): Apart[] {
  const items = cluster.length
  const edges = (of: number): readonly [number, number] => [items + 2 * of, items + 2 * of + 1]
  const aparts: Apart[] = []
  for (const row of order) {
    for (let at = 1; at < row.length; at++) {
      const [a, b] = [row[at - 1], row[at]]
      const between = a >= nodes && b >= nodes ? BEND_GAP : SIDE_GAP
      if (cluster[a] === cluster[b]) aparts.push({ left: a, right: b, gap: right[a] + between + left[b] })
      else {
        const from = cluster[a] === NONE ? { of: a, reach: right[a] } : { of: edges(cluster[a])[1], reach: 0 }
        const to = cluster[b] === NONE ? { of: b, reach: left[b] } : { of: edges(cluster[b])[0], reach: 0 }
        aparts.push({ left: from.of, right: to.of, gap: from.reach + SIDE_GAP + to.reach })
      }
    }
  }
  for (let item = 0; item < items; item++) {
    if (cluster[item] === NONE) continue
    const [first, last] = edges(cluster[item])
    aparts.push({ left: first, right: item, gap: left[item] + pads[cluster[item]] })
    aparts.push({ left: item, right: last, gap: right[item] + pads[cluster[item]] })
  }
  return clusters === 0 ? aparts : aparts.filter((apart) => apart.left !== apart.right)
}

/**
 * Orders the variables from left to right. Such an order always exists, because clusters have the
 * same order in all rows.
 */
function sequence(aparts: readonly Apart[], count: number): number[] {
  const waiting = new Int32Array(count)
  for (const { right } of aparts) waiting[right]++
  const after = groupBy(aparts, count, 'left')
  const turn = [...waiting.keys()].filter((one) => waiting[one] === 0)
  for (const one of turn) {
    for (const { right } of after[one]) if (--waiting[right] === 0) turn.push(right)
  }
  return turn
}

function groupBy(aparts: readonly Apart[], count: number, end: 'left' | 'right'): Apart[][] {
  const groups: Apart[][] = Array.from({ length: count }, () => [])
  for (const apart of aparts) groups[apart[end]].push(apart)
  return groups
}

function sorted(aparts: readonly Apart[], turn: readonly number[]): Apart[] {
  const place = new Int32Array(turn.length)
  turn.forEach((one, at) => (place[one] = at))
  return aparts.toSorted((a, b) => place[a.left] - place[b.left] || place[a.right] - place[b.right])
}

/**
 * Computes two valid placements, one by pushing right and one by pushing left. Their mean is
 * valid as well.
 */
function hold(x: Float64Array, turn: readonly number[], aparts: readonly Apart[]): Float64Array {
  const [lefts, rights] = [groupBy(aparts, turn.length, 'right'), groupBy(aparts, turn.length, 'left')]
  const pushed = x.slice()
  for (const one of turn) {
    for (const { left, gap } of lefts[one]) pushed[one] = Math.max(pushed[one], pushed[left] + gap)
  }
  const pulled = x.slice()
  for (const one of turn.toReversed()) {
    for (const { right, gap } of rights[one]) pulled[one] = Math.min(pulled[one], pulled[right] - gap)
  }
  return pushed.map((value, one) => (value + pulled[one]) / 2)
}
