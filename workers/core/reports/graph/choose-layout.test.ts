// Force for small and cyclic graphs, layers for the rest.
import { finish } from '../../base/yielder.ts'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { chooseLayout } from './choose-layout.ts'
import { DEFAULT_CHOICE, type NodeLinkChoice } from './graph-choice.ts'
import { listNodeLink } from './node-link.ts'

it('chooses forces up to 26 arcs, and says why', () => {
  expect(chooseLayout({ layoutArcs: 26 })).toEqual({
    style: 'force',
    reason: 'Force layout: few arcs cross.',
  })
  expect(chooseLayout({ layoutArcs: 27 })).toEqual({
    style: 'layered',
    reason: 'Layered: by force, too many arcs would cross.',
  })
})

const ring = Array.from(
  { length: 8 },
  (_, i) => `r${i} 9; r${i} -> r${(i + 1) % 8} 5; r${i} -> leaf${i % 2} 1`,
)
const small = 'a 5; b 5; a -> b 3; b -> a 2; main -> a 1'
const analyzed = analyzeProfile(
  profileFromText(
    `main 1; leaf0 9; leaf1 8; rare 0; rare -> leaf0 1; main -> r0 1; ${small}; ${ring.join('; ')}`,
  ),
  EMPTY_SCENARIO,
)
const count = (choice: Partial<NodeLinkChoice>) =>
  finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, threshold: 0.02, ...choice })).layoutArcs
const first = 0 as FunctionIndex
const member = analyzed.cycles.members.items[0] ?? first

it('does not count calls inside of cycles', () => {
  expect(count({})).toBe(4)
})

it('does not depend on what was opened or added', () => {
  const rare = 3 as FunctionIndex
  expect(count({ cycles: [{ member, isOpen: true }] })).toBe(count({}))
  expect(count({ also: [rare] })).toBe(count({}))
  expect(count({ expanded: [{ function: 1 as FunctionIndex, side: 'callers', amount: 5 }] })).toBe(count({}))
})
