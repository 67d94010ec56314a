// The call tree: time is conserved along every path, what is certain stays certain, recursion and cycles end.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../analysis/scenario/scenario.ts'
import { NONE } from '../../base/columns.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { listProfile } from '../listing/listing.ts'
import { displayName } from '../../names/names.ts'
import {
  arcsAbove,
  callTree,
  childAt,
  childCount,
  keyOf,
  nodeAlong,
  ownTicks,
  programTree,
  restNode,
  sortedChildren,
  stepsToHead,
} from './call-tree.ts'
import type { CallTree, Direction, TreeNode } from './tree-node.ts'
import { initialRoot } from './initial-root.ts'
import { rowName, treeRowText } from './tree-text.ts'
import { finish } from '../../base/yielder.ts'
import { boundsOf, MOST_JOINED_IN_PAGE } from '../../trust/bounds/bounds.ts'
import { graphText, randomGraphs } from '../../../testing/random/random-graphs.ts'
import { randomFrom } from '../../../testing/random/random.ts'
import { randomScenario } from '../../../testing/random/random-scenario.ts'
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import { divideProgram } from './divide-program.ts'
import { wholeTicks } from '../../quantities.ts'
import { effort } from '../../../testing/effort.ts'

function treeOf(
  text: string,
  direction: Direction = 'callees',
  root?: string,
  scenario = EMPTY_SCENARIO,
): CallTree {
  const analyzed = analyzeProfile(profileFromText(text), scenario)
  const listing = listProfile(analyzed)
  const { functions } = analyzed.profile
  let f = initialRoot(analyzed, listing, direction)
  for (let row = 0; row < functions.length; row++) {
    if (displayName(functions, row as FunctionIndex) === root) f = row as FunctionIndex
  }
  if (f === NONE) throw new Error('an empty profile')
  return callTree(analyzed, listing, direction, f, finish(boundsOf(analyzed)))
}

function children(tree: CallTree, node: TreeNode): TreeNode[] {
  return Array.from({ length: childCount(tree, node) }, (_, at) => childAt(tree, node, at))
}

/** "  name kind total/self calls certain", one line per node. */
function draw(tree: CallTree, node: TreeNode = tree.root): string[] {
  const round = (value: number) => Number(value.toFixed(3))
  const name = rowName(tree, { ...node, parent: node })
  const kind = node.kind === 'function' ? '' : ` ${node.kind}`
  const times = `${round(node.totalTicks)}/${round(node.selfTicks)} ×${round(node.calls)} !${round(node.certainTicks)}`
  return [
    `${'  '.repeat(node.depth)}${name}${kind} ${times}`,
    ...children(tree, node).flatMap((child) => draw(tree, child)),
  ]
}

