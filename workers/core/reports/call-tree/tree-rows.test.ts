// Rows of a call tree for any set of expanded nodes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { listProfile } from '../listing/listing.ts'
import { callTree, childAt, childCount, keyOf } from './call-tree.ts'
import type { CallTree, TreeNode } from './tree-node.ts'
import { nodeAtRow, initiallyExpanded, placeAmong, rowOfNode, treeRows } from './tree-rows.ts'

function treeOf(text: string): CallTree {
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  return callTree(analyzed, listProfile(analyzed), 'callees', 0 as FunctionIndex, null)
}

const TEXT = `m 10; a 100; b 50; c 30; d 5
  m -> a 1; m -> c 1; a -> b 3; b -> a 2; b -> c 4; c -> d 2; a -> a 7; m -> d 2`

/** Expected rows, by walking the tree. */
function walk(tree: CallTree, opened: ReadonlySet<string>): string[] {
  const keys: string[] = []
  const visit = (node: TreeNode): void => {
    keys.push(keyOf(node))
    if (!opened.has(keyOf(node))) return
    for (let at = 0; at < childCount(tree, node); at++) visit(childAt(tree, node, at))
  }
  visit(tree.root)
  return keys
}

function allKeys(tree: CallTree): string[] {
  const keys: string[] = []
  const visit = (node: TreeNode): void => {
    keys.push(keyOf(node))
    for (let at = 0; at < childCount(tree, node); at++) visit(childAt(tree, node, at))
  }
  visit(tree.root)
  return keys
}

describe('rows of a call tree', () => {
  it('are those of a walk through what is opened, for any set of opened nodes', () => {
    const tree = treeOf(TEXT)
    fc.assert(
      fc.property(fc.subarray(allKeys(tree)), (keys) => {
        const opened = new Set([...keys, '99', '0,99', 'nonsense'])
        const rows = treeRows(tree, opened)
        const expected = walk(tree, opened)
        expect(rows.length).toBe(expected.length)
        expect(Array.from({ length: rows.length }, (_, row) => keyOf(nodeAtRow(tree, rows, row)))).toEqual(
          expected,
        )
        for (const [row, key] of expected.entries()) expect(rowOfNode(tree, rows, key)).toBe(row)
      }),
    )
  })

  it('of folded nodes are not there', () => {
    const tree = treeOf(TEXT)
    expect(rowOfNode(tree, treeRows(tree, new Set()), '0,1')).toBe(-1)
  })

  it('know their place among their siblings', () => {
    const tree = treeOf(TEXT)
    const rows = treeRows(tree, new Set(['0', '0,1']))
    const places = Array.from({ length: rows.length }, (_, row) =>
      Object.values(placeAmong(tree, rows, row, nodeAtRow(tree, rows, row))).join('/'),
    )
    expect(places).toEqual(['1/1', '1/3', '1/2', '2/2', '2/3', '3/3'])
  })

  it('open at first along the heaviest path, to where it divides', () => {
    const tree = treeOf('m 1; a 1; b 40; c 50; m -> a 1; a -> b 1; a -> c 1; c -> b 1')
    expect([...initiallyExpanded(tree)]).toEqual(['0', '0,1', '0,1,3'])
  })

  it('cost nothing for children that are not looked at', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => `k${at} 1; hub -> k${at} 1`)
    const tree = treeOf(`hub 1;${many.join(';')}`)
    const rows = treeRows(tree, new Set(['0']))
    expect(rows.length).toBe(50_001)
    expect(nodeAtRow(tree, rows, 50_000).depth).toBe(1)
    expect(rows.runs).toHaveLength(1)
  })
})
