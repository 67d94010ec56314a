// Limiting the rate of progress reports.
import { expect, it } from 'vitest'
import type { StageProgress } from '../core/profile-view.ts'
import { throttled } from './throttled.ts'

it('reports the first step of a stage at once, and of a thousand files some', () => {
  let now = 1000
  const told: string[] = []
  const onProgress = throttled(
    ({ stage, done }) => told.push(`${stage} ${done}`),
    () => now,
  )
  const step = (stage: StageProgress['stage'], done: number): void =>
    onProgress({ stage, file: '', done, total: 1000 })
  step('identify', 0)
  step('symbols', 0)
  for (let file = 0; file < 40; file++) {
    step('profiles', file)
    now += 5
  }
  step('analysis', 0)
  expect(told).toEqual(['identify 0', 'symbols 0', 'profiles 0', 'profiles 20', 'analysis 0'])
})
