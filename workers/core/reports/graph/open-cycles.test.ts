// Which cycles are drawn by their members.
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import type { CycleIndex } from '../../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { DEFAULT_CHOICE, type NodeLinkChoice } from './graph-choice.ts'
import { cycleDrawings } from './open-cycles.ts'

const ring = (name: string, size: number): string =>
  Array.from({ length: size }, (_, i) => `${name}${i} 1; ${name}${i} -> ${name}${(i + 1) % size} 5`).join(
    '; ',
  )
const analyzed = analyzeProfile(
  profileFromText(`${ring('s', 6)}; ${ring('l', 7)}; main -> s0 1; main -> l0 1`),
  EMPTY_SCENARIO,
)
const member = (nth: number) => nth as FunctionIndex
const [small, large] = [
  analyzed.cycles.cycleOf[member(0)],
  analyzed.cycles.cycleOf[member(6)],
] as CycleIndex[]
const drawn = (choice: Partial<NodeLinkChoice>) => {
  const of = cycleDrawings(analyzed, { ...DEFAULT_CHOICE, ...choice })
  return [of(small), of(large)]
}

it('those of up to six members are, larger ones are not', () => {
  expect(drawn({})).toEqual(['small', 'closed'])
})

it('those that the choice opens are, also by a stub of an old link, and by the function around which is drawn', () => {
  expect(drawn({ cycles: [{ member: member(8), isOpen: true }] })).toEqual(['small', 'opened'])
  expect(drawn({ focus: member(8) })).toEqual(['small', 'opened'])
  expect(drawn({ expanded: [{ function: member(8), side: 'members', amount: 20 }] })).toEqual([
    'small',
    'opened',
  ])
})

it('the last state of a cycle holds', () => {
  const states = [
    { member: member(2), isOpen: false },
    { member: member(9), isOpen: true },
    { member: member(7), isOpen: false },
  ]
  expect(drawn({ cycles: states, focus: member(8) })).toEqual(['closed', 'closed'])
})
