import { finish } from '../../../workers/core/base/yielder.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_CHOICE } from '../../../workers/core/reports/graph/graph-choice.ts'
import { listNodeLink } from '../../../workers/core/reports/graph/node-link.ts'
import { openedFromText } from '../../testing/opened-from-text.ts'
import { labelLevel, placeLabels } from './labels.ts'
import { buildScene } from './scene.ts'
import { walk, type WalkKey } from './walk.ts'

const opened = openedFromText('main 1; a 50; b 30; c 19; main -> a 1; main -> b 1; main -> c 1; a -> c 1')
const scene = buildScene(opened.analyzed, finish(listNodeLink(opened.analyzed, DEFAULT_CHOICE)))
const indexOf = (name: string) => scene.nodes.findIndex((node) => node.name === name)
const places: Record<string, [number, number]> = { main: [0, 0], a: [-100, 100], b: [100, 100], c: [0, 200] }
const positions = {
  x: scene.nodes.map(({ name }) => places[name]?.[0] ?? 0),
  y: scene.nodes.map(({ name }) => places[name]?.[1] ?? 0),
  bow: scene.nodeLink.arcs.map(() => 0),
  layout: null,
}

describe('walking by keys', () => {
  it.each<[string, WalkKey, string | null]>([
    ['main', 'ArrowDown', 'a'],
    ['a', 'ArrowUp', 'main'],
    ['a', 'ArrowDown', 'c'],
    ['c', 'ArrowUp', 'main'],
    ['a', 'ArrowRight', 'c'],
    ['c', 'ArrowRight', 'b'],
    ['b', 'ArrowLeft', 'c'],
    ['b', 'ArrowRight', null],
    ['b', 'ArrowDown', null],
    ['main', 'ArrowUp', null],
    ['c', 'Home', 'main'],
    ['main', 'End', 'c'],
    ['c', 'End', 'c'],
    ['main', 'PageDown', 'c'],
    ['a', 'PageDown', 'c'],
    ['c', 'PageDown', null],
    ['b', 'PageDown', null],
    ['c', 'PageUp', 'main'],
    ['main', 'PageUp', null],
  ])('from %s, %s leads to %s', (from, key, to) => {
    const next = walk(scene.nodeLink, positions, indexOf(from), key)
    expect(next === null ? null : scene.nodes[next]?.name).toBe(to)
  })
})

describe('walking as far as it goes', () => {
  const walked = (text: string, ys: Readonly<Record<string, number>>, from: string, key: WalkKey) => {
    const { analyzed } = openedFromText(text)
    const { nodes, nodeLink } = buildScene(analyzed, finish(listNodeLink(analyzed, DEFAULT_CHOICE)))
    const at = { x: nodes.map(() => 0), y: nodes.map(({ name }) => ys[name] ?? 0) }
    const next = walk(
      nodeLink,
      at,
      nodes.findIndex(({ name }) => name === from),
      key,
    )
    return next === null ? null : nodes[next]?.name
  }

  it('ends in a cycle that nothing leaves, once round', () => {
    const text = 'main 1; a 50; b 30; c 19; main -> a 1; a -> b 3; b -> c 2; c -> a 1'
    const ys = { main: 0, a: 100, b: 200, c: 300 }
    expect(walked(text, ys, 'main', 'PageDown')).toBe('c')
    expect(walked(text, ys, 'b', 'PageDown')).toBe('a')
    expect(walked(text, ys, 'c', 'PageUp')).toBe('main')
  })

  it('is where the arrow leads that is pressed again and again, in graphs of any shape', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { minLength: 1, maxLength: 20 }),
        fc.nat(7),
        fc.constantFrom('Up' as const, 'Down' as const),
        (arcs, start, way) => {
          const calls = new Set(arcs.map(([a, b]) => `f${a} -> f${b} 1`))
          const names = Array.from({ length: 8 }, (_, at) => `f${at} ${10 + at}`)
          const { analyzed } = openedFromText([...names, ...calls].join('; '))
          const { nodeLink, nodes } = buildScene(analyzed, finish(listNodeLink(analyzed, DEFAULT_CHOICE)))
          const at = { x: nodes.map(() => 0), y: nodes.map((_, node) => node * 50) }
          const path = [start % nodes.length]
          for (;;) {
            const next = walk(nodeLink, at, path.at(-1) ?? 0, `Arrow${way}`)
            if (next === null || path.includes(next)) break
            path.push(next)
          }
          const end = path.length === 1 ? null : path.at(-1)
          expect(walk(nodeLink, at, path[0] ?? 0, `Page${way}`)).toBe(end)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('labels', () => {
  it('are all drawn where the layout left room, and only those that fit farther out', () => {
    expect(labelLevel(1)).toEqual({ scale: 1, hasFigures: true })
    expect(placeLabels(scene, positions, labelLevel(1), new Set()).size).toBe(4)
    const crowded = { ...positions, x: positions.x.map((x) => x / 50), y: positions.y.map((y) => y / 50) }
    const few = placeLabels(scene, crowded, labelLevel(0.1), new Set())
    expect(few.size).toBeLessThan(4)
  })

  it('are shorter where only a shorter name has room', () => {
    const { analyzed } = openedFromText(
      'main 1; hydro::apply_reflecting_bounds 5; main -> hydro::apply_reflecting_bounds 1',
    )
    const drawn = buildScene(analyzed, finish(listNodeLink(analyzed, DEFAULT_CHOICE)))
    const apply = drawn.nodes.findIndex(({ name }) => name !== 'main')
    expect(drawn.nodes[apply]?.brief.text).toBe('apply_re…unds')
    const place = (right: number) => {
      const frame = { left: -40, right, top: -30, bottom: 30 }
      const level = { scale: 1.2, hasFigures: true }
      const alone = { ...positions, x: drawn.nodes.map((_, node) => (node === apply ? 0 : -900)) }
      const y = drawn.nodes.map(() => 0)
      return placeLabels(drawn, { ...alone, y }, level, new Set(), { frame }).get(apply)
    }
    expect(place(400)?.form).toBeUndefined()
    expect(place(190)?.form).toBe('brief')
    expect(place(90)?.form).toBeUndefined()
  })

  it('stand elsewhere where they would reach out of the frame, also at the layout’s own scale', () => {
    const near = (right: number) => {
      const frame = { left: -220, right, top: -60, bottom: 260 }
      return placeLabels(scene, positions, labelLevel(1), new Set(), { frame }).get(indexOf('b'))
    }
    expect(near(400)?.anchor).toBe('start')
    // There is another name to the left: the label goes below, and as far left as keeps it in view.
    expect(near(125)).toMatchObject({ anchor: 'middle', x: expect.closeTo(125 - 111.1 / 2, 1) })
  })

  it('are never too small to read and never larger than need be', () => {
    for (const zoom of [0.1, 0.3, 0.7, 1, 2, 5]) {
      const onScreen = labelLevel(zoom).scale * 13 * zoom
      expect(onScreen).toBeGreaterThanOrEqual(10)
      expect(onScreen).toBeLessThanOrEqual(15.1)
    }
  })

  it('are drawn for what is asked for, whatever they cover', () => {
    const crowded = { ...positions, x: positions.x.map(() => 0), y: positions.y.map(() => 0) }
    const wanted = new Set([indexOf('c')])
    expect(placeLabels(scene, crowded, labelLevel(0.1), wanted).has(indexOf('c'))).toBe(true)
  })
})
