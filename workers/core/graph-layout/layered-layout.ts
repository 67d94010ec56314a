// Layered layout: rows from top to bottom, links that pass through the rows between their ends,
// cycles as boxes. Isolated nodes go below the drawing.
import { NONE } from '../base/columns.ts'
import { type Bend, routeLinks } from './link-curves.ts'
import {
  CLUSTER_LABEL,
  CLUSTER_PAD,
  countLinks,
  FAN,
  isMostlyFan,
  type LayoutInput,
  type LayoutResult,
} from './layout-input.ts'
import { type Chains, cutLinks, findRows, orderRows, SIDE_GAP } from './layered-rows.ts'

const LEAST_GAP = 26
const MOST_GAP = 84
/** Row distance per sideways reach of a link, so that long links do not lie flat. */
const GAP_BY_REACH = 0.11
/** The same distances between rows of boxes, which links leave and reach nearly at right angles. */
const OF_BOXES = { least: 24, most: 44, byReach: 0.035 }
/** Extra room for labels of a fan, as a share of their width. */
const ROOM = 0.3
const HALF_GAP = LEAST_GAP / 2
/** Ratio of horizontal to vertical extent from which a link crosses the label at its end. */
const FLAT = 1.5
const LONGEST_HEAD = 24
/** Largest vertical stretch, for a page that is taller than the drawing. */
const MOST_STRETCH = 2.2

/**
 * Lays out a graph in layers by Sugiyama's method: rows, bends where links pass rows, an order with few
 * crossings, then columns. Deterministic. `input` is not changed.
 *
 * In the result no two boxes overlap, the rectangle around a cluster's members contains no other node, and
 * every link between clusters leads down.
 */
export function layoutLayered(input: LayoutInput): LayoutResult {
  const drawn = layoutAll(isMostlyFan(input) && !input.isBoxed ? withRoom(input) : input)
  return { ...drawn, bow: routeLinks(input, drawn.x, drawn.y) }
}

/**
 * A fan fills the page and is seen from farther away. Labels keep their size on screen, so they
 * are wider in drawing units.
 */
function withRoom(input: LayoutInput): LayoutInput {
  return { ...input, right: input.right.map((reach, node) => reach + ROOM * (reach - input.radius[node])) }
}

/** The layout without the bows of links, which depend on all positions. */
type Places = Omit<LayoutResult, 'bow'>

function layoutAll(input: LayoutInput): Places {
  const { linked, nodes, links, loose } = splitIsolated(input)
  if (loose.length === 0 || nodes.length === 0) return layoutRows(input)
  const rows = layoutRows(linked)
  const x = new Float64Array(input.radius.length)
  const y = new Float64Array(input.radius.length)
  const level = new Int32Array(input.radius.length).fill(Math.max(...rows.level) + 1)
  nodes.forEach((node, row) => {
    x[node] = rows.x[row]
    y[node] = rows.y[row]
    level[node] = rows.level[row]
  })
  const [from, to] = extentOf(rows.x, linked.left, linked.right)
  const [top, bottom] = extentOf(rows.y, linked.up, linked.down)
  // If isolated nodes are few and small, they may be wider than the drawing where that suits the
  // page.
  const room = Math.max(to - from, (bottom - top) * input.aspect)
  const centre = (from + to) / 2
  placeIsolated(input, loose, { from: centre - room / 2, to: centre + room / 2, bottom }, x, y)
  const bendStart = new Int32Array(input.parent.length + 1)
  links.forEach((link, row) => (bendStart[link + 1] = rows.bendStart[row + 1] - rows.bendStart[row]))
  for (let link = 0; link < input.parent.length; link++) bendStart[link + 1] += bendStart[link]
  return { ...rows, x, y, level, bendStart }
}

function extentOf(at: Float64Array, before: Float64Array, after: Float64Array): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity]
  at.forEach((value, node) => {
    least = Math.min(least, value - before[node])
    most = Math.max(most, value + after[node])
  })
  return [least, most]
}

