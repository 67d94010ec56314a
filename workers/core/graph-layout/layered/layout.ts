// A layered drawing's positions: rows from the top down, links that run through the rows they pass, cycles as boxes.
import { NONE } from '../../base/brand.ts'
import type { Bend } from '../bends.ts'
import { CLUSTER_LABEL, CLUSTER_PAD, type LayoutInput, type LayoutResult } from '../layout-input.ts'
import { countLinks, FAN, isMostlyFan } from '../fans.ts'
import { routeLinks } from '../route.ts'
import { cutLinks, type Chains } from './chains.ts'
import { placeColumns } from './columns.ts'
import { orderRows } from './order.ts'
import { placeLoose, setLooseAside } from './loose.ts'
import { findRows } from './rows.ts'

const LEAST_GAP = 26
const MOST_GAP = 84
/** The farther links reach sideways, the more height they need not to lie flat. */
const GAP_BY_REACH = 0.11
/** Of a label's width, for labels of a fan. */
const ROOM = 0.3
const HALF_GAP = LEAST_GAP / 2
/** Across by down, from which on a link runs over the label beside its end. */
const FLAT = 1.5
const LONGEST_HEAD = 24
/** Where the page is higher than the drawing. */
const MOST_STRETCH = 2.2

/**
 * Sugiyama's way: rows, bends where links pass rows, an order with few crossings, then columns. Deterministic.
 *
 * Afterwards no two boxes overlap, the rectangle round a cluster's members holds no one else, and every link between
 * clusters runs down.
 */
export function layoutLayered(input: LayoutInput): LayoutResult {
  const drawn = layoutAll(isMostlyFan(input) ? withRoom(input) : input)
  return { ...drawn, bow: routeLinks(input, drawn.x, drawn.y) }
}

/** A fan fills the page, is seen from farther away, and letters that keep their size on screen are wider in it. */
function withRoom(input: LayoutInput): LayoutInput {
  return { ...input, right: input.right.map((reach, node) => reach + ROOM * (reach - input.radius[node])) }
}

/** All but how links bow, which depends on where everything stands. */
type Places = Omit<LayoutResult, 'bow'>

function layoutAll(input: LayoutInput): Places {
  const { linked, nodes, links, loose } = setLooseAside(input)
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
  // Few and small, the rest may still be wider than tall where that suits the page.
  const room = Math.max(to - from, (bottom - top) * input.aspect)
  const centre = (from + to) / 2
  placeLoose(input, loose, { from: centre - room / 2, to: centre + room / 2, bottom }, x, y)
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
  const xOf = (item: number): number => round(columns[item] - middleX)
  const yOf = (item: number): number => round(lines[chains.row[item]] - middleY)
  const x = Float64Array.from(input.radius, (_, node) => xOf(node))
  const y = Float64Array.from(input.radius, (_, node) => yOf(node))
  const links = countLinks(input)
  const isOfFan = (link: number): boolean =>
    Math.max(links[input.parent[link]], links[input.child[link]]) >= FAN
  const ways = chains.bends.map((items, link) => {
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

/** A link that would lie flat over the label of its own end, which is right of the mark, leaves or comes straight down. */
function pastOwnLabels(
  { radius, up, down, parent, child, cluster }: LayoutInput,
  { x, y }: Pick<LayoutResult, 'x' | 'y'>,
  link: number,
  bends: readonly Bend[],
): readonly Bend[] {
  const [from, to] = [parent[link], child[link]]
  if (y[to] <= y[from] || (cluster[from] !== NONE && cluster[from] === cluster[to])) return bends
  const below = { x: x[from], y: round(y[from] + Math.max(down[from] + HALF_GAP, radius[from] + HALF_GAP)) }
  const above = { x: x[to], y: round(y[to] - Math.max(up[to] + HALF_GAP, radius[to] + LONGEST_HEAD)) }
  const next = bends[0] ?? { x: x[to], y: y[to] }
  const last = bends.at(-1) ?? { x: x[from], y: y[from] }
  const isFlatDown = next.x - below.x > FLAT * (next.y - y[from]) && below.y < next.y - HALF_GAP
  const isFlatUp = last.x - above.x > FLAT * (y[to] - last.y) && above.y > last.y + HALF_GAP
  return [...(isFlatDown ? [below] : []), ...bends, ...(isFlatUp ? [above] : [])]
}

/** The height of each row's middle. */
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
  const gaps = [...reach].map((far) => Math.min(MOST_GAP, LEAST_GAP + GAP_BY_REACH * far)).slice(0, -1)
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

function round(value: number): number {
  return Math.round(value * 100) / 100
}
