// A node of a call tree as the function or cycle that it shows.
import { describe, expect, it } from 'vitest'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { nodeAlong, programTree } from '../../workers/core/reports/call-tree/call-tree.ts'
import { divideProgram } from '../../workers/core/reports/call-tree/divide-program.ts'
import { openedFromText } from '../testing/opened-from-text.ts'
import { cycleOfNode, isNodeOf, menuOfNode } from './tree-nodes.ts'

const { analyzed, listing } = openedFromText('main 1; a 2; b 3; main -> a 1; a -> b 1; b -> a 1')
const tree = programTree(analyzed, listing, divideProgram(analyzed), null)
const [main, cycle, member] = [[0], [0, 1], [0, 1, 1]].map((steps) => nodeAlong(tree, steps))
const a = 1 as FunctionIndex
const first = 0 as CycleIndex

describe('a node', () => {
  it('shows a cycle as a whole, a function, or neither', () => {
    expect([tree.root, main, cycle, member].map((node) => node && cycleOfNode(node))).toEqual([
      null,
      null,
      0,
      null,
    ])
    expect([tree.root, main, cycle, member].map((node) => node && menuOfNode(node)['data-menu'])).toEqual([
      undefined,
      '0 ',
      'cycle 0',
      '1 ',
    ])
  })

  it('is that of a selected function or cycle, not of both', () => {
    const shown = (f: FunctionIndex | null, of: CycleIndex | null) =>
      [tree.root, main, cycle, member].map((node) => node && isNodeOf(node, { f, cycle: of }))
    expect(shown(a, null)).toEqual([false, false, false, true])
    expect(shown(null, first)).toEqual([false, false, true, false])
    expect(shown(null, null)).toEqual([false, false, false, false])
  })
})