function layoutRows(input: LayoutInput): Places {
  const level = findRows(input)
  const chains = cutLinks(input, level)
  const order = orderRows(chains, input.clusters)
  const columns = placeColumns(chains, order, input.radius.length, input.clusters)
  const lines = placeRows(input, chains, columns)
  const nodes = input.radius.length
  const middleX = middle([...columns.subarray(0, nodes)])
  const middleY = middle(lines)
  const xOf = (item: number): number => toHundredths(columns[item] - middleX)
  const yOf = (item: number): number => toHundredths(lines[chains.row[item]] - middleY)
  const x = Float64Array.from(input.radius, (_, node) => xOf(node))
  const y = Float64Array.from(input.radius, (_, node) => yOf(node))
  const links = countLinks(input)
  const isOfFan = (link: number): boolean =>
    Math.max(links[input.parent[link]], links[input.child[link]]) >= FAN
  const halfOfRow = halfHeights(input, chains)
  const ways = chains.bends.map((items, link) => {
    if (input.isBoxed) {
      // A link passes straight between the boxes of a row.
      const way = Math.sign(y[input.child[link]] - y[input.parent[link]])
      return items.flatMap((item): Bend[] => {
        const half = way * halfOfRow[chains.row[item]]
        return [-half, half].map((by) => ({ x: xOf(item), y: toHundredths(yOf(item) + by) }))
      })
    }
    const bends = items.map((item): Bend => ({ x: xOf(item), y: yOf(item) }))
    return isOfFan(link) ? pastOwnLabels(input, { x, y }, link, bends) : bends
  })
  const bendStart = new Int32Array(input.parent.length + 1)
  ways.forEach((bends, link) => (bendStart[link + 1] = bendStart[link] + bends.length))
  const bends = ways.flat()
  return {
    x,
    y,
    level,
    bendStart,
    bendX: Float64Array.from(bends, (bend) => bend.x),
    bendY: Float64Array.from(bends, (bend) => bend.y),
  }
}

/** Returns half the height of each row's marks. */
function halfHeights({ radius }: LayoutInput, { row, rows }: Chains): Float64Array {
  const half = new Float64Array(rows.length)
  radius.forEach((of, node) => (half[row[node]] = Math.max(half[row[node]], of)))
  return half
}

/**
 * Makes a link that would cross the label at its own end (right of the mark) leave or arrive
 * vertically.
 */
function pastOwnLabels(
  { radius, up, down, parent, child, cluster }: LayoutInput,
  { x, y }: Pick<LayoutResult, 'x' | 'y'>,
  link: number,
  bends: readonly Bend[],
): readonly Bend[] {
  const [from, to] = [parent[link], child[link]]
  if (y[to] <= y[from] || (cluster[from] !== NONE && cluster[from] === cluster[to])) return bends
  const below = {
    x: x[from],
    y: toHundredths(y[from] + Math.max(down[from] + HALF_GAP, radius[from] + HALF_GAP)),
  }
  const above = { x: x[to], y: toHundredths(y[to] - Math.max(up[to] + HALF_GAP, radius[to] + LONGEST_HEAD)) }
  const next = bends[0] ?? { x: x[to], y: y[to] }
  const last = bends.at(-1) ?? { x: x[from], y: y[from] }
  const isFlatDown = next.x - below.x > FLAT * (next.y - y[from]) && below.y < next.y - HALF_GAP
  const isFlatUp = last.x - above.x > FLAT * (y[to] - last.y) && above.y > last.y + HALF_GAP
  return [...(isFlatDown ? [below] : []), ...bends, ...(isFlatUp ? [above] : [])]
}

/** Returns the vertical position of each row. */
function placeRows(input: LayoutInput, { row, rows, steps }: Chains, x: Float64Array): number[] {
  const up = new Float64Array(rows.length)
  const down = new Float64Array(rows.length)
  input.radius.forEach((_, node) => {
    up[row[node]] = Math.max(up[row[node]], input.up[node])
    down[row[node]] = Math.max(down[row[node]], input.down[node])
  })
  for (let cluster = 0; cluster < input.clusters; cluster++) {
    const own = [...input.radius.keys()].filter((node) => input.cluster[node] === cluster)
    if (own.length === 0) continue
    for (const node of own) {
      up[row[node]] = Math.max(
        up[row[node]],
        input.up[node] + (row[node] === topOf(own) ? CLUSTER_PAD + CLUSTER_LABEL : 0),
      )
      down[row[node]] = Math.max(
        down[row[node]],
        input.down[node] + (row[node] === bottomOf(own) ? CLUSTER_PAD : 0),
      )
    }
  }
  const reach = new Float64Array(rows.length)
  for (const { upper, lower } of steps) {
    reach[row[upper]] = Math.max(reach[row[upper]], Math.abs(x[upper] - x[lower]))
  }
  const { least, most, byReach } = input.isBoxed
    ? OF_BOXES
    : { least: LEAST_GAP, most: MOST_GAP, byReach: GAP_BY_REACH }
  const gaps = [...reach].map((far) => Math.min(most, least + byReach * far)).slice(0, -1)
  const boxes = up.reduce((sum, one) => sum + one, 0) + down.reduce((sum, one) => sum + one, 0)
  const wanted = widthOf(input, x) / input.aspect - boxes
  const between = gaps.reduce((sum, gap) => sum + gap, 0)
  const stretch = Math.max(1, Math.min(MOST_STRETCH, wanted / Math.max(1, between)))
  const lines: number[] = []
  let at = 0
  rows.forEach((_, index) => {
    at += up[index]
    lines.push(at)
    at += down[index] + (gaps[index] ?? 0) * stretch
  })
  return lines

  function topOf(own: readonly number[]): number {
    return Math.min(...own.map((node) => row[node]))
  }
  function bottomOf(own: readonly number[]): number {
    return Math.max(...own.map((node) => row[node]))
  }
}

