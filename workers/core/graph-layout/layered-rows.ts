// Rows of a layered drawing: assigns nodes to rows.
import { NONE } from '../base/columns.ts'
import { CLUSTER_PAD, clusterMembers, heaviestLinks, type LayoutInput } from './layout-input.ts'
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
