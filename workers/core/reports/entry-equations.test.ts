// The equations of the manual's cycle, and of a caller with many callees, as text.
import { finish } from '../base/yielder.ts'
import { expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import type { CycleIndex } from '../analysis/analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { cycleEntry } from './cycle-entry.ts'
import { childrenEquation, totalEquation } from './entry-equations.ts'
import {
  cycleCallsEquations,
  cycleChildrenEquation,
  cycleSelfEquation,
  memberCallsEquation,
  outsideEquation,
} from './cycle-equations.ts'
import { type Equation, equationText } from './equation.ts'
import { listProfile } from './listing/listing.ts'

const analyze = (text: string) => analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
const both = ({ symbols, operands }: Equation): string =>
  `${equationText(symbols)}: ${equationText(operands)}`

const cyclic = analyze(
  'main 16; a 75; b 102; c 50; d 8; main -> a 1; main -> d 1; d -> b 4; a -> b 3; b -> a 2; a -> a 7; a -> c 3; b -> c 3; d -> c 4',
)
const listing = listProfile(cyclic)
const entry = finish(cycleEntry(cyclic, listing, 0 as CycleIndex))
const [main, a] = [0, 1] as FunctionIndex[] as [FunctionIndex, FunctionIndex]

it('say how each number of a cycle’s entry is worked out', () => {
  expect(both(cycleSelfEquation(cyclic, entry))).toBe('S_k = Σ_i S_i: 1.77 s = 1.02 s + 0.75 s')
  expect(both(cycleChildrenEquation(cyclic, entry))).toBe(
    'D_k = Σ_j T_j × C(k→j) ÷ C(j): 0.3 s = 0.5 s × 6 of 10 calls',
  )
  expect(cycleCallsEquations(cyclic, entry, 'manual').map(both)).toEqual([
    'C(k) = Σ_h C(h→k): 5 calls = 4 + 1',
    'C(k→k) = Σ_i C(k→i): 12 calls = 9 + 3',
  ])
  expect(cycleCallsEquations(cyclic, entry, 'gprof').map(both)[1]).toBe(
    'C(k→k) = Σ_i C(k→i): 5 calls = 3 + 2',
  )
  const [, d] = entry.callers
  if (!d) throw new Error('no caller')
  expect(both(outsideEquation(cyclic, entry, d, 'caller', 'self'))).toBe(
    'S_k × C(h→k) ÷ C(k): 1.416 s = 1.77 s × 4 of 5 calls',
  )
  expect(both(memberCallsEquation(cyclic, a))).toBe('C(k→i) = Σ_h C(h→i): 9 calls = 7 + 2')
})

it('say how a function inherits time, its largest callees first', () => {
  expect(both(childrenEquation(cyclic, listing, main))).toBe(
    'D_i = Σ_j T_j × C(i→j) ÷ C(j): 2.35 s = 1.936 s × 1 of 1 call + 2.07 s × 1 of 5 calls',
  )
  expect(both(totalEquation(cyclic, main))).toBe(
    'T_i = S_i + Σ_j T_j × C(i→j) ÷ C(j): 2.51 s = 0.16 s + 2.35 s',
  )
  expect(totalEquation(cyclic, a).where).toEqual([
    ['i', 'a'],
    ['j', 'each function outside of the cycle that a calls'],
  ])
})

it('add up what is too much to list', () => {
  const wide = analyze('m 1; p 9; q 8; r 7; s 6; t 5; m -> p; m -> q; m -> r; m -> s; m -> t')
  expect(equationText(childrenEquation(wide, listProfile(wide), main).operands)).toBe(
    '0.35 s = 0.09 s × 1 of 1 call + 0.08 s × 1 of 1 call + 0.07 s × 1 of 1 call + 0.11 s in 2 more',
  )
})