function widthOf({ radius, left, right }: LayoutInput, x: Float64Array): number {
  const [least, most] = extentOf(x.subarray(0, radius.length), left, right)
  return Math.max(0, most - least)
}

function middle(values: readonly number[]): number {
  return values.length === 0 ? 0 : (Math.min(...values) + Math.max(...values)) / 2
}

function toHundredths(value: number): number {
  return Math.round(value * 100) / 100
}

// Columns: places the items of ordered rows near their neighbours above and below, without
// overlap.

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
function placeColumns(
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

// Isolated nodes have no place in the rows: they form lines below the drawing, no wider than it.

/** A graph split into its linked part and its isolated nodes. */
export interface Parts {
  /** The layout input without isolated nodes. */
  readonly linked: LayoutInput
  /** Numbers of the nodes and links of `linked` in the whole graph. */
  readonly nodes: readonly number[]
  readonly links: readonly number[]
  /** Isolated nodes, ascending. */
  readonly loose: readonly number[]
}

const GAP = 24
const LINE_GAP = 10
/** Distance from the drawing to the first line. */
const BELOW = 30

function splitIsolated(input: LayoutInput): Parts {
  const { parent, child, cluster } = input
  const isLinked = new Uint8Array(input.radius.length)
  parent.forEach((from, link) => {
    if (from !== child[link]) isLinked[from] = isLinked[child[link]] = 1
  })
  const all = [...input.radius.keys()]
  const nodes = all.filter((node) => isLinked[node] === 1 || cluster[node] !== NONE)
  const loose = all.filter((node) => isLinked[node] === 0 && cluster[node] === NONE)
  const links = [...parent.keys()].filter(
    (link) => isLinked[parent[link]] === 1 || cluster[parent[link]] !== NONE,
  )
  const newNumber = new Int32Array(input.radius.length)
  nodes.forEach((node, at) => (newNumber[node] = at))
  const ofNodes = (column: Float64Array): Float64Array<ArrayBuffer> =>
    Float64Array.from(nodes, (node) => column[node])
  const linked: LayoutInput = {
    isBoxed: input.isBoxed,
    radius: ofNodes(input.radius),
    left: ofNodes(input.left),
    right: ofNodes(input.right),
    up: ofNodes(input.up),
    down: ofNodes(input.down),
    cluster: Int32Array.from(nodes, (node) => cluster[node]),
    clusters: input.clusters,
    parent: Int32Array.from(links, (link) => newNumber[parent[link]]),
    child: Int32Array.from(links, (link) => newNumber[child[link]]),
    weight: Float64Array.from(links, (link) => input.weight[link]),
    isBack: Uint8Array.from(links, (link) => input.isBack[link]),
    aspect: input.aspect,
  }
  return { linked, nodes, links, loose }
}

/**
 * Writes the positions of isolated nodes into `x` and `y`: below `bottom`, between `from` and
 * `to`, where one line's nodes fit.
 */
function placeIsolated(
  input: LayoutInput,
  loose: readonly number[],
  area: { readonly from: number; readonly to: number; readonly bottom: number },
  x: Float64Array,
  y: Float64Array,
): void {
  const room = area.to - area.from
  let top = area.bottom + BELOW
  for (let first = 0; first < loose.length;) {
    let width = 0
    let end = first
    for (; end < loose.length; end++) {
      const more = input.left[loose[end]] + input.right[loose[end]] + (end > first ? GAP : 0)
      if (end > first && width + more > room) break
      width += more
    }
    const line = loose.slice(first, end)
    const up = Math.max(...line.map((node) => input.up[node]))
    const down = Math.max(...line.map((node) => input.down[node]))
    let at = (area.from + area.to - width) / 2
    for (const node of line) {
      x[node] = at + input.left[node]
      y[node] = top + up
      at += input.left[node] + input.right[node] + GAP
    }
    top += up + down + LINE_GAP
    first = end
  }
}
