import { finish } from '../../../workers/core/base/yielder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutLayered } from '../../../workers/core/graph-layout/layered-layout.ts'
import { layoutGraph } from '../../../workers/core/graph-layout/force-layout.ts'
import { DEFAULT_CHOICE } from '../../../workers/core/reports/graph/graph-choice.ts'
import { arcFigures } from '../../../workers/core/reports/graph/drawing-text.ts'
import { listNodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { buildScene, layoutInputOf, type MarkShape } from './scene.ts'
import type { Positions } from './positions.ts'
import { textWidth } from './text-width.ts'
import { arcShapes } from './arc-shapes.ts'
import { boxOf, isOver, labelHeight, labelLevel, marksOf, placeLabels, widthAt } from './labels.ts'
import { clearSides } from './clear-sides.ts'
import { COUNT_SIZE, placeCounts } from './count-places.ts'
import { effort } from '../../../workers/testing/effort.ts'

const OWN = labelLevel(1)

function sceneOf(text: string, shape: MarkShape = 'disc') {
  const { analyzed } = openedFromText(text)
  return buildScene(
    analyzed,
    finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, threshold: 0 })),
    null,
    shape,
  )
}

/**
 * Returns all counts of a drawing with functions at given positions; only `asked` is requested, by
 * its caller.
 */
function placed(
  text: string,
  places: Readonly<Record<string, readonly [x: number, y: number]>>,
  asked: string,
) {
  const scene = sceneOf(text)
  const { arcs } = scene.nodeLink
  const at = scene.nodes.map(({ name }) => places[name] ?? ([0, 0] as const))
  const positions: Positions = {
    x: at.map(([x]) => x),
    y: at.map(([, y]) => y),
    bow: arcs.map(() => 0),
    layout: null,
  }
  const index = arcs.findIndex(({ parent }) => scene.nodes[parent]?.name === asked)
  const shapes = arcShapes(scene, positions)
  const place = (left = -Infinity) => {
    const frame = { left, top: -Infinity, right: Infinity, bottom: Infinity }
    const around = { occupied: marksOf(scene, positions), frame }
    const [count] = placeCounts(scene, new Map(), shapes, new Set([index]), OWN, around)
    const width = textWidth(arcFigures(arcs[index] ?? expect.fail('no such arc')), COUNT_SIZE)
    return count && { ...count, left: count.x - width / 2, right: count.x + width / 2 }
  }
  return { place, mark: (name: string) => scene.nodes.find((node) => node.name === name)?.radius ?? 0 }
}

describe('a count of calls', () => {
  const LONG = { from: [0, 0], to: [0, 400] } as const

  it('stands in the middle of its arc', () => {
    const { place } = placed('from 1; to 5; from -> to 12', LONG, 'from')
    expect(place()).toMatchObject({ x: expect.closeTo(0, 0), y: expect.closeTo(200, -1.3) })
  })

  it('stands aside where another arc runs through its middle', () => {
    const places = { ...LONG, left: [-300, 190], right: [300, 190] } as const
    const text = 'from 1; to 5; left 1; right 5; from -> to 12; left -> right 1'
    const count = placed(text, places, 'from').place()
    expect(Math.abs((count?.y ?? 190) - 190)).toBeGreaterThan(COUNT_SIZE / 2)
    expect(count?.x).toBeCloseTo(0, 0)
  })

  it('ends at its loop, clear of the mark, unless that is out of sight', () => {
    const { place, mark } = placed('own 50; own -> own 123456789', { own: [0, 0] }, 'own')
    expect(place()?.right).toBeLessThan(-mark('own'))
    expect(place(-200)).toEqual(place())
    const [edge, near] = [-mark('own') - 85, place(-mark('own') - 85)]
    expect(near?.left).toBeGreaterThanOrEqual(edge)
    expect(near?.right).toBeLessThan(-mark('own'))
  })

  it('covers no mark, no label and no other count, in drawings of any shape', () => {
    let seen = 0
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(15), fc.nat(15), fc.integer({ min: 1, max: 1e7 })), {
          minLength: 3,
          maxLength: 30,
        }),
        fc.integer({ min: 3, max: 16 }),
        fc.constantFrom('disc' as const, 'box' as const),
        (arcs, count, shape) => {
          const names = Array.from({ length: count }, (_, at) => `${'long_name'.slice(at % 8)}${at}`)
          const calls = new Map(
            arcs.map(([a, b, times]) => [`${names[a % count]} -> ${names[b % count]}`, times]),
          )
          const scene = sceneOf(
            [...names.map((name) => `${name} 5`), ...[...calls].map((call) => call.join(' '))].join('; '),
            shape,
          )
          const input = layoutInputOf(scene, 1.5)
          const result = shape === 'box' ? layoutLayered(input) : layoutGraph(input)
          const positions = { x: result.x, y: result.y, bow: result.bow, layout: result }
          const shapes = arcShapes(scene, positions)
          const sides = clearSides(scene, positions, shapes)
          const labels = placeLabels(scene, positions, OWN, new Set(), { sides })
          const marks = marksOf(scene, positions)
          const asked = new Set(scene.nodeLink.arcs.keys())
          const counts = placeCounts(scene, labels, shapes, asked, OWN, { occupied: marks })
          const boxes = counts.map(({ arc, x, y }) => {
            const drawn = scene.nodeLink.arcs[arc] ?? expect.fail('no such arc')
            return boxOf({ x, y, anchor: 'middle' }, textWidth(arcFigures(drawn), COUNT_SIZE), COUNT_SIZE)
          })
          const texts = [...labels].map(([node, place]) =>
            boxOf(place, widthAt(scene.nodes[node], true, place), labelHeight(OWN)),
          )
          for (const [at, box] of boxes.entries()) {
            const others = [...marks, ...texts, ...boxes.slice(at + 1)]
            expect(others.filter((other) => isOver(box, other))).toEqual([])
          }
          seen += boxes.length
        },
      ),
      { numRuns: effort(40) },
    )
    expect(seen).toBeGreaterThan(effort(100))
  })
})
