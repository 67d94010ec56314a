// Names of functions and of cycles that are one node.
import { finish } from '../../base/yielder.ts'
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { DEFAULT_CHOICE } from './graph-choice.ts'
import { listNodeLink } from './node-link.ts'
import { nodeName, shortNodeNames } from './node-names.ts'

const ring = Array.from({ length: 7 }, (_, i) => `calc::r${i} ${i}; calc::r${i} -> calc::r${(i + 1) % 7} 5`)
const analyzed = analyzeProfile(
  profileFromText(`main 30; main -> calc::r0 1; ${ring.join('; ')}`),
  EMPTY_SCENARIO,
)
const { nodes } = finish(listNodeLink(analyzed, DEFAULT_CHOICE))

it('name a cycle by its number, its hottest member and the number of the others', () => {
  expect(nodes.map((node) => nodeName(analyzed, node))).toEqual(['main', 'cycle 1: calc::r6 and 6 more'])
})

it('are short in labels', () => {
  expect(shortNodeNames(analyzed, nodes, 20)).toEqual(['main', 'cycle 1: r6'])
})

it('differ in labels where only template arguments do', () => {
  const text =
    'main -> Sorted<Invoice>::sort 1; main -> Sorted<Estimate>::sort 1; Sorted<Invoice>::sort 3; Sorted<Estimate>::sort 2'
  const other = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  expect(shortNodeNames(other, finish(listNodeLink(other, DEFAULT_CHOICE)).nodes, 24)).toEqual([
    'main',
    '…<Invoice>::sort',
    '…<Estimate>::sort',
  ])
})