describe('callees', () => {
  it('take the share of their calls, and so on down the path', () => {
    const text = 'main 10; parse 40; lex 80; test 0; main -> parse 10; test -> parse 30; parse -> lex 200'
    expect(draw(treeOf(text, 'callees', 'main'))).toEqual([
      'main 40/10 ×0 !10',
      '  parse 30/10 ×10 !0',
      '    lex 20/20 ×50 !0',
    ])
  })

  it('are certain as long as all calls come along the path', () => {
    const text = `main 1; parse 2; item 3; list 4; k 8
      main -> parse 1; parse -> item 2; parse -> list 6; item -> k 1; list -> k 3`
    expect(draw(treeOf(text))).toEqual([
      'main 18/1 ×0 !18',
      '  parse 17/2 ×1 !17',
      '    list 10/4 ×6 !4',
      '      k 6/6 ×3 !0',
      '    item 5/3 ×2 !3',
      '      k 2/2 ×1 !0',
    ])
  })

  it('are no less certain for a call that was never taken', () => {
    const text = 'main 1; parse 2; k 8; other 4; main -> parse 1; parse -> k 2; main -> other 1; other -> k 0'
    expect(draw(treeOf(text, 'callees', 'parse'))[0]).toBe('parse 10/2 ×1 !10')
  })

  it('are not certain where a scenario leaves some of their time out', () => {
    const text = 'main 1; other 0; parse 2; k 8; main -> parse 1; parse -> k 1; other -> k 3'
    const scenario = { ...EMPTY_SCENARIO, timeLeftOut: ['other'] }
    expect(draw(treeOf(text, 'callees', 'main', scenario))).toEqual([
      'main 5/1 ×0 !3',
      '  parse 4/2 ×1 !2',
      '    k 2/2 ×1 !0',
    ])
  })

  it('of a cycle are its members; a call between them and direct recursion end there', () => {
    const text = `m 10; a 100; b 50; c 30
      m -> a 1; a -> b 3; b -> a 2; b -> c 4; m -> c 1; a -> a 7`
    expect(draw(treeOf(text))).toEqual([
      'm 190/10 ×0 !190',
      '  a cycle 174/150 ×1 !150',
      '    a member 100/100 ×3 !100',
      '      b inside 0/0 ×3 !0',
      '      a recursion 0/0 ×7 !0',
      '    b member 74/50 ×3 !50',
      '      c 24/24 ×4 !0',
      '      a inside 0/0 ×2 !0',
      '  c 6/6 ×1 !0',
    ])
  })

  it('under a member of a cycle are those of the whole cycle', () => {
    const tree = treeOf('m 10; a 100; b 50; m -> a 1; a -> b 3; b -> a 2', 'callees', 'b')
    expect(tree.root.kind).toBe('cycle')
    expect(children(tree, tree.root).map((node) => node.totalTicks)).toEqual([100, 50])
    const { name, mark } = treeRowText(tree, tree.root)
    expect(`${name} ${mark}`).toBe('cycle 1 as a whole')
  })

  it('of a cycle without callers outside keep their time', () => {
    const tree = treeOf('a 100; b 50; c 5; a -> b 3; b -> a 2; b -> c 1')
    expect(draw(tree)[0]).toBe('a cycle 155/150 ×0 !155')
  })
})

describe('callers', () => {
  const text = `main 1; parse 2; item 3; list 4; k 8
    main -> parse 1; parse -> item 2; parse -> list 6; item -> k 1; list -> k 3`

  it('divide the time of the root by its calls', () => {
    expect(draw(treeOf(text, 'callers', 'k'))).toEqual([
      'k 8/8 ×4 !8',
      '  list 6/6 ×3 !0',
      '    parse 6/6 ×3 !0',
      '      main 6/6 ×3 !0',
      '  item 2/2 ×1 !0',
      '    parse 2/2 ×1 !0',
      '      main 2/2 ×1 !0',
    ])
  })

  it('begin with the function that has the most self time', () => {
    expect(draw(treeOf(text, 'callers'))[0]).toBe('k 8/8 ×4 !8')
  })

  it('take a cycle as one, and name direct recursion', () => {
    const loop = 'm 1; a 10; b 20; c 30; m -> a 1; a -> b 5; b -> a 4; a -> c 1; b -> c 2; c -> c 9'
    expect(draw(treeOf(loop, 'callers', 'c'))).toEqual([
      'c 30/30 ×3 !30',
      '  b cycle 20/20 ×2 !0',
      '    m 20/20 ×2 !0',
      '  a cycle 10/10 ×1 !0',
      '    m 10/10 ×1 !0',
      '  c recursion 0/0 ×9 !0',
    ])
    expect(draw(treeOf(loop, 'callers', 'b'))).toEqual(['b cycle 60/30 ×1 !60', '  m 60/30 ×1 !60'])
  })
})

function everyNode(tree: CallTree, visit: (node: TreeNode, below: readonly TreeNode[]) => void): void {
  const queue = [tree.root]
  for (let next = 0; next < queue.length && queue.length < 5000; next++) {
    const node = queue[next]
    const below = children(tree, node)
    visit(node, below)
    queue.push(...below)
  }
}

