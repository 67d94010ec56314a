// Nodes without a link to another have no place in the rows: they stand below the drawing, in lines no wider than it.
import { NONE } from '../../base/brand.ts'
import type { LayoutInput } from '../layout-input.ts'

export interface Parts {
  /** The drawing without loose nodes. */
  readonly linked: LayoutInput
  /** Nodes and links of `linked`, by their numbers in the whole. */
  readonly nodes: readonly number[]
  readonly links: readonly number[]
  /** In the order of the whole. */
  readonly loose: readonly number[]
}

const GAP = 24
const LINE_GAP = 10
/** From the drawing to the first line. */
const BELOW = 30

export function setLooseAside(input: LayoutInput): Parts {
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
    aspect: input.aspect,
  }
  return { linked, nodes, links, loose }
}

/** Writes places of loose nodes into `x` and `y`, below `bottom`, between `from` and `to` where one line's nodes fit. */
export function placeLoose(
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
