// The icicle: boxes as wide as their time, children under their parents, nothing too narrow to see.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../analysis/scenario/scenario.ts'
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import { effort } from '../../../testing/effort.ts'
import { graphText, randomGraphs, type RandomGraph } from '../../../testing/random/random-graphs.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { randomScenario } from '../../../testing/random/random-scenario.ts'
import { divideProgram } from './divide-program.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { listProfile } from '../listing/listing.ts'
import { callTree, childAt, childCount, programTree } from './call-tree.ts'
import type { CallTree, Direction } from './tree-node.ts'
import { finish } from '../../base/yielder.ts'
import { boundsOf } from '../../trust/bounds/bounds.ts'
import { extentOf, WHOLE } from './icicle-window.ts'
import { nodeName } from './tree-text.ts'
import { boxAt, icicle, type Icicle, type IcicleBox, NARROWEST, stepFrom } from './icicle.ts'

function treeOf(text: string, direction: Direction = 'callees', root = 0): CallTree {
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  return callTree(
    analyzed,
    listProfile(analyzed),
    direction,
    root as FunctionIndex,
    finish(boundsOf(analyzed)),
  )
}

const TEXT = 'm 20; a 10; b 30; k 40; m -> a 1; m -> b 1; a -> k 1; b -> k 3'

describe('the icicle', () => {
  const tree = treeOf(TEXT)
  const drawing = icicle(tree, tree.root, 1000)
  const nameOf = ({ node }: IcicleBox) => nodeName(tree, node)

  it('has boxes as wide as their time, self time at the right end, certain time at the left', () => {
    const round = (value: number) => Math.round(value)
    expect(
      drawing.levels.map((level) =>
        level.map(
          (box) =>
            `${nameOf(box)} ${round(box.left)}+${round(box.width)} self from ${round(box.childrenEnd)}, ${round(box.certain)} certain`,
        ),
      ),
    ).toEqual([
      ['m 0+1000 self from 800, 1000 certain'],
      ['b 0+600 self from 300, 300 certain', 'a 600+200 self from 700, 100 certain'],
      ['k 0+300 self from 0, 0 certain', 'k 600+100 self from 600, 0 certain'],
    ])
  })

  it('finds the box at a place, and walks by keys', () => {
    const at = (level: number, x: number) => {
      const box = boxAt(drawing, level, x)
      return box && nameOf(box)
    }
    expect([at(0, 999), at(1, 10), at(1, 650), at(1, 900), at(2, 400), at(3, 1)]).toEqual([
      'm',
      'b',
      'a',
      null,
      null,
      null,
    ])
    const [[m] = [], [b] = []] = drawing.levels
    const walk = (from: IcicleBox | undefined, ...keys: ('down' | 'up' | 'left' | 'right')[]) => {
      let box: IcicleBox | null = from ?? null
      for (const key of keys) box = box && stepFrom(drawing, box, key)
      return box && nameOf(box)
    }
    expect(walk(m, 'down')).toBe('b')
    expect(walk(m, 'down', 'right', 'down', 'up')).toBe('a')
    expect(walk(b, 'left')).toBeNull()
    expect(walk(m, 'up')).toBeNull()
  })

  it('draws nothing that cannot be seen, and never more than a bounded number', () => {
    const wide = Array.from({ length: 50_000 }, (_, at) => `k${at} ${at < 10 ? 1000 : 1}; m -> k${at} 1`)
    const many = treeOf(`m 1;${wide.join(';')}`)
    const drawn = icicle(many, many.root, 1000)
    // The root, its ten wide children, and the rest of them.
    expect(drawn.count).toBe(12)
    expect(drawn.levels[1]?.at(-1)?.node).toMatchObject({ kind: 'rest', totalTicks: 49_990 })
    for (const level of drawn.levels)
      for (const box of level) expect(box.width).toBeGreaterThanOrEqual(NARROWEST)
    const ladder = Array.from({ length: 400 }, (_, at) => `f${at} 0; f${at} -> f${at + 1} 1`).join(';')
    const deep = treeOf(`${ladder}; f400 9`)
    const cut = icicle(deep, deep.root, 1000)
    expect([cut.levels.length, cut.isCut]).toEqual([200, true])
    const binary = Array.from(
      { length: 40 },
      (_, at) =>
        `a${at} -> a${at + 1} 1; a${at} -> b${at + 1} 1; b${at} -> a${at + 1} 1; b${at} -> b${at + 1} 1`,
    )
    const bushy = treeOf(`${binary.join(';')}; a40 9; b40 9`)
    expect(icicle(bushy, bushy.root, 1e7)).toMatchObject({ isCut: true })
    expect(icicle(bushy, bushy.root, 1e7).count).toBeLessThan(20_000)
  })

  it('is empty without time', () => {
    const idle = treeOf('m; m -> a 1')
    expect(icicle(idle, idle.root, 1000).levels).toEqual([])
  })

  it('shows a window of the top box: boxes are cut at its edges, and those outside it are missing', () => {
    const shown = icicle(tree, tree.root, 1000, { from: 0.5, to: 0.75 })
    const round = (value: number) => Math.round(value)
    expect(
      shown.levels.map((level) =>
        level.map(
          (box) => `${nameOf(box)} ${round(box.left)}+${round(box.width)} self ${round(box.childrenEnd)}`,
        ),
      ),
    ).toEqual([['m 0+1000 self 1000'], ['b 0+400 self 0', 'a 400+600 self 800'], ['k 400+400 self 400']])
    const [, [, a] = []] = drawing.levels
    if (!a) throw new Error('no a')
    expect(extentOf(tree, tree.root)).toEqual(WHOLE)
    const extent = extentOf(tree, a.node)
    expect([extent.from, extent.to].map((part) => part.toFixed(2))).toEqual(['0.60', '0.80'])
  })
})