const sum = (nodes: readonly TreeNode[]): number => nodes.reduce((all, node) => all + node.totalTicks, 0)

describe('on random graphs', () => {
  const eachTree = (
    direction: Direction,
    check: (tree: CallTree) => void,
    scenario: Scenario = EMPTY_SCENARIO,
  ) =>
    fc.assert(
      fc.property(randomGraphs, (graph) => {
        for (const root of graph.ticks.keys())
          check(treeOf(graphText(graph), direction, `f${root}`, scenario))
      }),
      { numRuns: effort(150) },
    )

  it('self time and the children’s times are the node’s time', () => {
    eachTree('callees', (tree) => {
      expect(tree.root.totalTicks).toBeGreaterThanOrEqual(tree.root.selfTicks - 1e-9)
      everyNode(tree, (node, below) => {
        const self = node.kind === 'cycle' ? 0 : node.selfTicks
        expect(sum(below) + self).toBeCloseTo(node.totalTicks, 8)
      })
    })
  })

  it('conserves time under scenarios too', () => {
    const scenario = { ...EMPTY_SCENARIO, leftOut: ['f1'], cutArcs: [{ parent: 'f0', child: 'f2' }] }
    const check = (tree: CallTree) =>
      everyNode(tree, (node, below) => {
        const self = node.kind === 'cycle' ? 0 : node.selfTicks
        expect(sum(below) + self).toBeCloseTo(node.totalTicks, 8)
        expect(node.certainTicks).toBeLessThanOrEqual(node.totalTicks + 1e-9)
      })
    eachTree('callees', check, scenario)
  })

  it('callers share out all of a node’s time, or there are none', () => {
    eachTree('callers', (tree) => {
      everyNode(tree, (node, below) => {
        const counted = below.filter((child) => child.kind !== 'recursion' && child.count > 0)
        if (counted.length > 0) expect(sum(below)).toBeCloseTo(node.totalTicks, 8)
        else expect(sum(below)).toBe(0)
      })
    })
  })

  it('children come in order, most time first, and are found by their functions', () => {
    for (const direction of ['callees', 'callers'] as const) {
      eachTree(direction, (tree) => {
        everyNode(tree, (_, below) => {
          for (const [at, child] of below.entries()) {
            if (at > 0) expect(child.totalTicks).toBeLessThanOrEqual((below[at - 1]?.totalTicks ?? 0) + 1e-9)
            const steps = keyOf(child).split(',').slice(1).map(Number) as FunctionIndex[]
            expect(keyOf(nodeAlong(tree, steps))).toBe(keyOf(child))
          }
        })
      })
    }
  })

  it('no other cost of calls takes from what is certain', () => {
    // Gives each call a cost of its own, by arc: the time of a path changes, its certain part
    // must not.
    fc.assert(
      fc.property(
        randomGraphs,
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 }),
        (graph, costs) => {
          const tree = treeOf(graphText(graph), 'callees', 'f0')
          const other = {
            ...graph,
            arcs: graph.arcs.map(([a, b, count], at) => [a, b, count * (costs[at] ?? 1)] as const),
          }
          const { cycles } = tree.analyzed
          const dearer = treeOf(graphText(other), 'callees', 'f0')
          // Costs of 0 may split a cycle, which changes the question.
          if (other.arcs.some(([, , count], at) => count === 0 && (graph.arcs[at]?.[2] ?? 0) > 0)) return
          expect(dearer.analyzed.cycles.length).toBe(cycles.length)
          everyNode(tree, (node) => {
            const steps = keyOf(node).split(',').slice(1).map(Number) as FunctionIndex[]
            expect(nodeAlong(dearer, steps).totalTicks).toBeGreaterThanOrEqual(node.certainTicks - 1e-6)
          })
        },
      ),
      { numRuns: effort(300) },
    )
  })
})

