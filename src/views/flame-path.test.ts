// A path of boxes in the flame view: as names in a link, and as steps in a call tree.
import { describe, expect, it } from 'vitest'
import { divideProgram } from '../../workers/core/reports/call-tree/divide-program.ts'
import {
  callTree,
  keyOf,
  nodeAlong,
  programTree,
  restNode,
} from '../../workers/core/reports/call-tree/call-tree.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { openedFromText } from '../testing/opened-from-text.ts'
import { formatPath, nodeOfPath, parsePath, pathOfNode } from './flame-path.ts'

const TEXT = 'main 1; a 2; b 9; c 4; cmp 3; swap 2; main -> a 1; main -> b 1; main -> c 1; cmp -> swap 9'

function programOf(text: string) {
  const opened = openedFromText(text)
  const { analyzed, listing } = opened
  return { opened, tree: programTree(analyzed, listing, divideProgram(analyzed), null) }
}

describe('a path', () => {
  it('comes back from a link as it went, whatever the names are', () => {
    for (const text of [
      '',
      'main,a',
      ':library,cmp',
      'main,+c',
      ':heaviest,a',
      'std%3A%3Aa%2Cb%40,f@1234',
      '%2Ba,%3Ab',
    ])
      expect(formatPath(parsePath(text))).toBe(text)
    expect(parsePath('%2Ba')).toEqual([{ kind: 'function', name: { name: '+a', address: null } }])
  })

  it('ends at the first malformed step', () => {
    expect(formatPath(parsePath('a,:nonsense,b'))).toBe('a')
    expect(formatPath(parsePath('a,+,b'))).toBe('a')
  })

  it('leads to the box that it was made of', () => {
    const { opened, tree } = programOf(TEXT)
    const main = nodeAlong(tree, [0])
    const nodes = [
      tree.root,
      main,
      nodeAlong(tree, [0, 2]),
      restNode(tree, main, 1),
      restNode(tree, restNode(tree, main, 1), 1),
    ]
    const texts = nodes.map((node) => formatPath(pathOfNode(opened, tree, node)))
    expect(texts).toEqual(['', 'main', 'main,b', 'main,+c', 'main,+c,+a'])
    for (const [at, text] of texts.entries())
      expect(keyOf(nodeOfPath(opened, tree, parsePath(text)))).toBe(keyOf(nodes[at] ?? tree.root))
    expect(nodeOfPath(opened, tree, parsePath(':library,cmp,swap')).function).toBe(5)
  })

  it('leads as far as the tree has its steps', () => {
    const { opened, tree } = programOf(TEXT)
    expect(keyOf(nodeOfPath(opened, tree, parsePath('main,b,nobody')))).toBe(keyOf(nodeAlong(tree, [0, 2])))
    expect(nodeOfPath(opened, tree, parsePath(':profiler,a'))).toBe(tree.root)
    const other = callTree(opened.analyzed, opened.listing, 'callers', 2 as FunctionIndex, null)
    expect(nodeOfPath(opened, other, parsePath('main')).function).toBe(0)
  })

  it('of a link of 0.1.0 begins at the root with the most time, also where that is called by a library', () => {
    const { opened, tree } = programOf(TEXT)
    expect(keyOf(nodeOfPath(opened, tree, parsePath(':heaviest,b')))).toBe(keyOf(nodeAlong(tree, [0, 2])))
    const threads = programOf('main 1; a 2; main -> a 1; run 50; work 30; run -> work 4')
    const worker = nodeOfPath(threads.opened, threads.tree, parsePath(':heaviest,work'))
    expect(formatPath(pathOfNode(threads.opened, threads.tree, worker))).toBe(':library,run,work')
  })
})
