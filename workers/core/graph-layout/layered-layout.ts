// Layered layout: rows from top to bottom, links that pass through the rows between their ends,
// cycles as boxes. Isolated nodes go below the drawing.
import { NONE } from '../base/columns.ts'
import type { Bend } from './bend-curves.ts'
import { routeLinks } from './link-curves.ts'
import { CLUSTER_LABEL, CLUSTER_PAD, type LayoutInput, type LayoutResult } from './layout-input.ts'
import { countLinks, FAN, isMostlyFan } from './fans.ts'
import { type Chains, cutLinks } from './layered-chains.ts'
import { findRows } from './layered-rows.ts'
import { orderRows } from './layered-order.ts'
import { splitIsolated, placeIsolated } from './isolated-nodes.ts'
import { placeColumns } from './layered-columns.ts'

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
