// The text of a box of the flame view: its name, its numbers and their explanation.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { finish } from '../../base/yielder.ts'
import { boundsOf } from '../../trust/bounds/bounds.ts'
import { listProfile } from '../listing/listing.ts'
import { boxFigures, describeBox, describeExtent, explainBox } from './box-text.ts'
import type { CallTree, Step } from './tree-node.ts'
import { nodeAlong, programTree, restNode } from './call-tree.ts'
import { icicle } from './icicle.ts'
import { divideProgram } from './divide-program.ts'

function treeOf(text: string, change: Partial<CallGraphProfile> = {}): CallTree {
  const analyzed = analyzeProfile({ ...profileFromText(text), ...change }, EMPTY_SCENARIO)
  return programTree(analyzed, listProfile(analyzed), divideProgram(analyzed), finish(boundsOf(analyzed)))
}

const TEXT =
  'main 10; a 100; b 50; main -> a 1; a -> b 3; b -> a 2; a -> a 7; cmp 30; cmp -> cmp 4; memcpy 10'
const tree = treeOf(TEXT)
const describeAt = (...steps: Step[]) => describeBox(tree, nodeAlong(tree, steps))
const explainAt = (...steps: Step[]) => explainBox(tree, nodeAlong(tree, steps))

describe('a box', () => {
  it('has a name and its share of all recorded samples', () => {
    expect(describeAt()).toBe('program: 2.00 s, 100.0%')
    expect(describeAt(0)).toBe('main: 1.60 s, 80.0%')
    expect(describeAt(0, 1)).toBe('cycle 1 a, b: 1.50 s, 75.0%')
    expect(describeAt(0, 1, 1)).toBe('a cycle 1 recursive: 1.00 s, 50.0%')
    expect(describeAt(-3)).toBe('called by a library: 0.30 s, 15.0%')
    expect(describeAt(-3, 3)).toBe('cmp recursive: 0.30 s, 15.0%')
    expect(describeAt(-4)).toBe('samples only: 0.10 s, 5.0%')
    const main = nodeAlong(tree, [0, 1])
    expect(describeBox(tree, restNode(tree, main, 1))).toBe('1 more: 0.50 s, 25.0%')
    expect(describeBox(tree, restNode(tree, main, 0))).toBe('2 functions: 1.50 s, 75.0%')
  })

  it('has no time without a rate, but its share', () => {
    const idle = treeOf('main 1; a 3; main -> a 1', { rate: 0 })
    expect(boxFigures(idle, nodeAlong(idle, [0, 1]))).toBe('75.0%')
  })

  it('says what it is a part of, how it was reached and that it recurs', () => {
    expect(explainAt()?.note).toContain('All recorded samples')
    expect(explainAt(0, 1)?.note).toContain(
      '2 functions that can all reach one another by calls, by way of a.',
    )
    expect(explainAt(0, 1, 1)?.note).toContain('It calls itself 7 times.')
    expect(explainAt(0, 1, 2)?.note).not.toContain('itself')
    expect(explainAt(-3)).toMatchObject({ formula: '15.0% = 0.3 s of 2 s' })
  })
})

it('the text of an icicle counts matches, and says what is too narrow to draw', () => {
  const drawing = icicle(tree, tree.root, 1000)
  expect(describeExtent(drawing, null)).toBe('')
  expect(describeExtent(drawing, Uint8Array.from([0, 0, 1, 0, 0]))).toBe('1 match marked.')
  expect(describeExtent({ ...drawing, omitted: 0.2 }, null)).toBe(
    'Up to 20% of the width is in boxes too narrow to draw: zoom in to see them.',
  )
})
