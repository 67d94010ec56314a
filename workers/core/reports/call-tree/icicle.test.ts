// The icicle: boxes as wide as their time, children under their parents, nothing too narrow to see.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { listProfile } from '../listing/listing.ts'
import { callTree, type CallTree, type Direction } from './call-tree.ts'
import { certainTicks } from '../bounds.ts'
import { extentOf, scaleMarks, WHOLE, windowAround, windowOf, zoomWindow } from './icicle-window.ts'
import { nodeName } from './tree-text.ts'
import { boxAt, icicle, type IcicleBox, NARROWEST, stepFrom } from './icicle.ts'

function treeOf(text: string, direction: Direction = 'callees', root = 0): CallTree {
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  return callTree(analyzed, listProfile(analyzed), direction, root as FunctionIndex, certainTicks(analyzed))
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
    expect(drawn.count).toBe(11)
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

  it('moves and zooms windows without leaving the box', () => {
    expect(windowAround(0.9, 0.4)).toEqual({ from: 0.6, to: 1 })
    expect(windowAround(0.5, 3)).toEqual(WHOLE)
    expect(zoomWindow(WHOLE, 0.5, 0.5)).toEqual({ from: 0.25, to: 0.75 })
    expect(zoomWindow({ from: 0.75, to: 1 }, 2, 1)).toEqual({ from: 0.5, to: 1 })
    expect(zoomWindow({ from: 0, to: 0.5 }, 9, 0)).toEqual(WHOLE)
    expect(windowOf({ from: 0.25, to: 0.5 }, { from: 0.5, to: 1 })).toEqual({ from: 0.625, to: 0.75 })
  })

  it('has a scale of round percentages of the root', () => {
    const texts = (...asked: Parameters<typeof scaleMarks>) => scaleMarks(...asked).map(({ text }) => text)
    expect(texts(700, 1)).toEqual([
      '0%',
      '10%',
      '20%',
      '30%',
      '40%',
      '50%',
      '60%',
      '70%',
      '80%',
      '90%',
      '100%',
    ])
    expect(texts(300, 0.1)).toEqual(['0%', '5%', '10%'])
    expect(texts(200, 1, { from: 0.5, to: 0.51 })).toEqual(['50.0%', '50.5%', '51.0%'])
    expect(scaleMarks(200, 1)[1]).toEqual({ left: 100, text: '50%' })
    expect(scaleMarks(0, 1)).toEqual([])
  })
})
