// Shortest loops, and the cycles that remain after a cut.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { stringAt, type StringIndex } from '../../base/string-table.ts'
import type { ArcIndex } from '../../profile/call-graph-profile.ts'
import { analyzeProfile } from '../analyze-profile.ts'
import type { CycleIndex } from '../analyzed-profile.ts'
import { EMPTY_SCENARIO } from '../scenario/scenario.ts'
import { cyclesWithout, shortestLoop } from './loops.ts'

// Arcs 0 to 7: a big ring a b c d with the shorter way c a, a pair d e, direct recursion of e, and a call out.
const analyzed = analyzeProfile(
  profileFromText(
    'a -> b 1; b -> c 2; c -> d 3; d -> a 4; c -> a 5; d -> e 6; e -> d 7; e -> e 8; e -> out 9',
  ),
  EMPTY_SCENARIO,
)
const { profile } = analyzed
const CYCLE = 0 as CycleIndex
const name = (f: number): string => stringAt(profile.functions.names, f as StringIndex)
const loop = (arc: number): string =>
  shortestLoop(analyzed, arc as ArcIndex)
    .map((one) => `${name(profile.arcs.parent[one])}${name(profile.arcs.child[one])}`)
    .join(' ')

describe('shortestLoop', () => {
  it('goes the shortest way back, and begins with the arc', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(loop)).toEqual([
      'ab bc ca',
      'bc ca ab',
      'cd da ab bc',
      'da ab bc cd',
      'ca ab bc',
      'de ed',
      'ed de',
    ])
  })
  it('direct recursion is a loop of one, an arc out of the cycle is in none', () => {
    expect([loop(7), loop(8)]).toEqual(['ee', ''])
  })
})

describe('cyclesWithout', () => {
  const groups = (...cut: number[]): string[] =>
    cyclesWithout(analyzed, CYCLE, cut as ArcIndex[]).map((members) => members.map(name).join(''))
  it('returns the cycles that remain, largest first', () => {
    expect(groups()).toEqual(['abcde'])
    expect(groups(3)).toEqual(['abc', 'de'])
    expect(groups(0)).toEqual(['de'])
    expect(groups(0, 5)).toEqual([])
  })
})
