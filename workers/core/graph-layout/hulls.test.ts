// Tests of the outlines of clusters.
import { describe, expect, it } from 'vitest'
import { boxesOf, PARSER } from '../../testing/layout-graphs.ts'
import { hullAround, roundedPath, type Point } from './hulls.ts'
import { clusterMembers } from './layout-input.ts'
import { layoutGraph } from './force-layout.ts'

describe('hulls', () => {
  const inside = ([x, y]: Point, hull: readonly Point[]): boolean =>
    hull.every(([ax, ay], at) => {
      const [bx, by] = hull[(at + 1) % hull.length]
      return (bx - ax) * (y - ay) - (by - ay) * (x - ax) <= 1e-6
    })

  it('contain their members and no other node', () => {
    const result = layoutGraph(PARSER)
    const boxes = boxesOf(PARSER, result)
    clusterMembers(PARSER).forEach((members, cluster) => {
      const hull = hullAround(
        members.map((node) => boxes[node]),
        9,
      )
      boxes.forEach((box, node) => {
        expect(inside([box.x, box.y], hull)).toBe(PARSER.cluster[node] === cluster)
      })
    })
  })

  it('are closed paths', () => {
    const box = { x: 0, y: 0, left: 5, right: 5, up: 5, down: 5 }
    expect(roundedPath(hullAround([box], 3), 4)).toMatch(/^M.*Z$/)
    expect(roundedPath([], 4)).toBe('')
  })
})
