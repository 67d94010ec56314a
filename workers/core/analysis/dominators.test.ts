// Dominators, compared with every way through small graphs.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NONE } from '../base/columns.ts'
import { finish } from '../base/yielder.ts'
import { findDominators, isDominated, numberDominated } from './dominators.ts'

const SIZE = 9
const node = fc.nat(SIZE - 1)
const edges = fc.array(fc.tuple(node, node), { maxLength: 24 })

/** Nodes reachable from `starts` without passing `without`. */
function reach(
  starts: readonly number[],
  links: readonly (readonly [number, number])[],
  without = -1,
): Set<number> {
  const found = new Set(starts.filter((start) => start !== without))
  for (const at of found) for (const [from, to] of links) if (from === at && to !== without) found.add(to)
  return found
}

it('a node’s dominators are those that no way to it goes round', () => {
  fc.assert(
    fc.property(edges, (links) => {
      const tree = finish(
        findDominators({
          size: SIZE,
          root: 0,
          firstOut: () => 0,
          endOut: () => links.length,
          target: (at, way) => (links[way]?.[0] === at ? (links[way]?.[1] ?? NONE) : NONE),
          firstIn: () => 0,
          endIn: () => links.length,
          source: (at, way) => (links[way]?.[1] === at ? (links[way]?.[0] ?? NONE) : NONE),
        }),
      )
      const { order, above } = tree
      const ranges = finish(numberDominated(tree))
      const reached = reach([0], links)
      expect(new Set(order)).toEqual(reached)
      for (const at of reached) {
        const dominators = new Set<number>()
        for (let up = above[at] ?? -1; up !== -1; up = above[up] ?? -1) dominators.add(up)
        const expected = [...reached].filter((other) => other !== at && !reach([0], links, other).has(at))
        expect(dominators).toEqual(new Set(expected))
        for (const other of reached)
          expect(isDominated(ranges, at, other)).toBe(other === at || dominators.has(other))
      }
    }),
    { numRuns: 500 },
  )
})