it('finds certain time on a long chain with a shortcut at every step, in one pass', () => {
  const length = 3000
  const lines = Array.from({ length }, (_, at) => `f${at} 1; f${at} -> f${at + 1} 1; f${at} -> f${at + 2} 1`)
  const { analyzed } = treeOf(lines.join(';'))
  expect(finish(boundsOf(analyzed)).least[0]).toBe(length)
  expect(finish(boundsOf(analyzed)).least[1]).toBe(1)
})

it('returns the arcs between a node and its parent node', () => {
  const text = 'm 1; t 1; a 9; b 9; m -> a 1; t -> b 2; t -> a 3; a -> b 1; b -> a 1'
  const arcsOf = (tree: CallTree, steps: readonly number[]): string[] => {
    const { arcs, functions } = tree.analyzed.profile
    const name = (f: FunctionIndex) => displayName(functions, f)
    return arcsAbove(tree, nodeAlong(tree, steps as FunctionIndex[])).map(
      (arc) => `${name(arcs.parent[arc])}/${name(arcs.child[arc])}`,
    )
  }
  const [t, a, b] = [1, 2, 3]
  expect(arcsOf(treeOf(text, 'callees', 't'), [a])).toEqual(['t/a'])
  expect(arcsOf(treeOf(text, 'callees', 't'), [a, b])).toEqual([])
  // A caller of a cycle calls all of it.
  expect(arcsOf(treeOf(text, 'callers', 'a'), [t]).toSorted()).toEqual(['t/a', 't/b'])
  expect(arcsOf(treeOf(text, 'callers', 'a'), [])).toEqual([])
})

it('pauses while it finds certain time, some thousand functions or arcs apart', () => {
  const lines = Array.from({ length: 12_000 }, (_, at) => `f${at} -> f${at + 1} 1; f${at} -> f${at + 2} 1`)
  const analyzed = analyzeProfile(profileFromText(`f0 1; ${lines.join(';')}`), EMPTY_SCENARIO)
  const { functions, arcs } = analyzed.profile
  // Collects paths, follows them down, checks them upwards, and adds them up.
  const looked = 4 * (functions.length + arcs.length)
  expect(looked / [...boundsOf(analyzed, MOST_JOINED_IN_PAGE)].length).toBeLessThan(3200)
})

/** Under the whole program; `isClosed`: all cycles are one node. */
function programOf(text: string, isClosed = false, scenario: Scenario = EMPTY_SCENARIO): CallTree {
  const analyzed = analyzeProfile(profileFromText(text), scenario)
  const cycles = Array.from({ length: analyzed.cycles.length }, (_, cycle) => cycle as CycleIndex)
  const closed = new Set(isClosed ? cycles : [])
  const bounds = finish(boundsOf(analyzed))
  return programTree(analyzed, listProfile(analyzed), divideProgram(analyzed), bounds, closed)
}

