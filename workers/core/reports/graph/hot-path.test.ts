// Where the hot path goes, and where it ends because the time spreads.
import { expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { finish } from '../../base/yielder.ts'
import { displayName } from '../../names/names.ts'
import { describeLimits } from './drawing-text.ts'
import { DEFAULT_CHOICE } from './graph-choice.ts'
import { hotPathOf } from './hot-path.ts'
import { listNodeLink } from './node-link.ts'

function pathOf(text: string) {
  const analyzed = analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
  const { functions, stop } = finish(hotPathOf(analyzed))
  const notes = describeLimits(analyzed, finish(listNodeLink(analyzed, { ...DEFAULT_CHOICE, threshold: 0 })))
  return { names: functions.map((f) => displayName(analyzed.profile.functions, f)), stop, notes }
}

const fan = (caller: string, parts: readonly number[]): string =>
  parts.map((ticks, at) => `${caller}${at} ${ticks}; ${caller} -> ${caller}${at} 1`).join('; ')

it('goes on while a callee has a third of the time of its caller', () => {
  const { names, stop } = pathOf(`main 1; ${fan('main', [34, 33, 32])}`)
  expect(names).toEqual(['main', 'main0'])
  expect(stop).toBeNull()
})

it('ends where no callee has a third, and says over how many the time spreads', () => {
  const { names, stop, notes } = pathOf(`main 0; ${fan('main', [30, 20, 20, 20, 10])}`)
  expect(names).toEqual(['main'])
  expect(stop).toMatchObject({ kind: 'spread', callees: 5, largestTicks: 30 })
  expect(notes).toEqual(['main spreads over 5 callees, the largest 30.0%.'])
})

it('names the cycle whose time spreads, without calls inside', () => {
  const { names, notes } = pathOf(
    `main 0; main -> a 1; a -> b 500; b -> a 400; ${fan('a', [30, 20, 20])}; ${fan('b', [20, 10])}`,
  )
  expect(names).toEqual(['main', 'a'])
  expect(notes).toEqual(['cycle 1 spreads over 5 callees, the largest 30.0%.'])
})

it('says nothing where the time is in the function itself', () => {
  expect(pathOf(`main 90; ${fan('main', [4, 3, 3])}`)).toMatchObject({
    names: ['main'],
    stop: null,
    notes: [],
  })
})
