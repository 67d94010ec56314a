// Fans: one function with very many callers or callees that have no other link.
import { NONE } from '../base/brand.ts'
import type { LayoutInput } from './layout-input.ts'

/** So many links on one side of a node are a fan. */
export const FAN = 8

/** Of each node, how many links it has to others. */
export function countLinks({ radius, parent, child }: LayoutInput): Int32Array {
  const links = new Int32Array(radius.length)
  parent.forEach((from, link) => {
    if (from === child[link]) return
    links[from]++
    links[child[link]]++
  })
  return links
}

/** Whether one fan is most of the drawing. Forces have nothing to decide there, and rows leave its links room between labels. */
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
