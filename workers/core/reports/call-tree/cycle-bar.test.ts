// The members of a cycle as a bar in its box.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { listProfile } from '../listing/listing.ts'
import { callTree } from './call-tree.ts'
import { memberNames, memberSegments } from './cycle-bar.ts'

const ring = (ticks: readonly number[]): string =>
  ticks.map((own, f) => `f${f} ${own}; f${f} -> f${(f + 1) % ticks.length} 1`).join(';')

function treeOf(text: string) {
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  return callTree(analyzed, listProfile(analyzed), 'callees', 0 as FunctionIndex, null)
}

describe('the bar of a cycle', () => {
  it('has its members by their time, with what they call outside', () => {
    const tree = treeOf(`${ring([10, 20, 30])}; leaf 40; f0 -> leaf 1`)
    expect(memberSegments(tree, tree.root, 100)).toEqual([
      { f: 0, from: 0, to: 49 },
      { f: 2, from: 50, to: 79 },
      { f: 1, from: 80, to: 99 },
    ])
  })

  it('has narrow members as one, and none without time', () => {
    const tree = treeOf(ring([97, 1, 1, 1]))
    expect(memberSegments(tree, tree.root, 100)).toEqual([
      { f: 0, from: 0, to: 96 },
      { f: null, from: 97, to: 100 },
    ])
    const idle = treeOf(ring([0, 0]))
    expect(memberSegments(idle, idle.root, 100)).toEqual([])
  })

  it('has a text that names the first of them', () => {
    const tree = treeOf(ring([4, 3, 2, 1]))
    expect(memberNames(tree, tree.root, 2)).toBe('f0, f1 and 2 more')
    expect(memberNames(tree, tree.root, 4)).toBe('f0, f1, f2, f3')
  })
})
