import { finish } from '../../../workers/core/base/yielder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isInHull } from '../../../workers/core/graph-layout/hulls.ts'
import { layoutGraph } from '../../../workers/core/graph-layout/force-layout.ts'
import { DEFAULT_CHOICE } from '../../../workers/core/reports/graph/graph-choice.ts'
import { listNodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { arcShapes } from './arc-shapes.ts'
import { boxOf, isOver, labelHeight, labelLevel, marksOf, placeLabels, widthAt } from './labels.ts'
import { clearSides } from './clear-sides.ts'
import { hullShape, hullsByNode } from './hull-shape.ts'
import { buildScene, layoutInputOf } from './scene.ts'
import type { Positions } from './positions.ts'
import { effort } from '../../../workers/testing/effort.ts'

const OWN = labelLevel(1)

function sceneOf(text: string) {
  const { analyzed } = openedFromText(text)
  return buildScene(analyzed, finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, threshold: 0 })))
}

function placed(text: string, places: Readonly<Record<string, readonly [x: number, y: number]>>) {
  const scene = sceneOf(text)
  const at = scene.nodes.map(({ name }) => places[name] ?? ([0, 0] as const))
  const positions: Positions = {
    x: at.map(([x]) => x),
    y: at.map(([, y]) => y),
    bow: scene.nodeLink.arcs.map(() => 0),
    layout: null,
  }
  const sides = clearSides(scene, positions, arcShapes(scene, positions))
  const labels = placeLabels(scene, positions, OWN, new Set(), { sides })
  return (name: string) => labels.get(scene.nodes.findIndex((node) => node.name === name))?.anchor
}

describe('a label', () => {
  it('stands to the right of its mark', () => {
    const anchor = placed('main 1; a 5; main -> a 1', { main: [0, 0], a: [0, 200] })
    expect([anchor('main'), anchor('a')]).toEqual(['start', 'start'])
  })

  it('stands to the left where an arc runs behind it', () => {
    const places = { main: [40, 0], between: [0, 200], far: [40, 400] } as const
    const anchor = placed('main 1; between 5; far 5; main -> far 1; main -> between 1', places)
    expect(anchor('between')).toBe('end')
    expect(anchor('far')).toBe('start')
  })

  it('stays where it would cover another one elsewhere', () => {
    const places = { main: [40, 0], between: [0, 200], far: [40, 400], other: [-120, 200] } as const
    const beside = 'main 1; between 5; other 5; far 5; main -> far 1; main -> between 1; main -> other 1'
    expect(placed(beside, places)('between')).not.toBe('end')
  })

  it('covers no mark and no other label, and stays in its hull, in drawings of any shape at any zoom', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(15), fc.nat(15)), { minLength: 3, maxLength: 30 }),
        fc.integer({ min: 3, max: 16 }),
        (arcs, count) => {
          const functions = Array.from({ length: count }, (_, at) => `${'long_name'.slice(at % 8)}${at} 5`)
          const names = functions.map((text) => text.slice(0, -2))
          const calls = arcs.flatMap(([a, b]) => {
            const [from, to] = [names[a % count], names[b % count]]
            return from === undefined || to === undefined ? [] : [`${from} -> ${to} 1`]
          })
          const scene = sceneOf([...functions, ...new Set(calls)].join('; '))
          const result = layoutGraph(layoutInputOf(scene, 1.5))
          const positions = { x: result.x, y: result.y, bow: result.bow, layout: result }
          const shapes = arcShapes(scene, positions)
          const sides = clearSides(scene, positions, shapes)
          for (const zoom of [1, 0.7, 0.5, 0.3]) {
            const level = labelLevel(zoom)
            const hulls = scene.nodeLink.cycles.map((cycle) =>
              hullShape(scene, positions, cycle, shapes, level),
            )
            const byNode = hullsByNode(scene, hulls)
            const labels = placeLabels(scene, positions, level, new Set(), { sides, hulls: byNode })
            const boxes = [...labels].map(([node, place]) => {
              const width = widthAt(scene.nodes[node], level.hasFigures, place) * level.scale
              return { node, box: boxOf(place, width, labelHeight(level)) }
            })
            if (zoom === 1) expect(boxes).toHaveLength(scene.nodes.length)
            // The hottest, here the first, has its label in any case.
            expect(labels.has(0)).toBe(true)
            const marks = marksOf(scene, positions)
            for (const { node, box } of boxes.filter((one) => zoom === 1 || one.node !== 0)) {
              const others = boxes.filter((other) => zoom === 1 || other.node !== 0)
              expect(others.filter((other) => other.node !== node && isOver(box, other.box))).toEqual([])
              expect(marks.filter((mark, other) => other !== node && isOver(box, mark))).toEqual([])
              const hull = byNode.get(node)
              if (hull) expect(isInHull(hull, box)).toBe(true)
            }
          }
        },
      ),
      { numRuns: effort(40) },
    )
  })
})
