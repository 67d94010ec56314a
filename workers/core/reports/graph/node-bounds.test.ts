// What is certain and what is possible of a node.
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { finish } from '../../base/yielder.ts'
import { boundsOf } from '../../trust/bounds/bounds.ts'
import { displayName } from '../../names/names.ts'
import { DEFAULT_CHOICE } from './graph-choice.ts'
import { boundsOfNode, isEstimate } from './node-bounds.ts'
import { listNodeLink } from './node-link.ts'

const ring = Array.from({ length: 8 }, (_, i) => `r${i} 2; r${i} -> r${(i + 1) % 8} 5`).join('; ')
const analyzed = analyzeProfile(
  profileFromText(`main 1; a 5; b 4; k 9; only 3; main -> a 1; main -> b 1; a -> k 2; b -> k 1; b -> only 1;
    main -> r0 1; a -> r3 1; r2 -> only 0; ${ring}`),
  EMPTY_SCENARIO,
)
const { nodes } = finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, threshold: 0 }))
const nodeOf = (name: string) => {
  const node = nodes.find(({ function: f, closed }) =>
    name === 'cycle' ? closed === 0 : closed !== 0 && displayName(analyzed.profile.functions, f) === name,
  )
  if (!node) throw new Error(name)
  return node
}

it('are one where nothing divides the time, and differ where callers share a callee', () => {
  const bounds = finish(boundsOf(analyzed))
  const of = (name: string) => boundsOfNode(analyzed, bounds, nodeOf(name))
  expect(of('k')).toEqual({ least: 9, most: 9 })
  expect(of('main').least).toBe(of('main').most)
  expect(of('b')).toEqual({ least: 7, most: 16 })
  expect(isEstimate(analyzed, of('k'))).toBe(false)
  expect(isEstimate(analyzed, of('b'))).toBe(true)
})

it('of a cycle are those of all its members', () => {
  const { least, most } = boundsOfNode(analyzed, finish(boundsOf(analyzed)), nodeOf('cycle'))
  expect(least).toBe(16)
  expect(most).toBeGreaterThanOrEqual(16)
})

it('are the self time and the total until they are computed', () => {
  const node = nodeOf('a')
  expect(boundsOfNode(analyzed, null, node)).toEqual({ least: node.selfTicks, most: node.totalTicks })
})