describe('under the program', () => {
  const TEXT = 'main 10; a 20; cmp 3; swap 2; memcpy 4; main -> a 1; cmp -> swap 9'

  it('are its roots and its parts, with their callees', () => {
    expect(draw(programOf(TEXT))).toEqual([
      'program program 39/0 ×0 !39',
      '  main 30/10 ×0 !30',
      '    a 20/20 ×1 !20',
      '  called by a library part 5/0 ×0 !5',
      '    cmp 5/3 ×0 !5',
      '      swap 2/2 ×9 !2',
      '  samples only part 4/0 ×0 !4',
      '    memcpy 4/4 ×0 !4',
    ])
  })

  it('is every root found by its function', () => {
    const tree = programOf(TEXT)
    for (const f of [0, 2, 4] as FunctionIndex[]) {
      expect(nodeAlong(tree, stepsToHead(tree, f)).function).toBe(f)
    }
    expect(stepsToHead(tree, 1 as FunctionIndex)).toEqual([])
  })

  it('is a closed cycle one node: below it is what its members call outside', () => {
    const text =
      'main 1; a 10; b 20; c 30; d 4; main -> a 2; a -> b 5; b -> a 4; a -> c 1; b -> c 2; main -> c 3; b -> d 1'
    expect(draw(programOf(text, true))).toEqual([
      'program program 65/0 ×0 !65',
      '  main 65/1 ×0 !65',
      '    a cycle 49/30 ×2 !34',
      '      c 15/15 ×3 !0',
      '      d 4/4 ×1 !4',
      '    c 15/15 ×3 !0',
    ])
    const tree = programOf(text, true)
    const arcs = arcsAbove(tree, nodeAlong(tree, [0, 1, 3]))
    expect(arcs.map((arc) => tree.analyzed.profile.arcs.count[arc])).toEqual([1, 2])
  })

  it('callers of a cycle come with the most time first, also where a scenario leaves one out', () => {
    const text = 'f0 0; f1 1; f2 0; f3 0; f3 -> f0 1; f1 -> f0 0; f0 -> f1 0; f2 -> f0 1'
    const tree = treeOf(text, 'callers', 'f1', { ...EMPTY_SCENARIO, timeLeftOut: ['f2', 'f0'] })
    expect(children(tree, tree.root).map((node) => node.totalTicks)).toEqual([0.5, 0])
  })

  it('below a closed cycle is what its members call whose time counts', () => {
    const text = 'a 0; b 0; c 1; d 1; b -> a 0; a -> d 1; b -> d 1; a -> b 0'
    expect(draw(programOf(text, true, { ...EMPTY_SCENARIO, only: ['b', 'c'] }))).toContain(
      '    d 0.5/0.5 ×2 !0',
    )
  })

  it('time is conserved, in open and in closed cycles, whatever a scenario does', () => {
    fc.assert(
      fc.property(
        randomGraphs,
        fc.integer(),
        fc.boolean(),
        fc.boolean(),
        (graph, seed, isClosed, isPlain) => {
          const text = graphText(graph)
          const scenario = isPlain ? EMPTY_SCENARIO : randomScenario(randomFrom(seed), profileFromText(text))
          const tree = programOf(text, isClosed, scenario)
          expect(tree.root.totalTicks).toBeCloseTo(wholeTicks(tree.analyzed.profile), 6)
          everyNode(tree, (node, below) => {
            if (childCount(tree, node) === 0) return
            expect(sum(below) + ownTicks(tree, node)).toBeCloseTo(node.totalTicks, 6)
            expect(node.certainTicks).toBeLessThanOrEqual(node.totalTicks + 1e-6)
            const sorted = below.slice(0, sortedChildren(tree, node)).map(({ totalTicks }) => totalTicks)
            for (let at = 1; at < sorted.length; at++)
              expect(sorted[at] ?? 0).toBeLessThanOrEqual((sorted[at - 1] ?? 0) + 1e-6)
          })
        },
      ),
      { numRuns: effort(300) },
    )
  })

  it('a rest is the last children as one node, and leads to them', () => {
    fc.assert(
      fc.property(randomGraphs, fc.boolean(), fc.nat(8), (graph, isClosed, cut) => {
        const tree = programOf(graphText(graph), isClosed)
        everyNode(tree, (node, below) => {
          const sorted = below.slice(0, sortedChildren(tree, node))
          const from = Math.min(cut, sorted.length - 1)
          if (from < 0) return
          const rest = restNode(tree, node, from)
          const steps = keyOf(rest).split(',').slice(1).map(Number)
          expect(nodeAlong(tree, steps)).toMatchObject({ kind: 'rest', totalTicks: rest.totalTicks })
          const inside = children(tree, rest)
          expect(inside.map(({ step }) => step)).toEqual(sorted.slice(from).map(({ step }) => step))
          for (const [at, child] of inside.entries())
            expect(child.totalTicks).toBeCloseTo(sorted[from + at]?.totalTicks ?? NaN, 8)
          expect(rest.totalTicks).toBeCloseTo(sum(inside), 6)
        })
      }),
      { numRuns: effort(150) },
    )
  })
})
