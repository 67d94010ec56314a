// Tooltips of a cycle that is one node.
import { finish } from '../../base/yielder.ts'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { describeCycle, describeDrawnArc } from './cycle-tips.ts'
import { DEFAULT_CHOICE } from './graph-choice.ts'
import { listNodeLink } from './node-link.ts'

const ring = Array.from({ length: 8 }, (_, i) => `r${i} ${10 * i}; r${i} -> r${(i + 1) % 8} 5`).join('; ')
const analyzed = analyzeProfile(
  profileFromText(`main 1; leaf 20; main -> r0 1; main -> r3 2; r1 -> leaf 3; r2 -> leaf 4; ${ring}`),
  EMPTY_SCENARIO,
)

it('has its times, its calls, and the hottest of its members', () => {
  const { title, lines } = describeCycle(analyzed, null, 0 as CycleIndex)
  expect(title).toBe('cycle 1')
  expect(lines).toEqual([
    'total 3.00 s, self 2.80 s',
    '3 calls from outside, 40 inside',
    '8 functions: r7, r6, r5, r4 and 4 more',
  ])
})

it('sums several arcs', () => {
  const nodeLink = finish(listNodeLink(analyzed, DEFAULT_CHOICE))
  const tips = nodeLink.arcs.map((arc) => describeDrawnArc(analyzed, null, nodeLink, arc))
  expect(tips.map(({ title, lines }) => [title, ...lines])).toEqual([
    ['cycle 1 → leaf', '7 calls along 2 arcs, 0.20 s passed'],
    ['main → cycle 1', '3 calls along 2 arcs, 3.00 s passed'],
  ])
})
