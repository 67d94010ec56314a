// Links split into steps from row to row. Where a link passes a row it gets an item there, a bend.
import { NONE } from '../base/columns.ts'
import { CLUSTER_PAD, type LayoutInput } from './layout-input.ts'

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
