// The members of a cycle that are called from outside.
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../analyze-profile.ts'
import { membersOf } from '../arc-times.ts'
import type { CycleIndex } from '../analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../scenario/scenario.ts'
import { markWaysIn } from './ways-in.ts'

function waysInto(text: string): string[] {
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  const members = [...membersOf(analyzed.cycles, 0 as CycleIndex)]
  const isWayIn = new Uint8Array(members.length)
  markWaysIn(analyzed, members, isWayIn)
  const names = text
    .split(/[\s;]+|->/)
    .filter((word, at, all) => /^[a-z]/.test(word) && all.indexOf(word) === at)
  return members
    .filter((_, at) => isWayIn[at] === 1)
    .map((f) => names[f])
    .sort()
}

it('marks the members that other functions call, be it once', () => {
  expect(waysInto('main -> a 1; a -> b 9; b -> c 9; c -> a 9; x -> c 1; a -> a 4')).toEqual(['a', 'c'])
})

it('marks none for static calls, which were never taken', () => {
  expect(waysInto('m -> a 0; a -> b 9; b -> a 9')).toEqual([])
})

it('marks main if nothing recorded enters the cycle', () => {
  expect(waysInto('a -> main 2; main -> a 9')).toEqual(['main'])
  expect(waysInto('x -> a 1; a -> main 2; main -> a 9')).toEqual(['a'])
})
