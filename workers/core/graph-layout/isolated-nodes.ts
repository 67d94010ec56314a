// Isolated nodes have no place in the rows: they form lines below the drawing, no wider than it.
import { NONE } from '../base/columns.ts'
import type { LayoutInput } from './layout-input.ts'

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

export function splitIsolated(input: LayoutInput): Parts {
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
export function placeIsolated(
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