describe('on random graphs', () => {
  const trees = (graph: RandomGraph, isClosed: boolean, scenario: Scenario): CallTree[] => {
    const analyzed = analyzeProfile(profileFromText(graphText(graph)), scenario)
    const listing = listProfile(analyzed)
    const cycles = Array.from({ length: analyzed.cycles.length }, (_, cycle) => cycle as CycleIndex)
    const closed = new Set(isClosed ? cycles : [])
    const callers = graph.ticks.map((_, f) =>
      callTree(analyzed, listing, 'callers', f as FunctionIndex, null),
    )
    return [programTree(analyzed, listing, divideProgram(analyzed), null, closed), ...callers]
  }
  const eachIcicle = (check: (tree: CallTree, drawing: Icicle, width: number) => void) =>
    fc.assert(
      fc.property(
        randomGraphs,
        fc.boolean(),
        fc.option(fc.integer()),
        fc.integer({ min: 20, max: 400 }),
        (graph, isClosed, seed, width) => {
          const scenario =
            seed === null
              ? EMPTY_SCENARIO
              : randomScenario(randomFrom(seed), profileFromText(graphText(graph)))
          for (const tree of trees(graph, isClosed, scenario))
            check(tree, icicle(tree, tree.root, width), width)
        },
      ),
      { numRuns: effort(200) },
    )

  it('the boxes below a box take no more than it, side by side, and those of the program all of it', () => {
    eachIcicle((tree, { levels, omitted }, width) => {
      for (const [level, boxes] of levels.entries()) {
        for (const box of boxes) {
          const below = (levels[level + 1] ?? []).filter(({ node }) => node.parent === box.node)
          const sum = below.reduce((all, one) => all + one.width, 0)
          expect(sum).toBeLessThanOrEqual(box.width + 1e-6)
          for (const [at, one] of below.entries()) {
            const before = below[at - 1]
            expect(one.left).toBeGreaterThanOrEqual((before ? before.left + before.width : box.left) - 1e-6)
            expect(one.left + one.width).toBeLessThanOrEqual(box.left + box.width + 1e-6)
          }
          if (box.node.kind === 'program') expect(sum / width + omitted).toBeGreaterThanOrEqual(1 - 1e-6)
        }
      }
      expect(levels.length === 0).toBe(!(tree.root.totalTicks > 0))
    })
  })

  it('the share that is too narrow to draw is that of the children without a box', () => {
    eachIcicle((tree, drawing, width) => {
      if (drawing.count === 0 || drawing.isCut) return
      const perTick = width / tree.root.totalTicks
      const missing = drawing.levels.map((boxes, level) => {
        const below = drawing.levels[level + 1] ?? []
        let lacks = 0
        for (const { node } of boxes) {
          const drawn = below.filter((one) => one.node.parent === node).map((one) => one.node)
          const rest = drawn.find(({ kind }) => kind === 'rest')
          const steps = new Set(drawn.map(({ step }) => step))
          for (let at = 0; rest && at < childCount(tree, rest); at++) steps.add(childAt(tree, rest, at).step)
          for (let at = 0; at < childCount(tree, node); at++) {
            const child = childAt(tree, node, at)
            if (!steps.has(child.step)) lacks += child.totalTicks * perTick
          }
        }
        return lacks / width
      })
      expect(drawing.omitted).toBeCloseTo(Math.max(...missing), 6)
    })
  })
})

it('levels without children are the end, not too narrow to draw', () => {
  const leaf = treeOf('main 10; a 40; main -> a 1', 'callers', 1)
  expect(icicle(leaf, leaf.root, 1000)).toMatchObject({ count: 2, omitted: 0 })
  const alone = treeOf('main 10', 'callers')
  expect(icicle(alone, alone.root, 1000)).toMatchObject({ count: 1, omitted: 0 })
})

it('has the narrow boxes at the end of a row as one, which opens', () => {
  const wide = Array.from({ length: 300 }, (_, at) => `k${at} ${at < 5 ? 100 : 2}; main -> k${at} 1`)
  const tree = treeOf(`main 0;${wide.join(';')}`)
  const rest = icicle(tree, tree.root, 1000).levels[1]?.at(-1)
  expect(rest && [nodeName(tree, rest.node), Math.round(rest.width)]).toEqual(['295 more', 541])
  if (!rest) throw new Error('no rest')
  // All are narrow still: their sum would be the same box.
  expect(icicle(tree, rest.node, 1000).levels[1]).toHaveLength(295)
  const extent = extentOf(tree, rest.node)
  expect([extent.from, extent.to].map((part) => part.toFixed(3))).toEqual(['0.459', '1.000'])
})
