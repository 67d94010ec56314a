// The functions that the graph leaves out.
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { NONE } from '../../base/columns.ts'
import { finish } from '../../base/yielder.ts'
import type { FunctionIndex } from '../../profile/call-graph-profile.ts'
import { displayName } from '../../names/names.ts'
import { DEFAULT_CHOICE } from './graph-choice.ts'
import { functionsLeftOut, restLabel } from './left-out.ts'
import { listNodeLink } from './node-link.ts'

const ring = Array.from({ length: 8 }, (_, i) => `r${i} ${i}; r${i} -> r${(i + 1) % 8} 5`).join('; ')
const analyzed = analyzeProfile(
  profileFromText(
    `main 1; a 5; b 3; c 0; d 4; main -> a 1; main -> c 1; c -> b 1; main -> d 2; main -> r0 1; ${ring}`,
  ),
  EMPTY_SCENARIO,
)
const drawn = (limit: number) => finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, threshold: 0, limit }))
const left = (limit: number): string[] =>
  Array.from(finish(functionsLeftOut(analyzed, drawn(limit))), (f) =>
    displayName(analyzed.profile.functions, f as FunctionIndex),
  )

it('are listed by self time, then by total time, without members of a drawn cycle', () => {
  expect(left(2)).toEqual(['a', 'd', 'b', 'c'])
  expect(left(6)).toEqual([])
})

it('are as many as the node for the rest says, with their time', () => {
  expect(restLabel(drawn(2).leftOut, NONE)).toEqual(['4 more', 'self 29.3%'])
  expect(left(2)).toHaveLength(drawn(2).leftOut.functions)
})

it('have no node where no time is left out, nor around a function', () => {
  expect(restLabel(drawn(6).leftOut, NONE)).toBeNull()
  expect(restLabel(drawn(2).leftOut, 0)).toBeNull()
})
