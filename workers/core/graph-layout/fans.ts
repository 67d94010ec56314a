// Fans: one function with many callers or callees that have no other link.
import { NONE } from '../base/columns.ts'
import type { LayoutInput } from './layout-input.ts'

/** Number of links on one side of a node from which they count as a fan. */
export const FAN = 8

/** Returns the number of links of each node to other nodes, in both directions. */
export function countLinks({ radius, parent, child }: LayoutInput): Int32Array {
  const links = new Int32Array(radius.length)
  parent.forEach((from, link) => {
    if (from === child[link]) return
    links[from]++
    links[child[link]]++
  })
  return links
}

/**
 * Whether one fan makes up most of the graph. Such a graph is laid out in rows, which leave room
 * for links between labels; forces have nothing to decide there.
 */
export function isMostlyFan(input: LayoutInput): boolean {
  const { radius, cluster, parent, child } = input
  const links = countLinks(input)
  const leaves = new Int32Array(radius.length)
  parent.forEach((from, link) => {
    const to = child[link]
    for (const [hub, leaf] of [
      [from, to],
      [to, from],
    ]) {
      if (links[leaf] === 1 && links[hub] >= FAN && cluster[leaf] === NONE) leaves[hub]++
    }
  })
  const linked = links.filter((count) => count > 0).length
  return leaves.some((count) => count >= FAN && count > linked / 2)
}
